// What to do where the target does not take our receiver: another address helps only where this one was looked at.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { refusedAddress, type Reach } from './webhook.ts'

const reach = { receiver: { url: 'https://127.0.0.1:9/a' }, publicUrl: undefined } as unknown as Reach

const remedyAt = (status: number): string =>
  refusedAddress({ response: { status, headers: [], body: Buffer.from('<html>') } } as unknown as Answered, reach)
    .remedy

t.test('an address is asked for where the address was refused', async (t) => {
  t.match(remedyAt(422), /^give webhook\.public_url/)
  t.equal(remedyAt(500), 'see the log of the target for PUT /webhook')
  t.equal(remedyAt(404), 'serve PUT /webhook')
})

// An order keeps its `created_at`, and its number is its own: within one environment.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import type { Answered } from '../evidence/exchange.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createMemory } from './invariant.ts'
import { orderIdentity } from './order-identity.ts'

type Given = { environment?: 'sandbox' | 'production'; id?: string; number?: string; created?: string }

const read = ({ environment = 'sandbox', id = 'ord_1', number = 'A-1', created = '2026-03-02T10:00:00Z' }: Given) =>
  exchangeOf({ environment, body: { id, order_number: number, dates: { created_at: created } } })

const brokenBy = (...exchanges: Answered[]): string[] => {
  const memory = createMemory(createSecrets())
  return exchanges
    .flatMap((one) => orderIdentity.assert(one, memory))
    .flatMap(({ passed, rule }) => (passed ? [] : [rule]))
}

const later = '2026-03-03T10:00:00Z'

t.test('a second order of one number, and a time that changes', async (t) => {
  t.strictSame(brokenBy(read({}), read({})), [])
  t.strictSame(brokenBy(read({}), read({ id: 'ord_2' })), ['order.order-number-is-unique-within-a-company'])
  t.strictSame(brokenBy(read({}), read({ created: later })), ['order.created-at-never-changes'])
})

t.test('each environment may count its orders from one', async (t) => {
  t.strictSame(brokenBy(read({}), read({ environment: 'production', created: later })), [])
})

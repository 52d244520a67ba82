// A later attempt has a time of its own, whichever attempt it is, and however near to the receiver's clock that of the first still is.
import t from 'tap'
import type { Delivery } from '../evidence/delivery.ts'
import { createSecrets } from '../sut/secrets.ts'
import { deliverySignature } from './delivery-signature.ts'
import { createMemory } from './invariant.ts'

type Attempt = [receivedAtS: number, t: number]

const delivered = ([receivedAtS, signedAt]: Attempt) =>
  ({
    id: 'd1',
    receivedAt: receivedAtS * 1000,
    headers: [['X-Service-Signature', `t=${signedAt},v1=${'0'.repeat(64)}`]],
    json: { id: 'evt_1' },
    fault: null,
  }) as unknown as Delivery

/** Whether the time of the last attempt passes; null where nothing is said of it. */
const verdict = (...attempts: Attempt[]): boolean | null => {
  const memory = createMemory(createSecrets())
  const all = attempts.map((attempt, index) => {
    memory.attempts.set('evt_1', index + 1)
    return deliverySignature.assert(delivered(attempt), memory)
  })
  const own = all.at(-1)!.find(({ rule }) => rule === 'delivery.retry-has-a-fresh-t')
  return own?.passed ?? null
}

t.test('the time of the first attempt on the third', async (t) => {
  t.equal(verdict([1000, 1000], [1011, 1011], [1012, 1000]), false)
  t.equal(verdict([1000, 1000], [1011, 1000]), false)
})

t.test('a time of its own, late or moved with a clock, and attempts too near to each other to say', async (t) => {
  t.equal(verdict([1000, 1000], [1011, 1011], [1012, 1012]), true)
  t.equal(verdict([1000, 1000], [1020, 1004]), true)
  t.equal(verdict([1000, 1000], [1011, 1075]), true)
  t.equal(verdict([1000, 1000], [1005, 1000]), true)
  t.equal(verdict([1000, 1000]), null)
})

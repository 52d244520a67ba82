// The event of a hold has the reason that this hold was asked for with, where it is known to be the event of this one.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createSecrets } from '../sut/secrets.ts'
import { holdReasons } from './hold-reasons.ts'
import { createMemory } from './invariant.ts'

const [at, later] = ['2026-03-02T10:00:00.123Z', '2026-03-02T10:05:00Z'] as const

const held = (changed_at: string) => ({ code: 'on_hold', label: 'On Hold', changed_at })

const hold = (reason: unknown, changed_at: string | null = at) =>
  exchangeOf({
    operation: 'holdOrder',
    method: 'POST',
    url: 'https://sandbox.example.com/v1/orders/%6frd_1/hold',
    sent: { reason },
    body: { id: 'ord_1', status: changed_at === null ? undefined : held(changed_at) },
  })

const event = (reason: unknown, changed_at: string = at, order_id = 'ord_1') =>
  exchangeOf({
    operation: 'listEvents',
    body: { data: [{ type: 'order.on_hold', data: { order_id, status: held(changed_at), reason } }] },
  })

const judged = (...exchanges: ReturnType<typeof hold>[]): boolean[] => {
  const memory = createMemory(createSecrets())
  return exchanges.flatMap((one) => holdReasons.assert(one, memory)).map(({ passed }) => passed)
}

t.test('the event of a hold', async (t) => {
  t.strictSame(judged(hold('The sale waits.'), event('The sale waits.')), [true])
  t.strictSame(judged(hold('The sale waits.'), event(null)), [false], 'it lost its reason')
  t.strictSame(judged(hold('The sale waits.'), event(null, '2026-03-02T10:00:00Z')), [false], 'cut to the second')
  t.strictSame(judged(hold('One.', at), hold('Two.', later), event('One.'), event('One.', later)), [true, false])
})

t.test('what is not judged', async (t) => {
  t.strictSame(judged(hold('The sale waits.'), event('A survey.', later)), [], 'a hold of the company')
  t.strictSame(judged(hold('The sale waits.'), event(null, at, 'ord_2')), [], 'another order')
  t.strictSame(judged(hold('The sale waits.', null), event(null)), [], 'an answer without the time')
  t.strictSame(judged(hold('One.'), hold('Two.'), event('Two.')), [], 'two holds of one instant')
  t.strictSame(judged(hold(undefined), hold('Two.'), event(null)), [], 'one of them without a reason')
  for (const odd of [null, '', ' spaced ', 'zwei – Zeilen\n', 'x'.repeat(300)])
    t.strictSame(judged(hold(odd), event('other')), [], 'a reason that may be kept otherwise')
})

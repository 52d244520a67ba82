// A field that an order showed is gone later, though nothing amended it.
import t from 'tap'
import type { Answered, Exchange } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createMemory } from './invariant.ts'
import { createInvariantChecker } from './invariants.ts'
import { keptFields } from './kept-fields.ts'

let now = 0

const order = (more: object = {}) =>
  exchangeOf({
    startedAt: (now += 10),
    body: {
      id: 'ord_1',
      appraiser_instructions: 'Call ahead.',
      loan: { number: '4711', client: null },
      borrowers: [{ first_name: 'Imani', contacts: [{ value: '+1 512 555 0100' }, { value: 'i@example.com' }] }],
      notes: [
        { type: 'order', text: 'one' },
        { type: 'appointment', text: 'two' },
      ],
      ...more,
    },
  })

const amended = (status = 200) =>
  exchangeOf({ operation: 'amendOrder', method: 'PATCH', status, startedAt: (now += 10), sent: {}, body: {} })

/** Its answer was lost, whatever became of it. */
const lost = (): Exchange => ({ ...amended(), response: null, failure: { kind: 'reset', message: 'reset' } })

/** As a run does. */
const found = (...exchanges: Exchange[]): boolean[] => {
  const checker = createInvariantChecker(createSecrets())
  return exchanges
    .flatMap((one) => checker.exchange(one))
    .flatMap(({ invariant, assertions }) => (invariant === keptFields.id ? assertions : []))
    .map(({ passed }) => passed)
}

const judged = (...exchanges: Answered[]): boolean[] => {
  const memory = createMemory(createSecrets())
  return exchanges.flatMap((one) => keptFields.assert(one, memory)).map(({ passed }) => passed)
}

t.test('what was there is gone', async (t) => {
  t.strictSame(judged(order(), order()), [true])
  t.strictSame(judged(order(), order({ appraiser_instructions: null })), [false], 'a text')
  t.strictSame(judged(order(), order({ loan: { client: null } })), [false], 'a field of the loan')
  const lone = [{ first_name: 'Imani', contacts: [{ value: '+1 512 555 0100' }] }]
  t.strictSame(judged(order(), order({ borrowers: lone })), [false], 'a contact')
  t.strictSame(judged(order(), order({ notes: [] })), [false], 'the notes')
})

t.test('what may be otherwise', async (t) => {
  const notes = [
    { type: 'appointment', text: 'two' },
    { type: 'order', text: 'one, and more' },
  ]
  t.strictSame(judged(order(), order({ notes })), [true], 'entries in another order, and another text')
  t.strictSame(judged(order(), order({ loan: { number: '4711', client: 'A bank' } })), [true], 'a field that was empty')
  t.strictSame(judged(order(), amended(), order({ notes: [] })), [], 'after an amendment')
  t.strictSame(judged(order(), amended(422), order({ notes: [] })), [], 'after one that is refused')
  const early = order()
  const amendment = amended()
  t.strictSame(judged(amendment, early, order({ notes: [] })), [], 'a read that was sent before an amendment')
  const [first, later] = [order(), order({ notes: [] })]
  t.strictSame(judged(first, { ...later, startedAt: first.startedAt }), [], 'two reads at one time')
})

t.test('an amendment without an answer may be made late', async (t) => {
  t.strictSame(found(order(), order({ notes: [] })), [false])
  t.strictSame(found(order(), lost(), order({ notes: [] })), [])
  t.strictSame(found(lost(), order(), order({ notes: [] })), [], 'once more was shown')
  t.strictSame(judged(order(), amended(503), order(), order({ notes: [] })), [], 'one that failed')
})

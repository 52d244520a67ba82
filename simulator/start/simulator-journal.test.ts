// `simulator.journal`: what a test in the same process asks is refused where nothing could ever fit it.
import t from 'tap'
import type { JournalMatch } from '../public/har-types.ts'
import { createSimulator } from '../simulator.ts'

const simulator = await createSimulator({ clock: { mode: 'manual' } })
t.teardown(() => simulator.close())
const { journal } = simulator

const refusedBy = async (ask: () => unknown): Promise<string> => {
  try {
    await ask()
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
  return 'taken'
}

/** Each way to ask with a match. */
const asking = (match: object): [string, () => unknown][] => [
  ['entries', () => journal.entries(match)],
  ['toHar', () => journal.toHar(match)],
  ['verify', () => journal.verify(match, { at_least: 0 })],
  ['wait', () => journal.wait(match, { timeout_ms: 0 })],
]

const wrong: [RegExp, object][] = [
  [/match\.operatoin is not known here; known are: kind, environment, operation/, { operatoin: 'createOrder' }],
  [/operation of a match must be one of .*createOrder.*, but is "creatOrder"; correct it/, { operation: 'creatOrder' }],
  [
    /event_type of a match must be one of order\.created, .* but is "order\.complete"/,
    { event_type: 'order.complete' },
  ],
  [/match\.status must be integer/, { status: '200' }],
  [/match must be object/, 'createOrder' as unknown as object],
]

for (const [expected, match] of wrong)
  t.test(`${JSON.stringify(match)} fits nothing`, async (t) => {
    for (const [name, ask] of asking(match)) {
      const said = await refusedBy(ask)
      t.match(said, expected, name)
      t.match(said, /^unusable_value: .*[.]$/, name)
    }
  })

t.test('a count and the options of a wait have names, too', async (t) => {
  for (const [expected, ask] of [
    [/verify is given .*atleast is not known here; known are: match, at_least, at_most/, [{}, { atleast: 0 }]],
    [/count is not known here/, [{}, 2]],
    [/count is not known here/, [{}, { match: {} }]],
    [/at_least must be >= 0/, [{}, { at_least: -1 }]],
  ] as [RegExp, [JournalMatch, object]][])
    t.match(await refusedBy(() => journal.verify(...ask)), expected)
  for (const [expected, ask] of [
    [/wait is given .*timeoutMs is not known here; known are: match, timeout_ms/, [{}, { timeoutMs: 1 }]],
    [/options is not known here/, [{}, 1]],
    [/timeout_ms must be <= 300000/, [{}, { timeout_ms: 1e12 }]],
  ] as [RegExp, [JournalMatch, object]][])
    t.match(await refusedBy(() => journal.wait(...ask)), expected)
})

t.test('what may be left out may be undefined', async (t) => {
  t.strictSame(journal.verify({ operation: undefined } as object, { exactly: 0, at_least: undefined } as object), [])
  t.strictSame(journal.entries(), [])
})

t.test('an event that a reading adds can be asked for', async (t) => {
  const own = await createSimulator({ readings: { 'versioning.new-event-types': 'new-types' } })
  t.teardown(() => own.close())
  const event_type = 'order.appointment_scheduled'
  t.strictSame(own.journal.entries({ event_type }), [])
  t.match(await refusedBy(() => journal.entries({ event_type })), /^unusable_value/, 'and nowhere else')
})

t.test('orders in statuses that there are not are not placed', async (t) => {
  for (const [expected, request] of [
    [/seedOrders is given cannot be used: statuses\.0 must be one of .*new/, { statuses: ['nope'] }],
    [/status is not known here; known are: statuses, count/, { status: ['new'] }],
    [/count must be >= 1/, { count: 0 }],
  ] as [RegExp, object][])
    t.match(await refusedBy(() => simulator.seedOrders(request)), expected)
  t.equal((await simulator.company.orders()).total, 0)
})

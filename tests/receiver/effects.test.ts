// What a receiver does with events, judged by the state of the system behind it: a good one passes, and each bad habit is found by its rule alone.
import t, { type Test } from 'tap'
import { examine, secret } from './examine.ts'
import { isTrue, startLenderReceiver, type Habits, type LenderReceiver } from './lender-receiver.ts'

const once = 'delivery.receiver-is-idempotent-on-id'
const newest = 'delivery.receiver-decides-newest-by-timestamps'
const ignores = 'events.client-ignores-an-unknown-type'
const verifies = 'delivery.receiver-verifies-the-raw-bytes'

// Each spends its time waiting for a state that stays as it was, and has a receiver of its own.
t.jobs = 9

const started = async (t: Test, habits: Partial<Habits> = {}): Promise<LenderReceiver> => {
  const receiver = await startLenderReceiver([secret], habits)
  t.teardown(() => receiver.close())
  return receiver
}

const examineWithState = ({ url, view }: LenderReceiver) =>
  examine({ url, mostLagMs: 500, state: (orderId) => async () => view(orderId) })

const verdictOf = ({ run }: Awaited<ReturnType<typeof examine>>, rule: string) =>
  run.rules.find((one) => one.rule === rule)

t.test('a good receiver passes, and the state proves what no answer shows', async (t) => {
  const examined = await examineWithState(await started(t))
  t.strictSame(examined.failed, [])
  for (const rule of [once, newest, ignores]) t.match(verdictOf(examined, rule), { verdict: 'pass' }, rule)
})

t.test('one that acts some time after its answer passes as well', async (t) => {
  const later: (() => void)[] = []
  const receiver = await started(t, {
    acts({ id, type }, store) {
      if (!store.events.has(id) && !type.includes('not_known')) later.push(() => (store.acts += 1))
      setTimeout(() => later.shift()?.(), 60)
      return false
    },
  })
  const examined = await examineWithState(receiver)
  t.strictSame(examined.failed, [])
  t.match(verdictOf(examined, once), { verdict: 'pass' })
})

const defects: { what: string; rule: string; habits: Partial<Habits> }[] = [
  { what: 'acts on each delivery', rule: once, habits: { acts: ({ type }) => !type.includes('not_known') } },
  {
    what: 'remembers the last id alone',
    rule: once,
    habits: (() => {
      let last = ''
      return {
        acts({ id, type }) {
          const isNew = id !== last && !type.includes('not_known')
          last = id
          return isNew
        },
      }
    })(),
  },
  { what: 'takes the last event for the newest', rule: newest, habits: { isNewer: () => true } },
  { what: 'acts on an unknown type', rule: ignores, habits: { acts: ({ id }, { events }) => !events.has(id) } },
]

for (const { what, rule, habits } of defects)
  t.test(`a receiver that ${what} is found by ${rule} alone`, async (t) => {
    const { failed, run } = await examineWithState(await started(t, habits))
    t.strictSame(failed, [rule])
    t.match(run.findings[0], { expected: /^state as before: / })
  })

t.test(`a receiver that acts before it verifies is found by ${verifies} alone`, async (t) => {
  const box: { receiver?: LenderReceiver } = {}
  const receiver = await started(t, {
    isSigned(signed) {
      if (isTrue(signed)) return true
      box.receiver!.store.acts += 1
      return false
    },
  })
  box.receiver = receiver
  t.strictSame((await examineWithState(receiver)).failed, [verifies])
})

t.test('a state that shows nothing proves nothing', async (t) => {
  const { url } = await started(t)
  const examined = await examine({ url, mostLagMs: 100, state: () => async () => 'the same' })
  t.strictSame(examined.failed, [])
  for (const rule of [once, newest])
    t.match(verdictOf(examined, rule), { verdict: 'not-tested', reason_code: 'effect-not-visible' }, rule)
})

t.test('a state that changes while nothing is delivered is refused, and nothing is sent', async (t) => {
  const { url, store } = await started(t)
  let reads = 0
  const { run } = await examine({ url, mostLagMs: 100, state: () => async () => `read ${(reads += 1)}` })
  t.match(run.finished, { exit_code: 2, reason: { code: 'unsteady_state', message: /"read \d+" and then "read \d+"/ } })
  t.equal(store.events.size, 0)
})

t.test('a system that is slow at times is judged as one that is slow always', async (t) => {
  const waits = [0, 400]
  const receiver = await started(t, {
    acts({ type }, store) {
      if (!type.includes('not_known')) setTimeout(() => (store.acts += 1), waits[store.events.size === 0 ? 0 : 1])
      return false
    },
  })
  const { failed } = await examine({ url: receiver.url, state: (orderId) => async () => receiver.view(orderId) })
  t.strictSame(failed, [once])
})

import t from 'tap'
import { check, type Need } from '../kit/check.ts'
import type { Costs } from './costs.ts'
import { nextQuiet, sleepingFirst, slowFirst } from './quiet-checks.ts'

const checkOf = (id: string, needs: Need[] = ['orders'], phase: 'main' | 'last' = 'main') =>
  check({ id, verifies: [], needs, phase, run: async () => undefined })

const costs: Costs = {
  preflight: { requests: 0, roles: {} },
  teardown: 0,
  checks: {
    'a.slow': { requests: 0, scenarios: ['failing-attempts'] },
    'a.walk': { requests: 0, scenarios: ['order-walk'] },
    'a.settings': { requests: 3, webhook: true },
    'a.specimen': { requests: 0, scenarios: ['specimens'] },
    'a.pause': { requests: 2, clock: 2 },
  },
  scenarios: {
    'failing-attempts': { requests: 11, webhook: true, scenarios: ['undelivered-events'] },
    'undelivered-events': { requests: 12, webhook: true },
    'order-walk': { requests: 400, clock: 540 },
    specimens: { requests: 18, webhook: true, scenarios: ['undelivered-events'] },
  },
}

const done = ['failing-attempts', 'undelivered-events']

const pick = (ids: [string, Need[]?, 'last'?][], { deliveriesGoOn = true, begun = done } = {}) =>
  nextQuiet(
    ids.map(([id, needs, phase]) => checkOf(id, needs, phase)),
    { costs, deliveriesGoOn, begun: (scenario) => begun.includes(scenario) },
  )?.id

t.test('what awaits a delivery, sets the webhook or moves the clock is left for later', async (t) => {
  t.equal(pick([['a.slow'], ['a.walk'], ['a.pause'], ['a.settings'], ['a.reader']]), 'a.reader')
  t.equal(
    pick([
      ['a.listener', ['webhook']],
      ['a.passive', ['receiver']],
      ['a.hour', ['time']],
    ]),
    undefined,
  )
  t.equal(
    pick([
      ['a.rate', ['spare-rate']],
      ['a.look-back', [], 'last'],
    ]),
    undefined,
  )
  t.equal(pick([['a.walk']], { begun: [...done, 'order-walk'] }), 'a.walk', 'what is done moves nothing')
})

t.test('specimens come first where deliveries do not wait for each other, and not at all elsewhere', async (t) => {
  const both: [string, Need[]?][] = [['a.reader'], ['a.specimen', ['webhook']]]
  t.equal(pick(both), 'a.specimen')
  t.equal(pick(both, { deliveriesGoOn: false }), 'a.reader')
  t.equal(pick([['a.specimen', ['webhook']]], { begun: ['failing-attempts'] }), undefined, 'another sets the webhook')
})

t.test('the check that keeps an attempt waiting comes first', async (t) => {
  const ids = (checks: readonly { id: string }[]) => checks.map(({ id }) => id)
  const [reader, slow] = [checkOf('a.reader'), checkOf('a.slow')]
  t.strictSame(ids(slowFirst([reader, slow], costs)), ['a.slow', 'a.reader'])
  t.strictSame(ids(slowFirst([reader], costs)), ['a.reader'])
  t.strictSame(ids(slowFirst([reader, checkOf('a.slow', [], 'last')], costs)), ['a.reader', 'a.slow'])
})

t.test('what sleeps where no clock can be moved comes before the rest, but not before its phase', async (t) => {
  const checks = [checkOf('a.reader'), checkOf('a.walk'), checkOf('a.pause'), checkOf('a.walk', [], 'last')]
  const ids = sleepingFirst(checks, costs).map(({ id, phase }) => `${id} ${phase}`)
  t.strictSame(ids, ['a.walk main', 'a.pause main', 'a.reader main', 'a.walk last'])
})

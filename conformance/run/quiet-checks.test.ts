import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../tests/places.ts'
import { check, type Check, type Need } from '../kit/check.ts'
import type { Costs } from './costs.ts'
import { arranged, holdingClock, nextQuiet } from './quiet-checks.ts'

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
    'a.reader': { requests: 2 },
    'a.listener': { requests: 2 },
    'a.passive': { requests: 2 },
    'a.hour': { requests: 2 },
    'a.rate': { requests: 2 },
    'a.look-back': { requests: 2 },
    'a.of-unknown': { requests: 2, scenarios: ['never-measured'] },
    'a.of-one-age': { requests: 2, scenarios: ['order-burst'] },
  },
  scenarios: {
    'failing-attempts': { requests: 11, webhook: true, scenarios: ['undelivered-events'] },
    'undelivered-events': { requests: 12, webhook: true },
    'order-walk': { requests: 400, clock: 540 },
    'order-burst': { requests: 0 },
    specimens: { requests: 18, webhook: true, scenarios: ['undelivered-events'] },
  },
}

const done = ['failing-attempts', 'undelivered-events']

const pick = (ids: [string, Need[]?, 'last'?][], { deliveriesGoOn = true, begun = done } = {}) =>
  nextQuiet(
    ids.map(([id, needs, phase]) => checkOf(id, needs, phase)),
    { costs, deliveriesGoOn, begun: (scenario) => begun.includes(scenario) },
  )?.id

/** By their source: what they do to the clock is in no record. */
const scenariosThatHold = () => {
  const folder = join(root, 'conformance/scenarios')
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((source) => source.includes('.holdClock('))
  return {
    sources: sources.map((source) => source.split('\n')[0]),
    ids: sources.flatMap((source) => /\bid: '([^']+)'/.exec(source)?.[1] ?? []),
  }
}

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

t.test('what was never measured may do anything, and is left for later', async (t) => {
  t.equal(pick([['a.never-measured'], ['a.of-unknown'], ['a.reader']]), 'a.reader')
  t.equal(pick([['a.of-unknown']], { begun: [...done, 'never-measured'] }), 'a.of-unknown')
})

t.test('specimens come first where deliveries do not wait for each other, and not at all elsewhere', async (t) => {
  const both: [string, Need[]?][] = [['a.reader'], ['a.specimen', ['webhook']]]
  t.equal(pick(both), 'a.specimen')
  t.equal(pick(both, { deliveriesGoOn: false }), 'a.reader')
  t.equal(pick([['a.specimen', ['webhook']]], { begun: ['failing-attempts'] }), undefined, 'another sets the webhook')
})

const order = (checks: readonly Check[], { controlled = true, shuffled = false } = {}) =>
  arranged(checks, costs, { controlled, shuffled }).map(({ id, phase }) => (phase === 'last' ? `${id} last` : id))

t.test('the check that keeps an attempt waiting comes first', async (t) => {
  const [reader, slow] = [checkOf('a.reader'), checkOf('a.slow')]
  t.strictSame(order([reader, slow]), ['a.slow', 'a.reader'])
  t.strictSame(order([reader]), ['a.reader'])
  t.strictSame(order([reader, checkOf('a.slow', [], 'last')]), ['a.reader', 'a.slow last'])
})

t.test('what sleeps where no clock can be moved comes before the rest, but not before its phase', async (t) => {
  const checks = [checkOf('a.reader'), checkOf('a.walk'), checkOf('a.pause'), checkOf('a.walk', [], 'last')]
  t.strictSame(order(checks, { controlled: false }), ['a.walk', 'a.pause', 'a.reader', 'a.walk last'])
  t.strictSame(order(checks), ['a.reader', 'a.walk', 'a.pause', 'a.walk last'])
})

t.test('a drawn order is kept as it is', async (t) => {
  const drawn = [checkOf('a.reader'), checkOf('a.walk'), checkOf('a.slow')]
  for (const controlled of [true, false])
    t.strictSame(order(drawn, { controlled, shuffled: true }), ['a.reader', 'a.walk', 'a.slow'])
})

t.test('what holds the clock is left for later, too', async (t) => {
  t.equal(pick([['a.of-one-age'], ['a.reader']]), 'a.reader')
  t.equal(pick([['a.of-one-age']], { begun: [...done, 'order-burst'] }), 'a.of-one-age')
  const { sources, ids } = scenariosThatHold()
  t.ok(sources.length > 0)
  t.strictSame(ids.toSorted(), [...holdingClock].toSorted(), `the scenarios of ${sources.join(', ')}`)
})

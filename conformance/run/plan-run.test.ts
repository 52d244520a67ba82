import t from 'tap'
import { check, type Check } from '../kit/check.ts'
import { costOfCheck, costOfPreflight, scenariosOf, measuredCosts, type Costs } from './costs.ts'
import { scaling } from '../kit/effort.ts'
import { loadChecks } from '../checks/load-checks.ts'
import { unmetNeed } from './needs.ts'
import { planRun, type PlanOptions, type RunPlan } from './plan-run.ts'
import { shuffleChecks } from './select-checks.ts'
import { seededRandom } from '../kit/seeded-random.ts'

const claim = (id: string, ...verifies: string[]): Check => check({ id, verifies, needs: [], run: async () => {} })

const checks = [
  claim('list.cheap', 'rule.a', 'rule.b'),
  claim('list.dear', 'rule.c'),
  claim('feed.shared-one', 'rule.d', 'rule.e'),
  claim('feed.shared-other', 'rule.f', 'rule.g'),
  claim('feed.again', 'rule.a'),
]

const costs: Costs = {
  preflight: { requests: 3, scenarios: ['account'], roles: { other_lender: { requests: 2 } } },
  teardown: 1,
  checks: {
    'list.cheap': { requests: 2, cleanup: 1 },
    'list.dear': { requests: 50 },
    'feed.shared-one': { requests: 0, scenarios: ['walk'] },
    'feed.shared-other': { requests: 1, scenarios: ['walk'] },
    'feed.again': { requests: 4, scenarios: ['account'] },
  },
  scenarios: { account: { requests: 1 }, walk: { requests: 10, scenarios: ['catalog'] }, catalog: { requests: 2 } },
}

const plan = (given: Partial<PlanOptions> = {}): RunPlan =>
  planRun({ checks, costs, budget: null, able: () => true, has: () => false, cleanup: true, ...given })

const ids = (list: readonly Check[]): string[] => list.map(({ id }) => id)
const total = ({ phases }: RunPlan): number => phases.reduce((sum, { requests }) => sum + requests, 0)

t.test('without a budget everything runs, and each shared scenario is planned once', async (t) => {
  const { chosen, outside, effort, phases } = plan()
  t.strictSame(ids(chosen), ids(checks))
  t.strictSame(outside, [])
  t.equal(effort, 1)
  t.strictSame(phases, [
    { phase: 'preflight', requests: 3 },
    { phase: 'checks.list', requests: 52 },
    { phase: 'checks.feed', requests: 17 },
    { phase: 'cleanup', requests: 2 },
  ])
})

t.test('a short form of a scenario is planned where no check asks for the long one', async (t) => {
  const [long, short] = [claim('delivery.long', 'rule.j'), claim('feed.short', 'rule.k')]
  const given: Costs = {
    ...costs,
    checks: {
      'delivery.long': { requests: 0, scenarios: ['second-attempts'] },
      'feed.short': { requests: 1, scenarios: ['quick-second-attempts'] },
    },
    scenarios: {
      'failing-attempts': { requests: 100 },
      'second-attempts': { requests: 20, scenarios: ['failing-attempts'] },
      'quick-attempts': { requests: 10 },
      'quick-second-attempts': { requests: 2, scenarios: ['quick-attempts'] },
    },
  }
  const planned = (...asked: Check[]) => total(plan({ checks: asked, costs: given, cleanup: false }))
  t.equal(planned(short), 3 + 1 + 12)
  t.equal(planned(short, long), 3 + 1 + 120)
  t.equal(planned(long, short), 3 + 1 + 120)
})

t.test('a role costs its part of the preflight, and a target of our own no cleanup', async (t) => {
  const { phases } = plan({ has: (role) => role === 'other_lender', cleanup: false })
  t.match(phases, [{ phase: 'preflight', requests: 5 }, {}, {}, { phase: 'cleanup', requests: 0 }])
})

t.test('what a credential opens costs nothing where the profile has none', async (t) => {
  const given = {
    checks: [claim('account.environments', 'rule.i')],
    costs: {
      ...costs,
      checks: { 'account.environments': { requests: 0, scenarios: ['production-walk'] } },
      scenarios: { ...costs.scenarios, 'production-walk': { requests: 8, scenarios: ['walk'] } },
    },
    cleanup: false,
  }
  t.equal(total(plan(given)), 3)
  t.equal(total(plan({ ...given, has: (role) => role === 'production' })), 3 + 8 + 10 + 2)
})

t.test('a budget buys what verifies most rules for its requests, the checks of one scenario together', async (t) => {
  const tight = plan({ budget: 4 + 3 })
  t.strictSame(ids(tight.chosen), ['list.cheap'])
  t.strictSame(ids(tight.outside), ['list.dear', 'feed.shared-one', 'feed.shared-other', 'feed.again'])
  const wider = plan({ budget: 4 + 3 + 13 })
  t.strictSame(ids(wider.chosen), ['list.cheap', 'feed.shared-one', 'feed.shared-other'])
  for (const budget of [5, 7, 20, 25, 60, 70]) t.ok(total(plan({ budget })) <= budget, `${total(plan({ budget }))}`)
})

t.test('what adds no rule comes last, and what the target lacks costs nothing', async (t) => {
  t.ok(ids(plan({ budget: 25 }).chosen).includes('feed.again'), 'the requests left over are used')
  const { chosen } = plan({ budget: 7, able: ({ id }) => id !== 'list.dear' })
  t.strictSame(ids(chosen), ['list.cheap', 'list.dear'], 'it is skipped with a reason of its own')
})

t.test('random plans take what a budget leaves over', async (t) => {
  const all = [...checks, claim('random.lives', 'rule.h')]
  const rich = plan({ checks: all, budget: 500 })
  t.ok(ids(rich.chosen).includes('random.lives'))
  t.ok(rich.random > 100)
  t.ok(total(rich) <= 530, `${total(rich)}`)
  const tight = plan({ checks: all, budget: 80 })
  t.notOk(ids(tight.chosen).includes('random.lives'))
})

t.test('under a budget scenarios shrink before rules are given up', async (t) => {
  const walk = [claim('actions.all', 'rule.a', 'rule.b', 'rule.c'), claim('list.one', 'rule.d')]
  const dear: Costs = {
    ...costs,
    checks: { 'actions.all': { requests: 0, scenarios: ['order-walk'] }, 'list.one': { requests: 5 } },
    scenarios: { 'order-walk': { requests: 100 } },
  }
  const { chosen, effort } = plan({ checks: walk, costs: dear, budget: 64 })
  t.strictSame(ids(chosen), ['actions.all', 'list.one'])
  t.equal(effort, 0.5)
})

t.test('the measured costs know every check and scenario there is; `npm run costs` measures them again', async (t) => {
  const known = measuredCosts()
  const all = await loadChecks()
  t.strictSame(Object.keys(known.checks).toSorted(), ids(all).toSorted())
  for (const { id } of all)
    for (const scenario of scenariosOf(known, id)) t.ok(known.scenarios[scenario], `${id} asks for ${scenario}`)
  for (const source of Object.keys(scaling)) {
    const name = source.replace(/^scenario\./, '')
    t.ok(source === name ? known.checks[name] : known.scenarios[name], `${source} is scaled`)
  }
  t.ok(costOfPreflight(known, () => true).requests > costOfPreflight(known, () => false).requests)
  t.ok(costOfCheck(known, 'no.such-check').requests > 0)
  const trip = ({ scenarios }: Costs): number => scenarios['rate-trip']!.requests
  t.ok(
    trip(measuredCosts({ controlled: false })) >= 600,
    'without a control port a whole minute is used up by the trip alone',
  )
  t.ok(trip(known) < trip(measuredCosts({ controlled: false })), 'and a part of it is enough with one')
})

t.test('what only a control port can do is planned only where there is one', async (t) => {
  const letter = (facts: Parameters<typeof measuredCosts>[0]) => measuredCosts(facts).scenarios['dead-letter']!.requests
  t.ok(letter({}) > 0)
  t.ok(letter({ renewed: false }) > 0, 'whether or not it renews the rate limit')
  t.equal(letter({ controlled: false }), 0)
})

t.test('shuffled checks are all there, what looks back comes last, and a seed repeats its order', async (t) => {
  const all = await loadChecks()
  const order = (seed: number) => shuffleChecks(all, seededRandom(seed, 'order'))
  t.strictSame(ids(order(1)).toSorted(), ids(all).toSorted())
  t.strictSame(ids(order(1)), ids(order(1)))
  t.notSame(ids(order(1)), ids(order(2)))
  const phases = order(3).map(({ phase, atFullWindow }) => (atFullWindow ? 2 : phase === 'last' ? 1 : 0))
  t.strictSame(phases, phases.toSorted())
  const looksBack = (list: readonly Check[]) =>
    ids(list.filter(({ phase, atFullWindow }) => phase === 'last' && !atFullWindow))
  t.strictSame(looksBack(order(3)), looksBack(all), 'what looks back does so in its own order')
})

t.test('what a whole run does in passing costs what it leaves to do', async (t) => {
  const trip = claim('limits.trip', 'rule.h')
  const large = {
    ...costs,
    checks: { ...costs.checks, 'limits.trip': { requests: 0, scenarios: ['rate-trip'] } },
    scenarios: { ...costs.scenarios, walk: { requests: 1_150 }, 'rate-trip': { requests: 604 } },
    inPassing: { 'rate-trip': { requests: 15 } },
  }
  const given = { costs: large, checks: [...checks, trip], cleanup: false }
  t.equal(total(plan(given)), 3 + 2 + 50 + 1_150 + 1 + 4 + 15)
  t.equal(plan(given).forWindow, 604 - 15, 'a slow target may let a window pass before it is used up')
  const alone = { ...large, scenarios: { ...large.scenarios, walk: { requests: 1_100 } } }
  t.equal(total(plan({ ...given, costs: alone })), 3 + 2 + 50 + 1_100 + 1 + 4 + 604, 'too few requests for two windows')
  t.equal(plan({ ...given, costs: alone }).forWindow, 0)
  t.ok(total(plan({ ...given, budget: 1_000 })) <= 1_000)
})

t.test('without a control port a whole run keeps its bound', async (t) => {
  const facts = {
    environment: 'sandbox',
    control: null,
    has: () => true,
    ordersAllowed: true,
    webhook: null,
  } as const
  const whole = plan({
    checks: await loadChecks(),
    costs: measuredCosts({ controlled: false }),
    able: ({ needs, wait }) => unmetNeed(needs, { ...facts, ...(wait && { wait }) }) === null,
    has: () => true,
    cleanup: false,
  })
  t.ok(total(whole) <= 1_600, `${total(whole)} requests, of 1,600 at most, besides those that cancel what it placed`)
})

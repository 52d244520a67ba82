// The parts of a matrix: nothing left out, nothing twice, about as much to do in each; and what shows two to be of one selection.
import t from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { readBaseline } from './baseline.ts'
import { knownReasons } from './collateral.ts'
import { planMatrix, weightOf, weights, type Measures } from './plan-matrix.ts'
import { fingerprintOf, partsOf } from './take-part.ts'

const checks = await loadChecks()
const reasons = knownReasons()
const baseline = readBaseline()
const defects = Object.keys(baseline.killed).map((id) => ({ id, breaks: 'order.has-id', bug: 'A bug.' }))
const usual: Measures = { seed: 1, whole: 8, random: 12, shorten: 24, reference: true }
const planOf = (measures: Partial<Measures> = {}, given = defects) =>
  planMatrix(given, { ...usual, ...measures }, { baseline, checks })
const idsOf = ({ orders }: ReturnType<typeof planOf>) => orders.map(({ order }) => order.defect.id)

for (const of of [1, 2, 4, 16])
  t.test(`in ${of} parts, all that the single run does is done once`, async (t) => {
    const plan = planOf()
    const parts = partsOf(plan, of)
    const orders = parts.flatMap((part) => part.orders)
    t.strictSame(
      orders.map(({ order }) => JSON.stringify(order)).toSorted(),
      plan.orders.map(({ order }) => JSON.stringify(order)).toSorted(),
      'each defect with the very order it has in the single run',
    )
    t.strictSame(
      parts.flatMap(({ references }) => references.map(String)).toSorted(),
      plan.references.map(String).toSorted(),
    )
    const heaviest = Math.max(weights.reference, ...plan.orders.map(({ weight }) => weight))
    const loads = parts.map(weightOf)
    t.ok(Math.max(...loads) - Math.min(...loads) <= heaviest, loads.join(', '))
  })

t.test('the parts are the same in whatever order the defects come', async (t) => {
  const parts = partsOf(planOf(), 4).map((part) => idsOf(part).toSorted())
  t.strictSame(
    partsOf(planOf({}, defects.toReversed()), 4).map((part) => idsOf(part).toSorted()),
    parts,
  )
})

t.test('a part keeps the longest first', async (t) => {
  for (const { orders } of partsOf(planOf(), 4)) {
    const own = orders.map(({ weight }) => weight)
    t.strictSame(
      own,
      own.toSorted((a, b) => b - a),
    )
  }
})

t.test('one selection has one fingerprint, and whatever changes a verdict changes it', async (t) => {
  const known = { checks, reasons }
  const own = fingerprintOf(planOf(), known)
  t.match(own, /^[0-9a-f]{16}$/)
  t.equal(fingerprintOf(planOf({}, defects.toReversed()), known), own, 'the order of the defects does not matter')
  const others = {
    'another seed': fingerprintOf(planOf({ seed: 2 }), known),
    'more whole runs': fingerprintOf(planOf({ whole: 9 }), known),
    'all whole runs': fingerprintOf(planOf({ whole: null }), known),
    'no references': fingerprintOf(planOf({ reference: false }), known),
    'a defect less': fingerprintOf(planOf({}, defects.slice(1)), known),
    'a defect that breaks another rule': fingerprintOf(
      planOf({}, [{ ...defects[0]!, breaks: 'order.has-status' }, ...defects.slice(1)]),
      known,
    ),
    'a check less': fingerprintOf(planOf(), { checks: checks.slice(1), reasons }),
    'a reason less': fingerprintOf(planOf(), { checks, reasons: reasons.slice(1) }),
  }
  for (const [what, other] of Object.entries(others)) t.not(other, own, what)
})

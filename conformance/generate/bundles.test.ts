// Violations put together are each what they are alone: wrong at one place, in a body that is right but for these.
import t from 'tap'
import { bundlesOf } from './bundles.ts'
import { coverageOf, ground } from './demo-ground.support.ts'
import { concerns, setAt, valueIn } from './violation.ts'
import { violationsOf } from './violations.ts'

const { violations } = violationsOf(coverageOf(0), ground, { unresolvablePostalCodes: ['00000'] })
const { alone, bundles } = bundlesOf(violations)

t.test('each violation is sent once, and one of its own for every rule that nothing is created', async (t) => {
  const sent = [...alone, ...bundles.flatMap((bundle) => bundle.violations)]
  t.strictSame(sent.map(({ id }) => id).toSorted(), violations.map(({ id }) => id).toSorted())
  const rules = (all: typeof violations) => [...new Set(all.flatMap((one) => one.createsNothing))].toSorted()
  t.strictSame(rules(alone), rules(violations))
  t.ok(bundles.some((bundle) => bundle.violations.length > 10))
})

t.test('a bundle differs from the valid order of its violations at the place of each, and nowhere else', async (t) => {
  for (const { violations: together, request } of bundles) {
    const expected = structuredClone(together[0]!.valid)
    for (const { id, at, request: single } of together) {
      const [place] = at as [string]
      const others = together.filter((other) => other.id !== id)
      t.notOk(
        others.some((other) => concerns(place, other.at)),
        `${id} lies within no other place`,
      )
      setAt(expected, place, valueIn(single, place))
    }
    t.strictSame(request, expected as object)
  }
})

t.test('what is known by its code or by its field is sent alone', async (t) => {
  for (const { id, refusal } of bundles.flatMap((bundle) => bundle.violations)) {
    t.equal(refusal.codeRule, undefined, id)
    t.equal(refusal.field, undefined, id)
  }
})

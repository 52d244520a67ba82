// A target that leaves fields of its answers out, empty, null or of another type: each is a violation of its own rules, and the suite goes on. A
// sample; `tests/nightly/spoiled-fields.test.ts` takes every field.
import t, { type Test } from 'tap'
import { drawnFields, type Spoilt } from './spoiled-fields.ts'
import { expectGoesOn, runSpoilt } from './spoiled-run.ts'

// A server that leaves empty lists out, as several frameworks do, is the commonest of them.
const lists: Spoilt[] = ['loan_types', 'add_ons', 'loan_purposes', 'property_types'].map((name) => ({
  field: `OrderType.${name}`,
  spoiling: 'dropped',
}))

const goesOn = async (t: Test, spoilt: readonly Spoilt[], only: readonly string[]): Promise<void> =>
  expectGoesOn(t, spoilt, await runSpoilt([], only), only)

t.test('lists of a product that are left out', (t) => goesOn(t, lists, ['catalog', 'create']))

t.test('the type of the documents is left out', (t) =>
  goesOn(
    t,
    [{ field: 'DocumentSummary.content_type', spoiling: 'dropped' }],
    ['documents.supporting-comes-at-any-time'],
  ),
)

t.test('fields drawn from all that answers hold, one at a time', async (t) => {
  const only = ['account', 'messages']
  const clean = await runSpoilt([], only)
  for (const spoilt of drawnFields([...clean.places.keys()], 4, 'spoiled fields'))
    await t.test(`${spoilt.field} ${spoilt.spoiling}`, (t) => expectGoesOn(t, [spoilt], clean, only))
})

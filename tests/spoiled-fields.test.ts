// A target that leaves fields of its answers out, empty, null or of another type: each is a violation of its own rules, and the suite goes on. A
// sample; `tests/nightly/spoiled-fields.test.ts` takes every field.
import t from 'tap'
import { seededRandom } from '../conformance/kit/seeded-random.ts'
import { answerFields, spoilings, type Spoilt } from './spoiled-fields.ts'
import { expectGoesOn, fieldsLeadingOn } from './spoiled-run.ts'

const random = seededRandom(20_261_128, 'spoiled fields')

const drawn = (): Spoilt => {
  const fields = answerFields().filter((field) => !fieldsLeadingOn.test(field))
  const at = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  return { field: at(fields), spoiling: at(spoilings) }
}

// A server that leaves empty lists out, as several frameworks do, is the commonest of them.
const lists: Spoilt[] = ['loan_types', 'add_ons', 'loan_purposes', 'property_types'].map((name) => ({
  field: `OrderType.${name}`,
  spoiling: 'dropped',
}))

t.test('lists of a product that are left out', (t) => expectGoesOn(t, lists, ['catalog', 'create']))

t.test('the type of the documents is left out', (t) =>
  expectGoesOn(
    t,
    [{ field: 'DocumentSummary.content_type', spoiling: 'dropped' }],
    ['documents.supporting-comes-at-any-time'],
  ),
)

const sample = [drawn(), drawn(), drawn()]
t.test(`drawn: ${sample.map(({ field, spoiling }) => `${field} ${spoiling}`).join(', ')}`, (t) =>
  expectGoesOn(t, sample, ['account', 'messages']),
)

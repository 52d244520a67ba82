// What the OpenAPI document permits and refuses stays what it was, however its schemas are written.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadFixture } from './fixture-files.ts'
import {
  changesOf,
  judgeOf,
  placesOf,
  texts,
  unpacked,
  type Document,
  type Meaning,
  type Schema,
} from './openapi-meaning.ts'
import { root } from './places.ts'
import { change } from './simulator/samples.ts'

const recorded = JSON.parse(readFileSync(join(root, 'tests', 'openapi-meaning.json'), 'utf8')) as Meaning
const toRecord = 'Where it is meant: node dist/scripts/record-openapi-meaning.js'

const bitsThatDiffer = (before: string, after: string): number[] =>
  [...after].flatMap((bit, index) => (before[index] === bit ? [] : [index]))

/** Every change on which a document differs from what was recorded, of the places whose names begin so. */
const differences = (document: Document, beginning = ''): string[] => {
  const judge = judgeOf(document)
  const schemas = new Map(placesOf(document).map(({ place, schema }) => [place, schema]))
  const of = (place: string, compare: (schema: Schema) => string[]): string[] => {
    const schema = schemas.get(place)
    if (!place.startsWith(beginning)) return []
    return schema ? compare(schema) : [`${place} is gone`]
  }
  const now = (bit: string | undefined) => `is ${bit === '1' ? 'valid' : 'invalid'} now`
  const ofTexts = Object.entries(recorded.texts).flatMap(([place, verdicts]) =>
    of(place, (schema) => {
      const after = judge.ofText(schema)
      return bitsThatDiffer(unpacked(verdicts), after).map(
        (index) => `${place}: ${JSON.stringify(texts[index])} ${now(after[index])}`,
      )
    }),
  )
  const ofValues = recorded.values.flatMap(({ places, value, verdicts }) =>
    places.flatMap((place) =>
      of(place, (schema) => {
        const after = judge.ofValue(schema, value)
        const differing = bitsThatDiffer(unpacked(verdicts), after)
        const changes = differing.length > 0 ? [...changesOf(value)] : []
        return differing.map((index) => {
          const { at, to } = changes[index]!
          return `${place}: ${at} ${JSON.stringify(to)} ${now(after[index])}`
        })
      }),
    ),
  )
  const kept = new Set([...Object.keys(recorded.texts), ...recorded.values.flatMap(({ places }) => places)])
  const added = [...schemas.keys()].filter((place) => !kept.has(place)).map((place) => `${place} is not recorded`)
  return [...ofTexts, ...ofValues, ...added]
}

const load = () => loadFixture<Document>('openapi.yaml')

t.test('the same values are valid and invalid as were recorded', async (t) => {
  const found = differences(load())
  t.strictSame(found.slice(0, 20), [], `${found.length} differences. ${toRecord}`)
})

t.test('what was seen is valid itself, and most changes of it are not', async (t) => {
  const bits = recorded.values.map(({ verdicts }) => unpacked(verdicts))
  t.ok(bits.every((one) => one.startsWith('1')))
  t.ok(bits.join('').split('0').length > bits.join('').split('1').length)
})

/** Edits that a generator would like as well, and that mean something else: a path below the schemas, and what stands there then. */
const wrongEdits: readonly [name: string, at: string, path: string, to?: unknown][] = [
  ['a star beside other types', 'setWebhook request', 'SetWebhookRequest.properties.events.if'],
  ['a timestamp of any zone', 'ping 200', 'Timestamp.pattern'],
  ['a nullable timestamp that is not null', 'getOrder 200', 'NullableTimestamp.type', 'string'],
  ['a nullable amount of any form', 'getOrder 200', 'NullableMoney.pattern'],
  ['an event of any type', 'order.on_hold', 'OrderOnHoldEvent.allOf.1.properties.type.enum'],
  ['a property without a city', 'getOrder 200', 'PropertyAddress.properties.city.type', ['string', 'null']],
  ['a refusal without its status', 'holdOrder 409', 'ActionRefusal.then'],
  ['a list without its rows', 'listOrders 200', 'OrderList.allOf.1.required'],
  ['rows that are texts', 'createOrder request', 'CreateOrderRequest.properties.documents.items', { type: 'integer' }],
]

for (const [name, at, path, to] of wrongEdits)
  t.test(`a wrong edit is seen: ${name}`, async (t) => {
    const document = change(load(), { [`components.schemas.${path}`]: to }) as unknown as Document
    t.ok(differences(document, at).length > 0)
  })

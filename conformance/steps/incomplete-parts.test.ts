// Every field of a create that the schema lets be left out is left out by an order, its object being there.
import t from 'tap'
import { coveringOrders } from '../generate/composed-order.ts'
import { coverageOf, ground } from '../generate/demo-ground.support.ts'
import { requestFields, valuesAt } from '../generate/request-fields.ts'
import { incompleteParts } from './incomplete-parts.ts'
import { looseCreates } from './odd-creates.ts'
import type { OrderBody } from './order-body.ts'

const { orders } = coveringOrders(coverageOf(0).orderable, ground)
const plain = orders.map(({ request }) => request as never as OrderBody)

/** With what the seed chooses from, all of it. */
const odd = [0, 1].map((turn) =>
  looseCreates((list) => list[turn % list.length]!).reduce((body, { change }) => change(body), plain[0]!),
)

const isLeftOut = (bodies: readonly object[], path: string): boolean => {
  const steps = path.split('.')
  const above = steps.slice(0, -1).join('.')
  return bodies.some((body) =>
    (above === '' ? [body] : valuesAt(body, above)).some(
      (value) => (value as Record<string, unknown>)[steps.at(-1)!] === undefined,
    ),
  )
}

const optional = requestFields().filter(({ path, isRequired }) => !isRequired && !path.endsWith('*'))

t.test('ordinary and odd creates leave each optional field out', async (t) => {
  t.ok(optional.length > 25, `${optional.length} fields`)
  for (const { path } of optional) t.ok(isLeftOut([...plain, ...odd], path), path)
})

t.test('what only odd creates leave out', async (t) => {
  const only = optional.filter(({ path }) => !isLeftOut(plain, path)).map(({ path }) => path)
  t.matchOnly(only.toSorted(), [
    'borrowers.*.address.postal_code',
    'borrowers.*.address.street',
    'borrowers.*.address.unit',
    'parties.additional_contacts.*.email',
    'parties.additional_contacts.*.name',
    'parties.additional_contacts.*.purpose',
    'parties.real_estate_agent.first_name',
    'parties.real_estate_agent.last_name',
  ])
})

t.test('an additional contact keeps the parts sent, and may show more where a part is missing', async (t) => {
  const { shows, change } = incompleteParts((list) => list[0]!).find(({ what }) => what.startsWith('additional'))!
  const { accept } = shows![0]!
  const { additional_contacts: sent } = change(plain[0]!)['parties'] as { additional_contacts: object[] }
  const filled = sent.map((one) => ({ purpose: 'report', name: '', email: null, id: 7, ...one }))
  for (const shown of [sent, filled, filled.toReversed()]) t.ok(accept(shown))
  for (const shown of [
    null,
    filled.slice(1),
    [...filled.slice(1), null],
    [...filled, filled[0]],
    [...filled.slice(1), filled[1]],
    filled.map((one) => ({ ...one, name: '' })),
  ])
    t.notOk(accept(shown), JSON.stringify(shown))
})

// Shows that a summary of another address is found, and that a short or reworded one is none.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createSecrets } from '../sut/secrets.ts'
import { addressSummaries } from './address-summaries.ts'
import { createMemory } from './invariant.ts'

const address = {
  street: '1200 Sample Street',
  unit: 'Apt. 4',
  city: 'Austin',
  state: 'TX',
  postal_code: '78701',
  county: 'Travis',
}

const isRefused = (property_address_summary: string, of: object = address): boolean => {
  const memory = createMemory(createSecrets())
  const read = exchangeOf({ operation: 'getOrder', body: { id: 'ord_1', property: { address: of } } })
  const list = exchangeOf({ operation: 'listOrders', body: { data: [{ id: 'ord_1', property_address_summary }] } })
  return [read, list].flatMap((one) => addressSummaries.assert(one, memory)).some(({ passed }) => !passed)
}

t.test('another address is found', async (t) => {
  t.ok(isRefused('77 Another Avenue, Austin, TX 78701'), 'of a borrower next door')
  t.ok(isRefused('Dallas, Texas'))
  t.ok(isRefused('1200 Sample Street, Dallas, TX 75201'))
})

t.test('any form of the own one is taken', async (t) => {
  for (const summary of [
    '1200 Sample Street, Apt. 4, Austin, TX 78701',
    '1200 SAMPLE ST #4 AUSTIN TX 78701-1234',
    'Austin, TX',
    'Travis County',
    'TX 78701',
  ])
    t.notOk(isRefused(summary), summary)
  t.notOk(isRefused('Río Piedras', { ...address, city: 'RIO PIEDRAS', county: 'Río Grande' }), 'one word suffices')
})

// City, state and county that were left out are those of the postal code, the city by the name the postal service prefers.
import { orderInputs } from '../../scenarios/order-inputs.ts'
import { seen } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const preferred = 'create.filled-city-is-the-preferred-place-name'
const city = 'create.city-is-filled-from-the-postal-code'
const state = 'create.state-is-filled-from-the-postal-code'
const county = 'create.county-is-filled-from-the-postal-code'

type Known = { city: string; state: readonly string[]; county?: string }

// Well-known codes, each within one county; where there is none, no county is expected.
const known: Record<string, Known> = {
  '78701': { city: 'Austin', state: ['TX', 'Texas'], county: 'Travis' },
  '10001': { city: 'New York', state: ['NY', 'New York'], county: 'New York' },
  '20001': { city: 'Washington', state: ['DC', 'District of Columbia'] },
  '60601': { city: 'Chicago', state: ['IL', 'Illinois'], county: 'Cook' },
  '98101': { city: 'Seattle', state: ['WA', 'Washington'], county: 'King' },
  '90012': { city: 'Los Angeles', state: ['CA', 'California'], county: 'Los Angeles' },
  '00901': { city: 'San Juan', state: ['PR', 'Puerto Rico'] },
  '96799': { city: 'Pago Pago', state: ['AS', 'American Samoa'] },
}

const lower = (value: unknown): string => String(value).toLowerCase()

export default check({
  id: 'create.filled-place-is-the-postal-services',
  verifies: [preferred, city, state, county],
  needs: ['orders'],
  async run({ shared, expect }) {
    const { bare } = await shared(orderInputs)
    for (const { order, answer, read } of bare) {
      const place = known[order.place.postal_code]
      if (!place || !succeeded(answer)) continue
      for (const shown of read ? [answer, read] : [answer]) {
        const at = (part: string) => seen(shown, `/property/address/${part}`)
        expect([city, preferred]).that(at('city'), (value) => lower(value) === lower(place.city), place.city)
        expect(state).that(
          at('state'),
          (value) => place.state.some((name) => lower(name) === lower(value)),
          place.state.join(' or '),
        )
        if (place.county !== undefined)
          expect(county).that(at('county'), (value) => lower(value).startsWith(lower(place.county)), place.county)
      }
    }
    throw notTested('no-resolvable-postal-code')
  },
})

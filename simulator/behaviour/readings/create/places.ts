// Permitted readings of the freedoms of a create that are about the place of a property.
import { instead } from '../../operators/index.ts'
import type { AddressDraft } from '../../../domain/order-draft.ts'
import type { Detail } from '../../../domain/refusal.ts'
import type { Place } from '../../../places/resolve-postal-code.ts'
import type { AreaReadings, ReadingPatch } from '../reading.ts'
import { ruleAs } from '../reading-patches.ts'
import { kept, invalid, refused } from './refused.ts'

const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Refuses an address by the place of its postal code. */
const placeRefused =
  (faults: (address: AddressDraft, place: Place) => Detail[]): ReadingPatch =>
  (ground) => {
    const { creation } = ground.behaviour
    refused('semantic_validation_failed', ({ property: { address } }) => {
      const place = creation.resolve(address.postal_code)
      return place ? faults(address, place) : []
    })(ground)
  }

const otherCity = placeRefused(({ city }, place) =>
  city && !sameName(city, place.city) ? invalid('property.address.city', city, 'is not its city') : [],
)

/** A state in full or a county with its designation is the same by another name. */
const otherRegion = placeRefused(({ state, county }, place) => {
  const isStray = state && /^[a-z]{2}$/i.test(state) && !sameName(state, place.state)
  const counties = [place.county, ...Object.values(shared).flat()]
  const isKnown = county && counties.some((one) => county.toLowerCase().startsWith(one.toLowerCase()))
  return [
    ...(isStray ? invalid('property.address.state', state, 'is not its state') : []),
    ...(county && !isKnown ? invalid('property.address.county', county, 'is not its county') : []),
  ]
})

const isNine = (code: string): boolean => /^\d{5}-\d{4}$/.test(code)

/** Codes that lie in two counties; the first is the one with most of their addresses. */
const shared: Record<string, readonly [string, string]> = {
  '60010': ['Lake', 'Cook'],
  '75252': ['Collin', 'Dallas'],
  '75287': ['Denton', 'Collin'],
  '78613': ['Williamson', 'Travis'],
  '94303': ['San Mateo', 'Santa Clara'],
}

const countyOf = (choose: (usual: string | null, counties: readonly [string, string]) => string | null): ReadingPatch =>
  kept((address, sent) => {
    const counties = shared[(sent.postal_code ?? '').slice(0, 5)]
    return counties && !sent.county ? { ...address, county: choose(address.county, counties) } : address
  })

export const createPlaces: AreaReadings = {
  'create.city-differs': {
    'as-sent': kept((address, sent) => ({ ...address, city: sent.city || address.city })),
    'status-422': otherCity,
  },
  'create.state-or-county-differs': {
    replaced: kept((address, _sent, place) =>
      place ? { ...address, state: place.state, county: place.county } : address,
    ),
    'status-422': otherRegion,
  },
  'create.postal-code-form': {
    'five-digits': kept((address) => ({
      ...address,
      postal_code: address.postal_code && address.postal_code.slice(0, 5),
    })),
    'status-422': instead('creation.semantic.postalCode', (usual, draft, context) => {
      const { postal_code } = draft.property.address
      return isNine(postal_code)
        ? invalid('property.address.postal_code', postal_code, 'cannot be resolved to a place in the United States')
        : usual(draft, context)
    }),
  },
  'create.unresolvable-postal-code-code': { 'validation-failed': ruleAs('postalCode', 'validation_failed') },
  'create.street-standardised': {
    'postal-form': kept((address) => ({
      ...address,
      street: address.street && address.street.toUpperCase(),
      unit: address.unit && address.unit.toUpperCase(),
    })),
  },
  'create.county-when-several': {
    'any-of-them': countyOf((_usual, [, other]) => other),
    'null-value': countyOf(() => null),
  },
}

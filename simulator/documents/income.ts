// The income approach of a report on a small rental building: rents of its units, of others, and the value that they come to.

import type { Dwelling } from './comparables.ts'

/** Who is in a unit: the owner and a vacant unit pay nothing. */
export type Tenancy = 'owner' | 'tenant' | 'vacant'

export type RentedUnit = {
  readonly ordinal: number
  readonly tenancy: Tenancy
  readonly bedrooms: number
  /** Full and half ones, as forms write them: `1.0`. */
  readonly baths: string
  readonly full_baths: number
  readonly half_baths: number
  readonly area: number
  /** A month, in whole units of the order's currency. */
  readonly actual: number
  readonly market: number
}

type Rental = {
  readonly ordinal: number
  readonly street: string
  readonly miles: string
  readonly direction: string
  /** Of one unit, a month. */
  readonly rent: number
}

export type Income = {
  readonly units: readonly RentedUnit[]
  readonly rentals: readonly Rental[]
  readonly actual: number
  readonly market: number
  /** Value over the market rent of a month, with two decimals. */
  readonly multiplier: string
  readonly value: number
}

type Basis = {
  readonly value: number
  readonly dwelling: Dwelling
  readonly units: number
  readonly occupancy: string
  readonly spread: Buffer
}

const tenancyOf = (occupancy: string, ordinal: number): Tenancy => {
  if (occupancy === 'vacant') return 'vacant'
  return occupancy === 'investment_property' || ordinal > 1 ? 'tenant' : 'owner'
}

const streets = ['Iris', 'Juniper', 'Kapok', 'Laurel', 'Maple', 'Nutmeg']

export const incomeOf = ({ value, dwelling, units: count, occupancy, spread }: Basis): Income => {
  // A month of rent is between a 110th and a 150th of the value; to be let at all costs something.
  const rent = Math.max(1, Math.round(value / (110 + (spread[21]! % 40)) / count))
  const units = Array.from({ length: count }, (_, index): RentedUnit => {
    const ordinal = index + 1
    const tenancy = tenancyOf(occupancy, ordinal)
    const half_baths = ordinal === 1 ? dwelling.half_baths : 0
    const full_baths = dwelling.full_baths / count
    return {
      ordinal,
      tenancy,
      bedrooms: dwelling.bedrooms / count,
      baths: `${full_baths}.${half_baths}`,
      full_baths,
      half_baths,
      area: dwelling.area / count,
      actual: tenancy === 'tenant' ? Math.max(1, Math.round(rent * (1 - (spread[22 + index]! % 12) / 100))) : 0,
      market: rent,
    }
  })
  const market = rent * count
  const multiplier = (value / market).toFixed(2)
  return {
    units,
    rentals: [26, 27, 28].map((place, index) => ({
      ordinal: index + 1,
      street: `${100 + spread[place]!} ${streets[spread[place]! % streets.length]} St`,
      miles: (0.2 + (spread[place]! % 70) / 100).toFixed(2),
      direction: ['North', 'East', 'South', 'West'][spread[place]! % 4]!,
      rent: Math.max(1, Math.round((rent * (97 + 3 * index)) / 100)),
    })),
    actual: units.reduce((sum, { actual }) => sum + actual, 0),
    market,
    multiplier,
    value: Math.round(Number(multiplier) * market),
  }
}

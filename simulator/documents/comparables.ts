// The sales that an invented appraisal compares the subject with: their adjusted prices lie around its value.

export type Dwelling = {
  readonly built: number
  readonly stories: number
  readonly bedrooms: number
  readonly full_baths: number
  readonly half_baths: number
  /** Finished square feet above grade. */
  readonly area: number
}

type Adjustment = {
  /** As the two standards name it; rooms have an element of their own in 2.6. */
  readonly kind_26: string | null
  readonly kind_36: string
  readonly label: string
  readonly described: string
  readonly amount: number
}

export type Comparable = {
  readonly ordinal: number
  readonly street: string
  readonly miles: string
  readonly direction: string
  readonly sold_on: string
  readonly contracted_on: string
  readonly dwelling: Dwelling
  readonly price: number
  readonly adjustments: readonly Adjustment[]
  readonly net: number
  readonly adjusted: number
  readonly weight: 'Most' | 'Less'
}

type Basis = {
  readonly value: number
  readonly dwelling: Dwelling
  readonly spread: Buffer
  /** The effective date, YYYY-MM-DD: no sale lies after it. */
  readonly on: string
}

const streets = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elder', 'Fir', 'Gum', 'Hazel']
const directions = ['North', 'East', 'South', 'West']
/** Of the adjusted prices, in thousandths of the value. */
const apart = [0, -10, 15]
const daysAgo = [38, 81, 127]
const day = 86_400_000

const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * day).toISOString().slice(0, 10)

export const comparablesOf = ({ value, dwelling, spread, on }: Basis): Comparable[] =>
  apart.map((thousandths, index) => {
    const [first, second, third] = [...spread.subarray(12 + 3 * index, 15 + 3 * index)] as [number, number, number]
    // Adjustments stay below a tenth of the value, however small a purchase price is.
    const unit = Math.floor(value / 200)
    const areaSteps = (first % 7) - 3
    const bathSteps = (second % 3) - 1
    const full_baths = Math.max(1, dwelling.full_baths - bathSteps)
    const adjustments: Adjustment[] = [
      {
        kind_26: 'GrossLivingArea',
        kind_36: 'LivingUnitStandardFinishedAreaAboveGrade',
        label: 'Living area',
        described: String(dwelling.area - areaSteps * 50),
        amount: areaSteps * unit,
      },
      {
        kind_26: null,
        kind_36: 'LivingUnitBathroomCount',
        label: 'Bathrooms',
        described: `${full_baths}.${dwelling.half_baths}`,
        amount: (dwelling.full_baths - full_baths) * unit,
      },
    ]
    const net = adjustments.reduce((sum, { amount }) => sum + amount, 0)
    const adjusted = Math.round(value + (value * thousandths) / 1000)
    const sold_on = daysBefore(on, daysAgo[index]! + (third % 9))
    return {
      ordinal: index + 1,
      street: `${100 + second * 3} ${streets[third % streets.length]} ${first % 2 === 0 ? 'Ln' : 'Ct'}`,
      miles: (0.1 + (third % 90) / 100).toFixed(2),
      direction: directions[first % directions.length]!,
      sold_on,
      contracted_on: daysBefore(sold_on, 30),
      dwelling: {
        ...dwelling,
        full_baths,
        built: dwelling.built - (second % 6),
        area: dwelling.area - areaSteps * 50,
      },
      price: adjusted - net,
      adjustments,
      net,
      adjusted,
      weight: index === 0 ? 'Most' : 'Less',
    }
  })

// What an invented appraisal says of a property: the same in its PDF, its XML and its package, and the same each time.

import { createHash } from 'node:crypto'
import { remembered } from '../lib/remembered.ts'
import { formOf, type AppraisalForm } from './appraisal-form.ts'
import { comparablesOf, type Comparable, type Dwelling } from './comparables.ts'
import type { DocumentInput } from './document-input.ts'
import { incomeOf, type Income } from './income.ts'
import type { View } from './photo.ts'

export type AppraisalFacts = {
  readonly form: AppraisalForm
  /** Whole units of the order's currency. */
  readonly value: number
  readonly dwelling: Dwelling
  readonly units: number
  readonly lot_square_feet: number
  readonly condition: string
  readonly quality: string
  readonly comparables: readonly Comparable[]
  /** On the form for small rental buildings alone. */
  readonly income?: Income
}

/** Bytes that follow from the order alone, one for each question. */
const spreadOf = remembered((order_id: string) => createHash('sha256').update(order_id).digest(), 100)

/** The most that an appraised value may be (UAD 3.6, rule UAD1264). */
const mostValue = 1_000_000_000

/** The price of a purchase, else whole thousands that follow from the order. */
function valueOf({ order_id, purchase_price }: DocumentInput): number {
  const price = Number(/^\d{1,10}(?=\.\d\d$)/.exec(purchase_price ?? '')?.[0] ?? 0)
  if (price > 0 && price <= mostValue) return price
  return (200 + (spreadOf(order_id).readUInt16BE() % 600)) * 1000
}

function unitsOf({ order_id, property_type }: DocumentInput, form: AppraisalForm): number {
  if (form.type === 'VacantLand') return 0
  if (property_type === 'multifamily_more_than_four_units') return 5 + (spreadOf(order_id)[2]! % 8)
  const several = property_type === 'two_to_four_unit_property' || form.number === '1025'
  return several ? 2 + (spreadOf(order_id)[2]! % 3) : 1
}

export function factsOf(input: DocumentInput): AppraisalFacts {
  const spread = spreadOf(input.order_id)
  const form = formOf(input)
  const value = valueOf(input)
  const units = unitsOf(input, form)
  const bedrooms = 2 + (spread[3]! % 3)
  const dwelling: Dwelling = {
    built: 1955 + (spread[4]! % 65),
    stories: 1 + (spread[5]! % 2),
    bedrooms: bedrooms * Math.max(units, 1),
    full_baths: Math.max(1 + (spread[6]! % 2), bedrooms - 2) * Math.max(units, 1),
    half_baths: spread[7]! % 2,
    area: (400 + bedrooms * 250 + (spread[8]! % 24) * 50) * Math.max(units, 1),
  }
  return {
    form,
    value,
    dwelling,
    units,
    lot_square_feet: 5000 + (spread[9]! % 60) * 125,
    condition: `C${2 + (spread[10]! % 3)}`,
    quality: `Q${3 + (spread[11]! % 2)}`,
    comparables: comparablesOf({ value, dwelling, spread, on: input.inspected_on }),
    ...(form.number === '1025' && {
      income: incomeOf({ value, dwelling, units, occupancy: input.occupancy, spread }),
    }),
  }
}

/** What the front picture shows. */
export const viewOf = ({ units }: AppraisalFacts): View => (units > 0 ? 'house' : 'land')

// Permitted readings of the freedoms of the area order.
import { instead, misread, replace, set, wrap } from '../operators/index.ts'
import type { Order } from '../../domain/records.ts'
import { planningRegionOf } from '../../places/planning-region-of.ts'
import { resolvePostalCode } from '../../places/resolve-postal-code.ts'
import { stateNames } from '../../places/state-names.ts'
import { localDate } from '../../places/time-zones.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

type Wire = Record<string, unknown>

const numbered = (format: (count: number) => string): ReadingPatch =>
  replace('creation.orderNumber', ({ next_order_number }) => format(next_order_number))

const appraiserAs = (shape: (appraiser: NonNullable<Order['appraiser']>) => unknown): ReadingPatch =>
  replace('present.appraiserShape', shape)

const appointmentAsDate: ReadingPatch = wrap('present.appointment', (shown, order) =>
  shown === null ? null : localDate(order.appointment_at!, order.property.address.postal_code),
)

/** An appointment stands while the order is in its status, and while it only rests. */
const appointmentCleared: ReadingPatch = instead('present.appointment', (usual, order) => {
  const stands = [order.status.code, order.previous_status].includes('appointment_scheduled')
  return stands ? usual(order) : null
})

const clearedWhileRevising: ReadingPatch = instead('present.completed', (usual, order) => {
  const isRevising = ['revision_requested', 'reconsideration_requested'].includes(order.status.code)
  return isRevising ? null : usual(order)
})

const half = (fee: string): string => {
  const cents = BigInt(fee.replace('.', '')) / 2n
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

type Place = { city: string; state: string; county: string }

/** How the place of a postal code is written. */
const placed = (change: (place: Place, usual: Place, code: string) => Place): ReadingPatch =>
  wrap('creation.resolve', (place, code) => place && change(place, resolvePostalCode(code)!, code))

const designations: Record<string, string> = { LA: 'Parish', AK: 'Borough', PR: 'Municipio' }

const designated = (county: string, usual: Place): string => {
  if (usual.state === 'DC') return county
  return `${county} ${county === usual.county ? (designations[usual.state] ?? 'County') : 'Planning Region'}`
}

/** Whichever of the two readings is applied first, a region keeps its designation. */
const regional = placed((place, usual, code) => {
  const region = planningRegionOf(code)
  if (region === undefined) return place
  return { ...place, county: place.county === usual.county ? region : designated(region, usual) }
})

const agencyNumberOnCreate: ReadingPatch = ({ behaviour: { creation, shapes } }) => {
  const { agencyCaseNumber } = creation
  creation.agencyCaseNumber = (loan, fhaCaseNumber) => {
    const sent = (loan as { agency_case_number?: unknown }).agency_case_number
    return typeof sent === 'string' ? sent : agencyCaseNumber.call(creation, loan, fhaCaseNumber)
  }
  const { loan } = shapes.createOrder['properties'] as { loan: { properties: Wire } }
  loan.properties['agency_case_number'] = { type: ['string', 'null'] }
}

export const order: AreaReadings = {
  'order.number-format': {
    'digits-only': numbered((count) => `26${count}`),
    'free-text': numbered((count) => `CR ${count} / Rev. "B" & Co`),
  },
  'order.appraiser-shape': {
    'richer-object': appraiserAs(({ name }) => ({
      name,
      license_number: 'TX-1338211-R',
      contacts: [{ type: 'email', role: 'work', value: 'appraiser@example.test' }],
    })),
    'plain-text': appraiserAs(({ name }) => name),
  },
  'order.appraiser-not-shared': {
    'nameless-object': set('present.appraiserNotShared', { name: null }),
  },
  'order.appointment-at-type': { 'calendar-date': appointmentAsDate },
  'order.appointment-after-leaving': { cleared: appointmentCleared },
  'order.completed-at-after-revision': {
    'first-delivery': replace('lifecycle.completedAt', (order, now) => order.completed_at ?? now),
  },
  'order.completed-at-while-revising': { cleared: clearedWhileRevising },
  'order.updated-at-within-one-instant': {
    'may-equal': replace('lifecycle.updatedAt', (updatedAt, now) => Math.min(updatedAt, now)),
  },
  'order.updated-at-revision-request': {
    stays: set('revisions.touchesOrder', false),
  },
  'order.flags-unset': { 'null-value': set('creation.unset.flag', null) },
  'order.has-adu-unset': { 'null-value': set('creation.unset.hasAdu', null) },
  'order.loan-currency-unset': {
    'usd-with-a-price': replace(
      'creation.loanCurrency',
      (loan) => loan.currency ?? (loan.purchase_price ? 'USD' : null),
    ),
  },
  'order.fee-currency-while-quoted': {
    'null-value': wrap('present.fees', (shown) =>
      shown['appraisal_fee'] === null ? { ...shown, currency: null } : shown,
    ),
  },
  'order.fee-after-cancellation': {
    reduced: replace('lifecycle.feeAfterCancel', ({ fees }) =>
      fees.appraisal_fee === null ? null : half(fees.appraisal_fee),
    ),
  },
  'order.parties-unset': {
    'null-value': instead('present.parties', (usual, kept) => {
      const isUnset = kept.real_estate_agent === null && kept.additional_contacts.length === 0
      return isUnset ? null : usual(kept)
    }),
  },
  'order.state-form': {
    'full-name': placed((place, { state }) => ({ ...place, state: stateNames[state] ?? place.state })),
  },
  'order.county-form': {
    'with-designation': placed((place, usual) => ({ ...place, county: designated(place.county, usual) })),
  },
  'order.connecticut-county': { 'planning-region': regional },
  'order.documents-order': {
    'oldest-first': misread('present.ownDocuments', (documents) => [documents.toReversed()]),
  },
  'order.reworded-names': {
    'as-it-was': set('present.rewords', false),
  },
  'order.address-summary-form': {
    'short-form': replace(
      'present.addressSummary',
      ({ city, state, postal_code }) => [city, state].filter(Boolean).join(', ').replaceAll(/\s+/g, ' ') || postal_code,
    ),
  },
  'order.agency-case-number-source': {
    'also-on-create': agencyNumberOnCreate,
    'mirrors-fha': replace('creation.agencyCaseNumber', (_loan, fhaCaseNumber) => fhaCaseNumber),
  },
  'order.appraiser-when-skipped': {
    'null-value': set('lifecycle.sharesSkippedAppraiser', false),
  },
}

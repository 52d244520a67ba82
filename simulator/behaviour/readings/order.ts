// Permitted readings of the freedoms of the area order.
import type { Order } from '../../domain/records.ts'
import { resolvePostalCode } from '../../places/resolve-postal-code.ts'
import { stateNames } from '../../places/state-names.ts'
import { localDate } from '../../places/time-zones.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

type Wire = Record<string, unknown>

const numbered =
  (format: (count: number) => string): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    creation.orderNumber = ({ next_order_number }) => format(next_order_number)
  }

const appraiserAs =
  (shape: (appraiser: NonNullable<Order['appraiser']>) => unknown): ReadingPatch =>
  ({ behaviour: { present } }) => {
    present.appraiserShape = shape
  }

const appointmentAsDate: ReadingPatch = ({ behaviour: { present } }) => {
  const { appointment } = present
  present.appointment = function (order) {
    const shown = appointment.call(this, order)
    return shown === null ? null : localDate(order.appointment_at!, order.property.address.state)
  }
}

/** An appointment stands while the order is in its status, and while it only rests. */
const appointmentCleared: ReadingPatch = ({ behaviour: { present } }) => {
  const { appointment } = present
  present.appointment = function (order) {
    const stands = [order.status.code, order.previous_status].includes('appointment_scheduled')
    return stands ? appointment.call(this, order) : null
  }
}

const clearedWhileRevising: ReadingPatch = ({ behaviour: { present } }) => {
  const { completed } = present
  present.completed = function (order) {
    const isRevising = ['revision_requested', 'reconsideration_requested'].includes(order.status.code)
    return isRevising ? null : completed.call(this, order)
  }
}

const half = (fee: string): string => {
  const cents = BigInt(fee.replace('.', '')) / 2n
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const addressed =
  (change: (address: Wire) => Wire): ReadingPatch =>
  ({ behaviour: { present } }) => {
    const { address } = present
    present.address = (kept) => change(address.call(present, kept))
  }

type Place = { city: string; state: string; county: string }

/** How the place of a postal code is written. */
const placed =
  (change: (place: Place, usual: Place) => Place): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    const { resolve } = creation
    creation.resolve = (code) => {
      const place = resolve.call(creation, code)
      return place && change(place, resolvePostalCode(code)!)
    }
  }

const designations: Record<string, string> = { LA: 'Parish', AK: 'Borough', PR: 'Municipio' }

const designated = ({ county, state }: Place): string =>
  state === 'DC' ? county : `${county} ${designations[state] ?? 'County'}`

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
    'nameless-object': ({ behaviour: { present } }) => {
      present.appraiserNotShared = { name: null }
    },
  },
  'order.appointment-at-type': { 'calendar-date': appointmentAsDate },
  'order.appointment-after-leaving': { cleared: appointmentCleared },
  'order.completed-at-after-revision': {
    'first-delivery': ({ behaviour: { lifecycle } }) => {
      lifecycle.completedAt = (order, now) => order.completed_at ?? now
    },
  },
  'order.completed-at-while-revising': { cleared: clearedWhileRevising },
  'order.updated-at-within-one-instant': {
    'may-equal': ({ behaviour: { lifecycle } }) => {
      lifecycle.updatedAt = (updatedAt, now) => Math.min(updatedAt, now)
    },
  },
  'order.updated-at-revision-request': {
    stays: ({ behaviour: { revisions } }) => {
      revisions.touchesOrder = false
    },
  },
  'order.flags-unset': {
    'null-value': ({ behaviour: { creation } }) => {
      creation.unset.flag = null
    },
  },
  'order.has-adu-unset': {
    'null-value': ({ behaviour: { creation } }) => {
      creation.unset.hasAdu = null
    },
  },
  'order.loan-currency-unset': {
    'null-value': ({ behaviour: { creation } }) => {
      creation.loanCurrency = (loan) => loan.currency ?? null
    },
    'usd-with-a-price': ({ behaviour: { creation } }) => {
      creation.loanCurrency = (loan) => loan.currency ?? (loan.purchase_price ? 'USD' : null)
    },
  },
  'order.fee-currency-while-quoted': {
    'null-value': ({ behaviour: { present } }) => {
      const { fees } = present
      present.fees = (order) => {
        const shown = fees.call(present, order)
        return shown['appraisal_fee'] === null ? { ...shown, currency: null } : shown
      }
    },
  },
  'order.fee-after-cancellation': {
    reduced: ({ behaviour: { lifecycle } }) => {
      lifecycle.feeAfterCancel = ({ fees }) => (fees.appraisal_fee === null ? null : half(fees.appraisal_fee))
    },
  },
  'order.parties-unset': {
    'null-value': ({ behaviour: { present } }) => {
      const { parties } = present
      present.parties = function (kept) {
        const isUnset = kept.real_estate_agent === null && kept.additional_contacts.length === 0
        return isUnset ? null : parties.call(this, kept)
      }
    },
  },
  'order.address-unset-parts': {
    'empty-text': addressed((address) => ({
      ...address,
      street: address['street'] ?? '',
      unit: address['unit'] ?? '',
    })),
  },
  'order.state-form': {
    'full-name': placed((place, { state }) => ({ ...place, state: stateNames[state] ?? place.state })),
  },
  'order.county-form': { 'with-designation': placed((place, usual) => ({ ...place, county: designated(usual) })) },
  'order.documents-order': {
    'oldest-first': ({ behaviour: { present } }) => {
      const { ownDocuments } = present
      present.ownDocuments = function (documents) {
        return ownDocuments.call(this, documents.toReversed())
      }
    },
  },
  'order.reworded-names': {
    'as-it-was': ({ behaviour: { present } }) => {
      present.rewords = false
    },
  },
  'order.address-summary-form': {
    'short-form': ({ behaviour: { present } }) => {
      present.addressSummary = ({ city, state, postal_code }) =>
        [city, state].filter(Boolean).join(', ').replaceAll(/\s+/g, ' ') || postal_code
    },
  },
  'order.agency-case-number-source': {
    'also-on-create': agencyNumberOnCreate,
    'mirrors-fha': ({ behaviour: { creation } }) => {
      creation.agencyCaseNumber = (_loan, fhaCaseNumber) => fhaCaseNumber
    },
  },
  'order.appraiser-when-skipped': {
    'null-value': ({ behaviour: { lifecycle } }) => {
      lifecycle.sharesSkippedAppraiser = false
    },
  },
}

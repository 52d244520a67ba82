// What the order of a request must show, in its 201 and when it is read: expectations as data, one rule each.
import { isInferred } from '../contract/contract.ts'
import { includes, oneOf, only, present } from '../evidence/expected.ts'
import type { CatalogProduct } from './catalog-product.ts'
import { exactly, notEmptyText, one, sentOnly, text, type Accept, type Expectation } from './expectation.ts'
import { borrowerExpectations } from './expected-borrower.ts'
import type { CreateOrderRequest, Place } from './order-ground.ts'
import { contactKey, isText, memberKey, sameEntries, sameStreet, sameText, sameUnit } from './same-value.ts'

const flagRules = {
  rush: 'create.order-shows-the-rush-flag-sent',
  complex: 'create.order-shows-the-complex-flag-sent',
  rural: 'create.order-shows-the-rural-flag-sent',
  priority: 'create.order-shows-the-priority-flag-sent',
  certified_appraiser_required: 'create.order-shows-the-certified-flag-sent',
} as const

const flagNames = Object.keys(flagRules) as (keyof typeof flagRules)[]

const productExpectations = (request: CreateOrderRequest, product: CatalogProduct): Expectation[] => [
  exactly('/order_type/code', 'create.order-shows-the-order-type-sent', product.code),
  exactly('/order_type/report_format', 'create.order-shows-the-products-report-format', product.reportFormat),
  exactly(
    '/order_type/appraiser_certification',
    'create.order-shows-the-products-certification',
    product.certification,
  ),
  request.loan_type_code === undefined
    ? one(
        '/loan/loan_type',
        'create.order-shows-no-loan-type-when-none-was-sent',
        null,
        (value) => value === null || value === undefined,
      )
    : exactly('/loan/loan_type/code', 'create.order-shows-the-loan-type-sent', request.loan_type_code),
  one(
    '/loan/add_ons',
    'create.order-shows-the-add-ons-sent',
    only(...(request.add_on_codes ?? []).map((code) => ({ code }))),
    sameEntries(
      (request.add_on_codes ?? []).map((code) => ({ code })),
      memberKey('code'),
    ),
  ),
]

const loanExpectations = ({ loan }: CreateOrderRequest): Expectation[] => [
  exactly('/loan/purpose', 'create.order-shows-the-loan-purpose-sent', loan.purpose),
  ...sentOnly(loan.purpose_other, (sent) =>
    text('/loan/purpose_other', 'create.order-shows-the-purpose-other-sent', sent),
  ),
  text('/loan/number', 'create.order-shows-the-loan-number-sent', loan.number),
  text('/loan/client', 'create.order-shows-the-loan-client-sent', loan.client),
  text('/loan/investor', 'create.order-shows-the-loan-investor-sent', loan.investor),
  ...sentOnly(loan.fha_case_number, (sent) =>
    text('/loan/fha_case_number', 'create.order-shows-the-fha-case-number-sent', sent),
  ),
  ...sentOnly(loan.purchase_price, (sent) =>
    exactly('/loan/purchase_price', 'create.order-shows-the-purchase-price-sent', sent),
  ),
  ...(loan.purchase_price === undefined || loan.purpose !== 'purchase'
    ? []
    : [
        one(
          '/loan/currency',
          'order.loan-currency-stands-beside-a-price',
          'three letters',
          (value) => typeof value === 'string' && /^[A-Za-z]{3}$/.test(value),
        ),
      ]),
  ...sentOnly(loan.currency, (sent) => exactly('/loan/currency', 'create.order-shows-the-loan-currency-sent', sent)),
]

const filledFromPostalCode = {
  city: 'create.city-is-filled-from-the-postal-code',
  state: 'create.state-is-filled-from-the-postal-code',
  county: 'create.county-is-filled-from-the-postal-code',
}

const filledIn = (part: 'city' | 'state' | 'county', expected: unknown, accept: Accept): Expectation =>
  one(`/property/address/${part}`, filledFromPostalCode[part], expected, accept)

// What was sent is what the target fills in itself, so that a part comes back the same, sent or not.
const addressExpectations = ({ property: { address } }: CreateOrderRequest, { filled }: Place): Expectation[] => [
  address.street === undefined
    ? notEmptyText('/property/address/street')
    : one('/property/address/street', 'create.order-shows-the-street-sent', address.street, sameStreet(address.street)),
  address.unit === undefined
    ? notEmptyText('/property/address/unit')
    : one('/property/address/unit', 'create.order-shows-the-unit-sent', address.unit, sameUnit(address.unit)),
  exactly('/property/address/postal_code', 'create.order-shows-the-postal-code-sent', address.postal_code),
  filledIn(
    'city',
    filled ? filled.city : present,
    (value) => isText(value) && (filled === undefined || sameText(filled.city)(value)),
  ),
  filledIn('state', present, isText),
  typeof filled?.county === 'string'
    ? filledIn('county', present, isText)
    : filledIn('county', 'string or null', (value) => value === null || isText(value)),
]

const propertyExpectations = ({ property }: CreateOrderRequest): Expectation[] => [
  exactly('/property/type', 'create.order-shows-the-property-type-sent', property.type),
  exactly('/property/occupancy', 'create.order-shows-the-occupancy-sent', property.occupancy),
  ...sentOnly(property.has_adu, (sent) => exactly('/property/has_adu', 'create.order-shows-the-has-adu-sent', sent)),
]

const partyExpectations = ({ parties }: CreateOrderRequest): Expectation[] => {
  const agent = parties?.real_estate_agent
  const path = '/parties/real_estate_agent'
  const rule = 'create.order-shows-the-real-estate-agent-sent'
  return [
    ...sentOnly(agent?.first_name, (sent) => text(`${path}/first_name`, rule, sent)),
    ...sentOnly(agent?.last_name, (sent) => text(`${path}/last_name`, rule, sent)),
    ...sentOnly(agent?.contacts, (sent) =>
      one(`${path}/contacts`, rule, includes(sent), sameEntries(sent, contactKey)),
    ),
    ...sentOnly(parties?.additional_contacts, (sent) =>
      one(
        '/parties/additional_contacts',
        'create.order-shows-the-additional-contacts-sent',
        includes(sent),
        sameEntries(sent, memberKey('purpose', 'name', 'email')),
      ),
    ),
  ]
}

const noteExpectations = ({ notes }: CreateOrderRequest): Expectation[] =>
  (notes ?? []).map(({ type, text }) =>
    one('/notes', 'create.order-shows-the-notes-sent', includes({ type, text }), (value) => {
      const shown = Array.isArray(value)
        ? value.filter((note) => (note as { type?: unknown } | null)?.type === type)
        : []
      return shown.length === 1 && sameText(text)((shown[0] as { text?: unknown }).text)
    }),
  )

/** How an order stands before anybody worked on it. */
const beginning = (request: CreateOrderRequest): Expectation[] => {
  const isNull: Accept = (value) => value === null || value === undefined
  const found = [
    one(
      '/status/code',
      'lifecycle.order-starts-in-new-or-pending-review',
      oneOf(['new', 'pending_review']),
      (value) => value === 'new' || value === 'pending_review',
    ),
    exactly('/dates/due_date', 'create.order-shows-the-due-date-sent', request.due_date),
    one('/documents', 'order.documents-are-empty-at-creation', [], sameEntries([], memberKey('id'))),
    one('/appraiser', 'order.appraiser-is-null-until-assigned', null, isNull),
    one('/dates/appointment_at', 'order.appointment-at-is-null-until-set', null, isNull),
    one('/dates/completed_at', 'order.completed-at-is-null-until-set', null, isNull),
  ]
  return found.map((expectation) => ({ ...expectation, companyMayChange: true }))
}

/** Those that show whether a request was read at all: not what the company may set, nor what a conformant target could dispute. */
export const shownIfRead = (expectations: readonly Expectation[]): Expectation[] =>
  expectations.filter(({ rule, companyMayChange }) => !companyMayChange && !isInferred(rule))

/** For a request that generators of this folder made; nothing is expected of a field the contract leaves open. */
export const expectedOrder = (request: CreateOrderRequest, product: CatalogProduct, place: Place): Expectation[] => [
  ...productExpectations(request, product),
  text('/lender_reference', 'create.order-shows-the-lender-reference-sent', request.lender_reference),
  text('/appraiser_instructions', 'create.order-shows-the-instructions-sent', request.appraiser_instructions),
  ...flagNames.flatMap((name) => sentOnly(request[name], (sent) => exactly(`/flags/${name}`, flagRules[name], sent))),
  ...loanExpectations(request),
  ...propertyExpectations(request),
  ...addressExpectations(request, place),
  ...request.borrowers.flatMap(borrowerExpectations),
  ...partyExpectations(request),
  ...noteExpectations(request),
  ...beginning(request),
]

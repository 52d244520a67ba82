// Which rules an accepted order shows: per rule the values that must each be accepted in at least one order.
import { isOfTerritory } from './chosen-places.ts'
import type { GeneratedOrder } from './composed-order.ts'
import type { CreateOrderRequest, Enumerations } from './order-ground.ts'
import { inputRows, requestFields, valuesAt, type RequestField } from './request-fields.ts'

/**
 * `keysOf` names what an order has of the rule's subject; each name that any order has must be in one that was accepted.
 * `members` are names that belong to the subject whether an order has them or not.
 */
type AcceptanceRule = {
  rule: string
  keysOf: (order: GeneratedOrder) => readonly string[]
  members?: (enumerations: Enumerations) => readonly string[]
}

const when = (rule: string, holds: (order: GeneratedOrder) => boolean): AcceptanceRule => ({
  rule,
  keysOf: (order) => (holds(order) ? ['such an order'] : []),
})

const omitted = (rule: string, ...paths: string[]): AcceptanceRule =>
  when(rule, ({ request }) => paths.every((path) => valuesAt(request, path).length === 0))

const everyMember = (rule: string, fields: readonly RequestField[], paths: readonly string[]): AcceptanceRule => ({
  rule,
  keysOf: ({ request }) => paths.flatMap((path) => valuesAt(request, path)).map(String),
  members: () =>
    paths.flatMap((path) => (fields.find((field) => field.path === path)?.schema['enum'] ?? []) as string[]),
})

/** What the schema of a create says by leaving a field out of those required, and by the members of an enumeration. */
const bySchema = (fields: readonly RequestField[]): AcceptanceRule[] =>
  inputRows('accepted').flatMap(({ rule, inputs }) => {
    const paths = inputs.map(({ path }) => path!)
    if (inputs[0]!.keyword === 'enum') return everyMember(rule, fields, paths)
    return fields.some(({ path, isRequired }) => isRequired && paths.includes(path)) ? [] : omitted(rule, ...paths)
  })

const contactsOf = ({ borrowers, parties }: CreateOrderRequest) => [
  ...borrowers.flatMap(({ contacts }) => contacts ?? []),
  ...(parties?.real_estate_agent?.contacts ?? []),
]

const rolesOf =
  (type: string): AcceptanceRule['keysOf'] =>
  ({ request }) =>
    contactsOf(request).flatMap((contact) => (contact.type === type ? [contact.role] : []))

const onlyContact = (type: string) => (order: GeneratedOrder) => {
  const [borrower] = order.request.borrowers
  return borrower!.contacts?.length === 1 && borrower!.contacts[0]!.type === type
}

const hasAduAddOn = ({ request, product }: GeneratedOrder): boolean =>
  (request.add_on_codes ?? []).some((code) => product.aduAddOns.includes(code))

const enumerated: AcceptanceRule[] = [
  {
    rule: 'create.accepts-every-role-of-a-phone-contact',
    keysOf: rolesOf('phone'),
    members: ({ contact_role }) => contact_role,
  },
  {
    rule: 'create.accepts-home-work-and-other-of-an-email-contact',
    keysOf: rolesOf('email'),
    members: ({ email_contact_role }) => email_contact_role,
  },
  {
    rule: 'create.loan-purpose-unrestricted-when-the-list-is-empty',
    keysOf: ({ request, product }) => (product.restrictsPurposes ? [] : [request.loan.purpose]),
  },
  {
    rule: 'create.property-type-unrestricted-when-the-list-is-empty',
    keysOf: ({ request, product }) => (product.restrictsTypes ? [] : [request.property.type]),
  },
]

const left: AcceptanceRule[] = [
  omitted('create.city-is-filled-from-the-postal-code', 'property.address.city'),
  omitted('create.state-is-filled-from-the-postal-code', 'property.address.state'),
  omitted('create.county-is-filled-from-the-postal-code', 'property.address.county'),
  when('create.co-borrower-contacts-may-be-omitted', ({ request }) =>
    request.borrowers.some(({ role, contacts }) => role === 'co_borrower' && contacts === undefined),
  ),
  when('create.purpose-other-not-demanded-for-other-purposes', ({ request: { loan } }) => loan.purpose !== 'other'),
  when(
    'create.purchase-price-not-demanded-for-other-purposes',
    ({ request: { loan } }) => loan.purpose !== 'purchase' && loan.purchase_price === undefined,
  ),
  when(
    'create.has-adu-not-demanded-without-adu-add-on',
    (order) => order.request.property.has_adu === undefined && !hasAduAddOn(order),
  ),
]

const conditional: AcceptanceRule[] = [
  when('create.loan-type-code-not-demanded-without-tier', ({ product }) => product.loanTypes.length === 0),
  when(
    'create.fha-case-number-accepted-where-optional',
    ({ request, product }) => product.certification === 'fha_optional' && request.loan.fha_case_number !== undefined,
  ),
  when(
    'create.fha-case-number-may-be-omitted-where-optional',
    ({ request, product }) => product.certification === 'fha_optional' && request.loan.fha_case_number === undefined,
  ),
  when(
    'create.fha-case-number-not-demanded-without-certification',
    ({ request, product }) => product.certification === 'none' && request.loan.fha_case_number === undefined,
  ),
  when('create.two-borrowers-accepted', ({ request }) => request.borrowers.length === 2),
  when('create.one-borrower-suffices', ({ request }) => request.borrowers.length === 1),
  when('create.borrower-phone-alone-suffices', onlyContact('phone')),
  when('create.borrower-email-alone-suffices', onlyContact('email')),
  when('create.adu-add-on-with-adu-accepted', hasAduAddOn),
  {
    // An add-on that is listed for a property without a dwelling unit must not ask for one.
    rule: 'catalog.without-adu-lists-no-adu-only-add-ons',
    keysOf: ({ request, product }) =>
      request.property.has_adu === true ? [] : (request.add_on_codes ?? []).map((code) => `${code} of ${product.code}`),
  },
  {
    rule: 'catalog.product-the-lender-may-not-order-is-absent',
    keysOf: ({ product }) => [product.code],
  },
  {
    rule: 'order.property-in-a-territory-is-taken',
    keysOf: ({ place }) => (isOfTerritory(place.postal_code) ? [place.postal_code] : []),
  },
]

export const acceptanceRules = (): AcceptanceRule[] => [
  ...bySchema(requestFields()),
  ...enumerated,
  ...left,
  ...conditional,
]

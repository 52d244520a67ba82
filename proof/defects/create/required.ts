// Defects of what a create must bring, and of what it need not.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import { tooLate, detail, overstrict, row, named } from './draft-checks.ts'

const required = (breaks: string, path: string): Defect =>
  row(breaks, `${named(path)}-demanded`, `${path} is demanded of every create.`, op.demand('createOrder', path))

const memberMissing = (breaks: string, path: string, member: string): Defect =>
  row(
    breaks,
    `${member.replaceAll('_', '-')}-unknown`,
    `${member} was left out of the values of ${path}.`,
    op.tighten('createOrder', path, (part) => ({ enum: part.enum!.filter((value) => value !== member) })),
  )

/** `Location` is another one, or none. */
const located = (make: (url: string) => string | undefined): Mutation =>
  op.answer('createOrder', (given) => {
    const { Location, ...headers } = given.headers ?? {}
    const made = Location === undefined ? undefined : make(Location)
    return { ...given, headers: made === undefined ? headers : { ...headers, Location: made } }
  })

export const createRequired: readonly Defect[] = [
  tooLate(
    'missing-required-field-creates-nothing',
    'occupancy-checked-too-late',
    ({ property }) => (property.occupancy === undefined ? detail('property.occupancy') : []),
    op.waive('createOrder', 'property.occupancy'),
  ),
  ...rows({
    'place-of-the-company-by-default': {
      breaks: 'create.postal-code-required',
      bug: 'Without a postal code the place of the company is taken.',
      apply: op.together(
        op.skip('creation.semantic.postalCode', ({ property }) => property.address.postal_code === undefined),
        op.waive('createOrder', 'property.address.postal_code'),
      ),
    },
    'first-product-by-default': {
      breaks: 'create.order-type-code-required',
      bug: 'Without a product the first of the catalog is ordered.',
      apply: op.together(
        op.waive('createOrder', 'order_type_code'),
        op.replace(
          'creation.product',
          ({ catalog }) => catalog[0],
          (_company, _lender, code) => code === undefined,
        ),
      ),
    },
    'order-for-nobody': {
      breaks: 'create.at-least-one-borrower-required',
      bug: 'An order without borrowers is taken.',
      apply: op.together(
        op.loosen('createOrder', 'borrowers', { minItems: undefined }),
        op.skip('creation.structural.borrowerContacts', ({ borrowers }) => borrowers.length === 0),
      ),
    },
  }),
  memberMissing('accepts-every-loan-purpose', 'loan.purpose', 'mortgage_modification'),
  memberMissing('accepts-every-property-type', 'property.type', 'home_and_business_combined'),
  memberMissing('accepts-every-occupancy', 'property.occupancy', 'vacant'),
  memberMissing('accepts-every-contact-type', 'borrowers.*.contacts.*.type', 'email'),
  memberMissing('accepts-every-role-of-a-phone-contact', 'borrowers.*.contacts.*.role', 'other'),
  memberMissing('accepts-every-note-type', 'notes.*.type', 'appointment'),
  memberMissing('accepts-every-additional-contact-purpose', 'parties.additional_contacts.*.purpose', 'status'),
  ...rows({
    'email-at-work-refused': {
      breaks: 'create.accepts-home-work-and-other-of-an-email-contact',
      bug: 'An email address is taken to be at home.',
      apply: overstrict('borrowers.0.contacts', ({ borrowers }) =>
        borrowers.some(({ contacts }) => contacts?.some(({ type, role }) => type === 'email' && role === 'work')),
      ),
    },
  }),
  required('purpose-other-not-demanded-for-other-purposes', 'loan.purpose_other'),
  required('fha-case-number-not-demanded-without-certification', 'loan.fha_case_number'),
  required('purchase-price-not-demanded-for-other-purposes', 'loan.purchase_price'),
  required('has-adu-not-demanded-without-adu-add-on', 'property.has_adu'),
  required('co-borrower-contacts-may-be-omitted', 'borrowers.*.contacts'),
  ...rows({
    'loan-type-always-demanded': {
      breaks: 'create.loan-type-code-not-demanded-without-tier',
      bug: 'The loan type is demanded of every product.',
      apply: overstrict('loan_type_code', (draft) => !draft.loan_type_code),
    },
    'optional-case-number-demanded': {
      breaks: 'create.fha-case-number-may-be-omitted-where-optional',
      bug: 'Any product that has to do with the FHA demands the case number.',
      apply: overstrict(
        'loan.fha_case_number',
        (draft, product) => product.appraiser_certification !== 'none' && !draft.loan.fha_case_number,
      ),
    },
    'optional-case-number-refused': {
      breaks: 'create.fha-case-number-accepted-where-optional',
      bug: 'A case number is taken only where it is required.',
      apply: overstrict(
        'loan.fha_case_number',
        (draft, product) => product.appraiser_certification === 'fha_optional' && Boolean(draft.loan.fha_case_number),
      ),
    },
    'second-borrower-refused': {
      breaks: 'create.two-borrowers-accepted',
      bug: 'The company takes one borrower an order.',
      apply: overstrict('borrowers', ({ borrowers }) => borrowers.length === 2),
    },
    'two-borrowers-demanded': {
      breaks: 'create.one-borrower-suffices',
      bug: 'The form was made for couples.',
      apply: overstrict('borrowers', ({ borrowers }) => borrowers.length === 1),
    },
    'email-demanded': {
      breaks: 'create.borrower-phone-alone-suffices',
      bug: 'The borrower must have an email address.',
      apply: overstrict(
        'borrowers.0.contacts',
        ({ borrowers }) => !borrowers[0]?.contacts?.some(({ type }) => type === 'email'),
      ),
    },
    'phone-demanded': {
      breaks: 'create.borrower-email-alone-suffices',
      bug: 'The borrower must have a phone number.',
      apply: overstrict(
        'borrowers.0.contacts',
        ({ borrowers }) => !borrowers[0]?.contacts?.some(({ type }) => type === 'phone'),
      ),
    },
    'empty-purpose-list-allows-one': {
      breaks: 'create.loan-purpose-unrestricted-when-the-list-is-empty',
      bug: 'Where the product lists no purposes, only the commonest is taken.',
      apply: overstrict(
        'loan.purpose',
        (draft, product) =>
          product.loan_purposes.length === 0 && !['purchase', 'refinance'].includes(draft.loan.purpose),
      ),
    },
    'empty-type-list-allows-houses': {
      breaks: 'create.property-type-unrestricted-when-the-list-is-empty',
      bug: 'Where the product lists no property types, only houses are taken.',
      apply: overstrict(
        'property.type',
        (draft, product) =>
          product.property_types.length === 0 && !['single_family', 'townhouse'].includes(draft.property.type),
      ),
    },
    'adu-add-on-refused': {
      breaks: 'create.adu-add-on-with-adu-accepted',
      bug: 'Add-ons are held against the catalog without dwelling units.',
      apply: overstrict('add_on_codes', (draft, product) =>
        product.add_ons.some((addOn) => addOn.requires_adu && draft.add_on_codes?.includes(addOn.code)),
      ),
    },
    'large-loans-not-billable': {
      breaks: 'create.invoiced-account-may-order',
      bug: 'Dear orders are taken for orders paid by card.',
      apply: op.refuseWith('creation.semantic.productActive', ({ loan }) =>
        loan.purchase_price && loan.purchase_price.length > 10
          ? new Refusal('account_not_billable', 'This lender account pays per order by card.')
          : null,
      ),
    },
    'create-without-location': {
      breaks: 'create.has-location',
      bug: 'The header Location is left out.',
      apply: located(() => undefined),
    },
    'location-of-the-list': {
      breaks: 'create.location-is-the-orders-url',
      bug: 'Location is the address of the list.',
      apply: located((url) => url.replace(/\/[^/]*$/, '')),
    },
    'location-leads-nowhere': {
      breaks: 'create.location-is-the-orders-url',
      bug: 'Location is made from an old pattern, under which no order is found.',
      apply: located((url) => url.replace('/orders/', '/order/')),
    },
    'borrower-address-without-unit': {
      breaks: 'create.order-shows-the-borrower-address-sent',
      bug: 'The address of a borrower has no place for the unit.',
      deep: 'only for an address with a unit',
      apply: op.falsify('present.order', 'borrowers.*.address.unit', null),
    },
    'borrower-address-without-county': {
      breaks: 'create.order-shows-the-borrower-address-sent',
      bug: 'The address of a borrower has no place for the county.',
      deep: 'only for an address with a county',
      apply: op.falsify('present.order', 'borrowers.*.address.county', null),
    },
  }),
]

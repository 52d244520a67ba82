// Defects that break rules of the area create.
import * as op from '../operators/index.ts'
import type { Mutation, Wire } from '../operators/index.ts'
import { rows } from './rows.ts'
import type { Behaviour } from '../behaviour.ts'
import type { SemanticRule } from '../creation.ts'
import type { Defect } from './defect.ts'
import type { OrderDraft } from '../../domain/order-draft.ts'
import type { Product } from '../../domain/records.ts'
import type { Detail } from '../../domain/refusal.ts'
import { Refusal } from '../../domain/refusal.ts'

const row = (breaks: string, id: string, bug: string, apply: Mutation): Defect => ({
  id,
  breaks: `create.${breaks}`,
  bug,
  apply,
})

const named = (path: string): string => path.replaceAll(/[.*_]+/g, '-')

const required = (breaks: string, path: string): Defect =>
  row(breaks, `${named(path)}-demanded`, `${path} is demanded of every create.`, op.demand('createOrder', path))

const memberMissing = (breaks: string, path: string, member: string): Defect =>
  row(
    breaks,
    `${member.replaceAll('_', '-')}-unknown`,
    `${member} was left out of the values of ${path}.`,
    op.tighten('createOrder', path, (part) => ({ enum: part.enum!.filter((value) => value !== member) })),
  )

/** The refusal about a field has another code. */
const recoded = (breaks: string, id: string, field: string, code: string): Defect =>
  row(
    breaks,
    id,
    `The refusal about ${field} comes from another layer, with its code.`,
    op.recode(({ details }) => details.some((one) => one.field.startsWith(field)), code),
  )

const lost = (name: string, path: string, instead: string | boolean | Wire | readonly unknown[] | null): Defect =>
  row(
    `order-shows-the-${name}-sent`,
    `${name}-not-kept`,
    `${path} is read and not kept.`,
    op.falsify('present.order', path, instead),
  )

/** One more rule of this target's own. */
const overstrict = (field: string, refuses: (draft: OrderDraft, product: Product) => boolean): Mutation =>
  op.instead('creation.semantic.loanTypeGiven', (usual, draft, context) =>
    refuses(draft, context.product) ? detail(field) : usual(draft, context),
  )

const firstWhenUnknown = op.wrap('creation.product', (product, { catalog }) => product ?? catalog[0])

/** `Location` is another one, or none. */
const located = (make: (url: string) => string | undefined): Mutation =>
  op.answer('createOrder', (given) => {
    const { Location, ...headers } = given.headers ?? {}
    const made = Location === undefined ? undefined : make(Location)
    return { ...given, headers: made === undefined ? headers : { ...headers, Location: made } }
  })

const detail = (field: string, value: unknown = null): Detail[] => [
  { field, code: 'invalid_value', value, message: 'cannot be used' },
]

/** The order is stored first and its values are checked afterwards: the refusal comes too late. */
const tooLate = (
  breaks: string,
  id: string,
  when: (draft: OrderDraft, context: { product: Product }) => Detail[],
  open: (behaviour: Behaviour) => void,
): Defect =>
  row(
    breaks,
    id,
    'The order is stored before this is checked, and is not taken back.',
    op.mutation('late', (behaviour) => {
      const { creation, problems, wire } = behaviour
      const { emailRole } = creation.structural
      const { finish } = wire
      let late: Detail[] = []
      creation.structural.emailRole = (draft, context) => {
        late = when(draft, context)
        return emailRole(draft, context)
      }
      open(behaviour)
      wire.finish = function (operationId, answer) {
        if (operationId !== 'createOrder' || late.length === 0) return finish.call(this, operationId, answer)
        const refusal = new Refusal('semantic_validation_failed', 'The order cannot be placed.', { details: late })
        late = []
        return { status: 422, body: problems.body(refusal, problems.newCorrelationId()) }
      }
    }),
  )

const checkedLate = (breaks: string, rule: SemanticRule): Defect => {
  let original: Behaviour['creation']['semantic'][SemanticRule] = () => []
  return tooLate(
    breaks,
    `${named(rule.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))}-checked-too-late`,
    (draft, context) => original(draft, { ...context, now: Date.now() }),
    ({ creation }) => {
      original = creation.semantic[rule]
      creation.semantic[rule] = () => []
    },
  )
}

const demanded: Defect[] = [
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

const members: Defect[] = [
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
]

const missing: Defect[] = [
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
    'three-borrowers-taken': {
      breaks: 'create.three-borrowers-refused',
      bug: 'The number of borrowers is not looked at.',
      apply: op.loosen('createOrder', 'borrowers', { maxItems: undefined }),
    },
    'price-as-number-taken': {
      breaks: 'create.purchase-price-as-a-number-refused',
      bug: 'A price that is a number is taken and written as text.',
      apply: op.loosen('createOrder', 'loan.purchase_price', {
        type: ['string', 'number', 'null'],
        pattern: undefined,
      }),
    },
    'any-date-taken': {
      breaks: 'create.due-date-of-another-form-refused',
      bug: 'The due date is read by a lenient parser.',
      apply: op.loosen('createOrder', 'due_date', { format: undefined }),
    },
  }),
]

const values: Defect[] = [
  recoded('unknown-loan-type-has-code', 'loan-type-is-structural', 'loan_type_code', 'validation_failed'),
  recoded('loan-type-code-missing-has-code', 'missing-loan-type-is-structural', 'loan_type_code', 'validation_failed'),
  recoded('unknown-add-on-has-code', 'add-on-is-structural', 'add_on_codes', 'validation_failed'),
  recoded(
    'purpose-other-missing-has-code',
    'missing-purpose-other-is-structural',
    'loan.purpose_other',
    'validation_failed',
  ),
  recoded(
    'fha-case-number-missing-has-code',
    'missing-case-number-is-structural',
    'loan.fha_case_number',
    'validation_failed',
  ),
  recoded('purchase-price-missing-has-code', 'missing-price-is-structural', 'loan.purchase_price', 'validation_failed'),
  recoded('has-adu-missing-has-code', 'missing-adu-is-structural', 'property.has_adu', 'validation_failed'),
  recoded(
    'borrower-contacts-missing-has-code',
    'missing-contacts-is-semantic',
    'borrowers.0.contacts',
    'semantic_validation_failed',
  ),
  checkedLate('past-due-date-creates-nothing', 'dueDate'),
  checkedLate('refused-code-creates-nothing', 'loanTypeApplies'),
  checkedLate('value-outside-the-products-lists-creates-nothing', 'loanPurposeAllowed'),
  checkedLate('missing-conditional-field-creates-nothing', 'purchasePrice'),
  checkedLate('unresolvable-postal-code-creates-nothing', 'postalCode'),
  checkedLate('inactive-product-creates-nothing', 'productActive'),
  tooLate(
    'unknown-order-type-creates-nothing',
    'unknown-product-checked-too-late',
    ({ order_type_code: code }, { product }) => (product.code === code ? [] : detail('order_type_code', code)),
    op.wrap('creation.product', (usual, company) => usual ?? company.catalog[0]),
  ),
  ...rows({
    'past-due-date-taken': {
      breaks: 'create.past-due-date-refused',
      bug: 'The due date is not held against the calendar.',
      apply: op.skip('creation.semantic.dueDate'),
    },
    'any-loan-type-taken': {
      breaks: 'create.unknown-loan-type-refused',
      bug: 'A loan type is stored as it comes.',
      apply: op.skip('creation.semantic.loanTypeApplies'),
    },
    'loan-type-ignored-without-tier': {
      breaks: 'create.loan-type-on-untiered-product-refused',
      bug: 'A loan type on a product without any is ignored.',
      apply: op.skip('creation.semantic.loanTypeApplies', (_draft, { product }) => product.loan_types.length === 0),
    },
    'add-ons-filtered-by-the-first': {
      breaks: 'create.unknown-add-on-refused',
      bug: 'Only the first add-on is looked up; the others are dropped when unknown.',
      apply: op.skip('creation.semantic.addOnsApply', (draft, { product: { add_ons } }) =>
        add_ons.some(({ code }) => code === draft.add_on_codes?.[0]),
      ),
    },
    'add-ons-of-the-whole-company': {
      breaks: 'create.add-on-of-another-product-refused',
      bug: 'Add-ons are looked up in the whole catalog.',
      apply: op.perTarget((known = new Set<string>()) => [
        op.skip(
          'creation.semantic.addOnsApply',
          (draft) => draft.add_on_codes?.every((code) => known.has(code)) ?? false,
        ),
        op.note('creation.product', ({ catalog }) => {
          known = new Set(catalog.flatMap(({ add_ons }) => add_ons.map(({ code }) => code)))
        }),
      ]),
    },
    'adu-false-overlooked': {
      breaks: 'create.adu-add-on-without-adu-refused',
      bug: 'That has_adu was sent counts, not what it says.',
      apply: op.skip('creation.semantic.hasAdu', ({ property }) => property.has_adu === false),
    },
    'adu-taken-for-granted': {
      breaks: 'create.has-adu-required-with-adu-add-on',
      bug: 'The add-on is taken to say that there is a dwelling unit.',
      apply: op.skip('creation.semantic.hasAdu', ({ property }) => property.has_adu === undefined),
    },
    'unknown-product-becomes-the-first': {
      breaks: 'create.unknown-order-type-refused',
      bug: 'An unknown product falls back to the first.',
      apply: firstWhenUnknown,
    },
    'withheld-product-sold': {
      breaks: 'create.product-not-offered-to-the-lender-refused',
      bug: 'Only the catalog hides what is withheld.',
      apply: op.replace('creation.product', (company, _, code) => company.catalog.find((one) => one.code === code)),
    },
    'purposes-of-a-product-not-read': {
      breaks: 'create.loan-purpose-outside-the-products-list-refused',
      bug: 'The purposes of the product are display text.',
      apply: op.skip('creation.semantic.loanPurposeAllowed'),
    },
    'types-of-a-product-not-read': {
      breaks: 'create.property-type-outside-the-products-list-refused',
      bug: 'The property types of the product are display text.',
      apply: op.skip('creation.semantic.propertyTypeAllowed'),
    },
    'loan-type-never-demanded': {
      breaks: 'create.loan-type-code-required-with-tier',
      bug: 'The loan type is optional everywhere.',
      apply: op.skip('creation.semantic.loanTypeGiven'),
    },
    'purpose-other-not-asked': {
      breaks: 'create.purpose-other-required',
      bug: 'Other needs no further word.',
      apply: op.skip('creation.semantic.purposeOther'),
    },
    'fha-case-number-not-asked': {
      breaks: 'create.fha-case-number-required-when-fha-required',
      bug: 'Only USDA products ask for the case number.',
      apply: op.skip(
        'creation.semantic.fhaCaseNumber',
        (_draft, { product }) => product.appraiser_certification === 'fha_required',
      ),
    },
    'usda-case-number-not-asked': {
      breaks: 'create.fha-case-number-required-when-usda',
      bug: 'Only FHA products ask for the case number.',
      apply: op.skip(
        'creation.semantic.fhaCaseNumber',
        (_draft, { product }) => product.appraiser_certification === 'usda',
      ),
    },
    'purchase-price-not-asked': {
      breaks: 'create.purchase-price-required',
      bug: 'A purchase needs no price.',
      apply: op.skip('creation.semantic.purchasePrice'),
    },
    'any-postal-code-taken': {
      breaks: 'create.unresolvable-postal-code-refused',
      bug: 'A postal code that nobody knows is stored.',
      apply: op.skip('creation.semantic.postalCode'),
    },
    'withdrawn-product-sold': {
      breaks: 'create.inactive-product-refused',
      bug: 'A withdrawn product can be ordered still.',
      apply: op.skip('creation.semantic.productActive'),
    },
    'contacts-not-required': {
      breaks: 'create.borrower-contacts-required',
      bug: 'The borrower without contacts is taken, as if contacts were optional for everyone.',
      apply: op.skip('creation.structural.borrowerContacts'),
    },
    'contacts-named-with-brackets': {
      breaks: 'create.borrower-contacts-missing-names-the-field',
      bug: 'The path of a detail is in another notation.',
      apply: op.wrap('creation.structural.borrowerContacts', (details) =>
        details.map((one) => ({ ...one, field: 'borrowers[0].contacts' })),
      ),
    },
  }),
]

const money: Defect[] = rows({
  'card-billed-account-orders': {
    breaks: 'create.card-billed-account-refused',
    bug: 'How an account pays is not looked at.',
    apply: op.skip('access.checkBillable'),
  },
  'card-billed-refused-as-not-permitted': {
    breaks: 'create.card-billed-account-has-code',
    bug: 'The refusal has the code of actions that are switched off.',
    apply: op.refusedAs(
      'access.checkBillable',
      () => new Refusal('action_not_permitted_for_client', 'This account cannot order.'),
    ),
  },
  'card-billed-order-kept': {
    breaks: 'create.card-billed-account-creates-nothing',
    bug: 'The bill is tried after the order was stored.',
    apply: op.perTarget((paysByCard = false) => [
      'late',
      op.answer('createOrder', (given) =>
        paysByCard ? op.failure(403, 'account_not_billable', 'This lender account pays per order by card.') : given,
      ),
      op.skip('access.checkBillable'),
      op.note('creation.product', (_company, { billing }) => (paysByCard = billing !== 'invoiced')),
    ]),
  },
  'card-kept-with-the-order': {
    breaks: 'create.payment-instruments-are-never-accepted',
    bug: 'Unknown fields of the body are kept and shown.',
    apply: op.perTarget((cards = new Map<unknown, unknown>()) => [
      op.add('present.order', (order) => {
        const payment = cards.get(order['lender_reference'])
        if (payment !== undefined) order['payment'] = payment
      }),
      op.note('creation.structural.emailRole', (draft) => {
        cards.set(draft.lender_reference, (draft as unknown as Wire)['payment'])
      }),
    ]),
  },
  'refusals-without-a-status-of-their-own': {
    breaks: 'create.errors-are-the-declared-ones',
    bug: 'A create that is refused for its values is answered 424.',
    apply: op.perTarget((answering?: string) => [
      op.restatus(({ code }) => answering === 'createOrder' && code === 'semantic_validation_failed', 424),
      op.note('problems.body', (_refusal, _correlationId, operation) => (answering = operation)),
    ]),
  },
})

const answers: Defect[] = rows({
  'create-answers-200': {
    breaks: 'create.answers-201',
    bug: 'A create is answered 200.',
    apply: op.succeed('createOrder', 200),
  },
  'create-returns-a-sketch': {
    breaks: 'create.returns-the-order',
    bug: 'The answer to a create is made before notes are stored.',
    apply: op.edit(
      'createOrder',
      (order) => Object.assign(order, { notes: [], flags: {} }),
      ({ status }) => status === 201,
    ),
  },
})

const kept: Defect[] = [
  lost('order-type', 'order_type.code', 'FULL'),
  lost('loan-type', 'loan.loan_type', { code: 'STANDARD', name: 'Standard' }),
  lost('add-ons', 'loan.add_ons', []),
  lost('due-date', 'dates.due_date', '2031-01-01'),
  lost('rush-flag', 'flags.rush', false),
  lost('complex-flag', 'flags.complex', false),
  lost('rural-flag', 'flags.rural', false),
  lost('priority-flag', 'flags.priority', true),
  lost('certified-flag', 'flags.certified_appraiser_required', true),
  lost('instructions', 'appraiser_instructions', null),
  lost('lender-reference', 'lender_reference', null),
  lost('loan-purpose', 'loan.purpose', 'refinance'),
  lost('purpose-other', 'loan.purpose_other', null),
  lost('loan-number', 'loan.number', null),
  lost('loan-client', 'loan.client', null),
  lost('loan-investor', 'loan.investor', null),
  lost('fha-case-number', 'loan.fha_case_number', null),
  lost('purchase-price', 'loan.purchase_price', '0.00'),
  lost('loan-currency', 'loan.currency', 'CAD'),
  lost('street', 'property.address.street', null),
  lost('unit', 'property.address.unit', null),
  lost('postal-code', 'property.address.postal_code', '10001'),
  lost('property-type', 'property.type', 'single_family'),
  lost('occupancy', 'property.occupancy', 'primary_residence'),
  lost('has-adu', 'property.has_adu', false),
  lost('borrower-role', 'borrowers.*.role', 'borrower'),
  lost('borrower-first-name', 'borrowers.*.first_name', 'Imani'),
  lost('borrower-contacts', 'borrowers.*.contacts', []),
  lost('receives-report', 'borrowers.*.receives_report', false),
  lost('receives-status-updates', 'borrowers.*.receives_status_updates', false),
  lost('borrower-address', 'borrowers.*.address', null),
  lost('real-estate-agent', 'parties.real_estate_agent', null),
  lost('additional-contacts', 'parties.additional_contacts', []),
  lost('notes', 'notes', []),
  ...rows({
    'co-borrower-address-lost': {
      breaks: 'create.order-shows-the-borrower-address-sent',
      bug: 'The form has one address, that of the borrower.',
      deep: 'only for a co-borrower',
      apply: op.falsify('present.order', 'borrowers.1.address', null),
    },
    'co-borrower-gets-no-updates': {
      breaks: 'create.order-shows-the-receives-status-updates-sent',
      bug: 'Status updates go to the borrower, and those of a co-borrower are shown as off.',
      deep: 'only for a co-borrower',
      apply: op.falsify('present.order', 'borrowers.1.receives_status_updates', false),
    },
    'last-names-in-capitals': {
      breaks: 'create.order-shows-the-borrower-last-name-sent',
      bug: 'Names are written as on forms, in capitals.',
      apply: op.falsify('present.order', 'borrowers.*.last_name', (name) => String(name).toUpperCase()),
    },
    'default-loan-type': {
      breaks: 'create.order-shows-no-loan-type-when-none-was-sent',
      bug: 'An order without a loan type shows the usual one.',
      apply: op.falsify('present.order', 'loan.loan_type', (type) => type ?? { code: 'CONV', name: 'Conventional' }),
    },
    'report-format-of-the-company': {
      breaks: 'create.order-shows-the-products-report-format',
      bug: 'The report format is that of the company.',
      apply: op.falsify('present.order', 'order_type.report_format', 'uad_3_6'),
    },
    'certification-by-case-number': {
      breaks: 'create.order-shows-the-products-certification',
      bug: 'The certification is guessed from the case number.',
      apply: op.falsify('present.order', 'order_type.appraiser_certification', (_usual, { loan }) =>
        (loan as Wire)['fha_case_number'] ? 'fha_required' : 'none',
      ),
    },
    'city-not-filled': {
      breaks: 'create.city-is-filled-from-the-postal-code',
      bug: 'The city is not filled in.',
      apply: op.falsify('present.order', 'property.address.city', ''),
    },
    'state-of-the-company': {
      breaks: 'create.state-is-filled-from-the-postal-code',
      bug: 'The state is that of the company.',
      apply: op.falsify('present.order', 'property.address.state', 'OH'),
    },
    'county-is-the-city': {
      breaks: 'create.county-is-filled-from-the-postal-code',
      bug: 'The county is taken to be named as the city.',
      apply: op.falsify('present.order', 'property.address', (address) => ({
        ...(address as Wire),
        county: (address as Wire)['city'],
      })),
    },
    'acceptable-place-name': {
      breaks: 'create.filled-city-is-the-preferred-place-name',
      bug: 'The first of the acceptable names is taken, not the preferred one.',
      apply: op.falsify('present.order', 'property.address.city', (city) => `Old ${String(city)}`),
    },
  }),
]

const situations: Defect[] = rows({
  'county-not-filled-beside-a-city': {
    breaks: 'create.county-is-filled-from-the-postal-code',
    bug: 'An address that has its city is taken for complete.',
    deep: 'only where a city was sent',
    apply: op.wrap('creation.address', (filled, sent) =>
      sent.city ? { ...filled, county: sent.county ?? null } : filled,
    ),
  },
  'first-add-on-alone-asks-for-has-adu': {
    breaks: 'create.has-adu-required-with-adu-add-on',
    bug: 'Only the first add-on is looked at for what it needs.',
    deep: 'only where the add-on is not the first',
    apply: op.misread('creation.semantic.hasAdu', (draft) => [
      { ...draft, add_on_codes: draft.add_on_codes?.slice(0, 1) } as OrderDraft,
    ]),
  },
  'yesterday-is-not-past': {
    breaks: 'create.past-due-date-refused',
    bug: 'A due date is held against the day before yesterday, so that yesterday will do.',
    deep: 'only for yesterday and the day before',
    apply: op.misread('creation.semantic.dueDate', (draft, given) => [
      draft,
      // Two days: at some hours yesterday is today elsewhere in the United States.
      { ...given, now: given.now - 2 * 86_400_000 },
    ]),
  },
  'past-by-utc': {
    breaks: 'conventions.dates-are-local-to-the-property',
    bug: 'A due date is past once the day is over in UTC.',
    deep: 'only where the day at the property is another',
    apply: op.replace('creation.semantic.dueDate', ({ due_date: due }, { now }) =>
      due < new Date(now).toISOString().slice(0, 10)
        ? [{ field: 'due_date', code: 'invalid_value', value: due, message: 'is in the past' }]
        : [],
    ),
  },
  'day-that-is-none-rolls-over': {
    breaks: 'create.due-date-of-another-form-refused',
    bug: 'A date is made of its three numbers, and the 30th of February is a day of March.',
    deep: 'only for a date with a day that its month has not',
    apply: op.loosen('createOrder', 'due_date', {
      format: undefined,
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
    }),
  },
  'additional-contacts-are-kept-by-address': {
    breaks: 'create.order-shows-the-additional-contacts-sent',
    bug: 'Additional contacts are kept by their email address, one of each.',
    deep: 'only for one person named for both purposes',
    apply: op.wrap('creation.read', (draft) => {
      const contacts = draft.parties?.additional_contacts
      if (!contacts) return draft
      const byEmail = new Map(contacts.map((one) => [one.email, one]))
      return { ...draft, parties: { ...draft.parties, additional_contacts: [...byEmail.values()] } }
    }),
  },
})

export const create: readonly Defect[] = [
  ...missing,
  ...members,
  ...demanded,
  ...values,
  ...money,
  ...answers,
  ...kept,
  ...situations,
]

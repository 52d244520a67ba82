// Defects that break rules of the area create.
import { instead, misread, replace, skip, wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { SemanticRule } from '../creation.ts'
import type { Defect } from './defect.ts'
import type { OrderDraft } from '../../domain/order-draft.ts'
import type { Product } from '../../domain/records.ts'
import type { Detail } from '../../domain/refusal.ts'
import { Refusal } from '../../domain/refusal.ts'
import { changeAt, type Wire } from '../operators/edit-wire.ts'

type Shape = { required?: string[]; properties?: Record<string, Shape>; items?: Shape; enum?: unknown[] } & Wire

/** The shape at a dotted path of the create's body; a star stands for the entries of an array. */
const shapeAt = ({ shapes }: Behaviour, path: string): Shape =>
  path
    .split('.')
    .filter((step) => step !== '')
    .reduce(
      (shape, step) => (step === '*' ? shape.items! : shape.properties![step]!),
      shapes.createOrder as unknown as Shape,
    )

const ownerOf = (path: string): [owner: string, member: string] => {
  const at = path.lastIndexOf('.')
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)]
}

const defect = (breaks: string, id: string, bug: string, apply: Defect['apply']): Defect => ({
  id,
  breaks: `create.${breaks}`,
  bug,
  apply,
})

const named = (path: string): string => path.replaceAll(/[.*_]+/g, '-')

const required = (breaks: string, path: string): Defect =>
  defect(breaks, `${named(path)}-demanded`, `${path} is demanded of every create.`, (behaviour) => {
    const [owner, member] = ownerOf(path)
    const shape = shapeAt(behaviour, owner)
    shape.required = [...(shape.required ?? []), member]
  })

const memberMissing = (breaks: string, path: string, member: string): Defect =>
  defect(
    breaks,
    `${member.replaceAll('_', '-')}-unknown`,
    `${member} was left out of the values of ${path}.`,
    (behaviour) => {
      const shape = shapeAt(behaviour, path)
      shape.enum = shape.enum!.filter((value) => value !== member)
    },
  )

const detail = (field: string, value: unknown = null): Detail[] => [
  { field, code: 'invalid_value', value, message: 'cannot be used' },
]

/** One more rule of this target's own. */
const overstrict = (
  breaks: string,
  id: string,
  bug: string,
  field: string,
  refuses: (draft: OrderDraft, product: Product) => boolean,
): Defect =>
  defect(
    breaks,
    id,
    bug,
    replace(
      'creation.semantic.loanTypeGiven',
      () => detail(field),
      (draft, context) => refuses(draft, context.product),
    ),
  )

const skipped = (breaks: string, id: string, bug: string, rule: SemanticRule): Defect =>
  defect(breaks, id, bug, ({ creation }) => {
    creation.semantic[rule] = () => []
  })

const skippedWhen = (
  breaks: string,
  id: string,
  bug: string,
  rule: SemanticRule,
  when: (draft: OrderDraft, product: Product) => boolean,
): Defect =>
  defect(breaks, id, bug, ({ creation }) => {
    const original = creation.semantic[rule]
    creation.semantic[rule] = (draft, context) => (when(draft, context.product) ? [] : original(draft, context))
  })

/** The refusal about a field has another code. */
const recoded = (breaks: string, id: string, field: string, code: string): Defect =>
  defect(
    breaks,
    id,
    `The refusal about ${field} comes from another layer, with its code.`,
    wrap('problems.body', (wire, refusal) => {
      const isMeant = refusal.details.some((one) => one.field.startsWith(field))
      return isMeant ? { ...wire, code } : wire
    }),
  )

/** The order is stored first and its values are checked afterwards: the refusal comes too late. */
const tooLate = (
  breaks: string,
  id: string,
  when: (draft: OrderDraft, context: { product: Product }) => Detail[],
  open: (behaviour: Behaviour) => void,
): Defect =>
  defect(breaks, id, 'The order is stored before this is checked, and is not taken back.', (behaviour) => {
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
  })

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

/** Changes every full order on its way out. */
const shown = (breaks: string, id: string, bug: string, change: (order: Wire) => void): Defect =>
  defect(breaks, id, bug, ({ present }) => {
    const { order } = present
    present.order = function (...given) {
      const wire = structuredClone(order.apply(this, given))
      change(wire)
      return wire
    }
  })

const lost = (breaks: string, path: string, instead: unknown): Defect =>
  shown(`order-shows-the-${breaks}-sent`, `${breaks}-not-kept`, `${path} is read and not kept.`, (order) =>
    changeAt(order, path, () => instead),
  )

const demanded: Defect[] = [
  required('purpose-other-not-demanded-for-other-purposes', 'loan.purpose_other'),
  required('fha-case-number-not-demanded-without-certification', 'loan.fha_case_number'),
  required('purchase-price-not-demanded-for-other-purposes', 'loan.purchase_price'),
  required('has-adu-not-demanded-without-adu-add-on', 'property.has_adu'),
  required('co-borrower-contacts-may-be-omitted', 'borrowers.*.contacts'),
  overstrict(
    'loan-type-code-not-demanded-without-tier',
    'loan-type-always-demanded',
    'The loan type is demanded of every product.',
    'loan_type_code',
    (draft) => !draft.loan_type_code,
  ),
  overstrict(
    'fha-case-number-may-be-omitted-where-optional',
    'optional-case-number-demanded',
    'Any product that has to do with the FHA demands the case number.',
    'loan.fha_case_number',
    (draft, product) => product.appraiser_certification !== 'none' && !draft.loan.fha_case_number,
  ),
  overstrict(
    'fha-case-number-accepted-where-optional',
    'optional-case-number-refused',
    'A case number is taken only where it is required.',
    'loan.fha_case_number',
    (draft, product) => product.appraiser_certification === 'fha_optional' && Boolean(draft.loan.fha_case_number),
  ),
  overstrict(
    'two-borrowers-accepted',
    'second-borrower-refused',
    'The company takes one borrower an order.',
    'borrowers',
    ({ borrowers }) => borrowers.length === 2,
  ),
  overstrict(
    'one-borrower-suffices',
    'two-borrowers-demanded',
    'The form was made for couples.',
    'borrowers',
    ({ borrowers }) => borrowers.length === 1,
  ),
  overstrict(
    'borrower-phone-alone-suffices',
    'email-demanded',
    'The borrower must have an email address.',
    'borrowers.0.contacts',
    ({ borrowers }) => !borrowers[0]?.contacts?.some(({ type }) => type === 'email'),
  ),
  overstrict(
    'borrower-email-alone-suffices',
    'phone-demanded',
    'The borrower must have a phone number.',
    'borrowers.0.contacts',
    ({ borrowers }) => !borrowers[0]?.contacts?.some(({ type }) => type === 'phone'),
  ),
  overstrict(
    'loan-purpose-unrestricted-when-the-list-is-empty',
    'empty-purpose-list-allows-one',
    'Where the product lists no purposes, only the commonest is taken.',
    'loan.purpose',
    (draft, product) => product.loan_purposes.length === 0 && !['purchase', 'refinance'].includes(draft.loan.purpose),
  ),
  overstrict(
    'property-type-unrestricted-when-the-list-is-empty',
    'empty-type-list-allows-houses',
    'Where the product lists no property types, only houses are taken.',
    'property.type',
    (draft, product) =>
      product.property_types.length === 0 && !['single_family', 'townhouse'].includes(draft.property.type),
  ),
  overstrict(
    'adu-add-on-with-adu-accepted',
    'adu-add-on-refused',
    'Add-ons are held against the catalog without dwelling units.',
    'add_on_codes',
    (draft, product) => product.add_ons.some((addOn) => addOn.requires_adu && draft.add_on_codes?.includes(addOn.code)),
  ),
  defect(
    'invoiced-account-may-order',
    'large-loans-not-billable',
    'Dear orders are taken for orders paid by card.',
    instead('creation.semantic.productActive', (usual, draft, context) => {
      if (draft.loan.purchase_price && draft.loan.purchase_price.length > 10)
        throw new Refusal('account_not_billable', 'This lender account pays per order by card.')
      return usual(draft, context)
    }),
  ),
]

const members: Defect[] = [
  memberMissing('accepts-every-loan-purpose', 'loan.purpose', 'mortgage_modification'),
  memberMissing('accepts-every-property-type', 'property.type', 'home_and_business_combined'),
  memberMissing('accepts-every-occupancy', 'property.occupancy', 'vacant'),
  memberMissing('accepts-every-contact-type', 'borrowers.*.contacts.*.type', 'email'),
  memberMissing('accepts-every-role-of-a-phone-contact', 'borrowers.*.contacts.*.role', 'other'),
  memberMissing('accepts-every-note-type', 'notes.*.type', 'appointment'),
  memberMissing('accepts-every-additional-contact-purpose', 'parties.additional_contacts.*.purpose', 'status'),
  overstrict(
    'accepts-home-work-and-other-of-an-email-contact',
    'email-at-work-refused',
    'An email address is taken to be at home.',
    'borrowers.0.contacts',
    ({ borrowers }) =>
      borrowers.some(({ contacts }) => contacts?.some(({ type, role }) => type === 'email' && role === 'work')),
  ),
]

const missing: Defect[] = [
  defect(
    'postal-code-required',
    'place-of-the-company-by-default',
    'Without a postal code the place of the company is taken.',
    (behaviour) => {
      const { creation } = behaviour
      const { postalCode } = creation.semantic
      const address = shapeAt(behaviour, 'property.address')
      address.required = []
      creation.semantic.postalCode = (draft, context) =>
        draft.property.address.postal_code === undefined ? [] : postalCode(draft, context)
    },
  ),
  defect(
    'order-type-code-required',
    'first-product-by-default',
    'Without a product the first of the catalog is ordered.',
    (behaviour) => {
      const { creation } = behaviour
      const { product } = creation
      const shape = shapeAt(behaviour, '')
      shape.required = shape.required!.filter((name) => name !== 'order_type_code')
      creation.product = (company, lender, code) =>
        code === undefined ? company.catalog[0] : product(company, lender, code)
    },
  ),
  defect('at-least-one-borrower-required', 'order-for-nobody', 'An order without borrowers is taken.', (behaviour) => {
    const { borrowerContacts } = behaviour.creation.structural
    delete shapeAt(behaviour, 'borrowers')['minItems']
    behaviour.creation.structural.borrowerContacts = (draft, context) =>
      draft.borrowers.length === 0 ? [] : borrowerContacts(draft, context)
  }),
  defect(
    'three-borrowers-refused',
    'three-borrowers-taken',
    'The number of borrowers is not looked at.',
    (behaviour) => {
      delete shapeAt(behaviour, 'borrowers')['maxItems']
    },
  ),
  defect(
    'purchase-price-as-a-number-refused',
    'price-as-number-taken',
    'A price that is a number is taken and written as text.',
    (behaviour) => {
      // The shape of money is shared by every behaviour, so that it is replaced here and not changed.
      const loan = shapeAt(behaviour, 'loan')
      loan.properties = { ...loan.properties, purchase_price: { type: ['string', 'number', 'null'] } }
    },
  ),
  defect(
    'due-date-of-another-form-refused',
    'any-date-taken',
    'The due date is read by a lenient parser.',
    (behaviour) => {
      delete shapeAt(behaviour, 'due_date')['format']
    },
  ),
  tooLate(
    'missing-required-field-creates-nothing',
    'occupancy-checked-too-late',
    ({ property }) => (property.occupancy === undefined ? detail('property.occupancy') : []),
    (behaviour) => {
      const property = shapeAt(behaviour, 'property')
      property.required = property.required!.filter((name) => name !== 'occupancy')
    },
  ),
]

const values: Defect[] = [
  skipped('past-due-date-refused', 'past-due-date-taken', 'The due date is not held against the calendar.', 'dueDate'),
  skipped('unknown-loan-type-refused', 'any-loan-type-taken', 'A loan type is stored as it comes.', 'loanTypeApplies'),
  skippedWhen(
    'loan-type-on-untiered-product-refused',
    'loan-type-ignored-without-tier',
    'A loan type on a product without any is ignored.',
    'loanTypeApplies',
    (_, product) => product.loan_types.length === 0,
  ),
  skippedWhen(
    'unknown-add-on-refused',
    'add-ons-filtered-by-the-first',
    'Only the first add-on is looked up; the others are dropped when unknown.',
    'addOnsApply',
    (draft, { add_ons }) => add_ons.some(({ code }) => code === draft.add_on_codes?.[0]),
  ),
  defect(
    'add-on-of-another-product-refused',
    'add-ons-of-the-whole-company',
    'Add-ons are looked up in the whole catalog.',
    ({ creation }) => {
      const { product } = creation
      const { addOnsApply } = creation.semantic
      let known = new Set<string>()
      creation.product = (company, lender, code) => {
        known = new Set(company.catalog.flatMap(({ add_ons }) => add_ons.map((addOn) => addOn.code)))
        return product(company, lender, code)
      }
      creation.semantic.addOnsApply = (draft, context) =>
        draft.add_on_codes?.every((code) => known.has(code)) ? [] : addOnsApply(draft, context)
    },
  ),
  skippedWhen(
    'adu-add-on-without-adu-refused',
    'adu-false-overlooked',
    'That has_adu was sent counts, not what it says.',
    'hasAdu',
    ({ property }) => property.has_adu === false,
  ),
  skippedWhen(
    'has-adu-required-with-adu-add-on',
    'adu-taken-for-granted',
    'The add-on is taken to say that there is a dwelling unit.',
    'hasAdu',
    ({ property }) => property.has_adu === undefined,
  ),
  defect(
    'unknown-order-type-refused',
    'unknown-product-becomes-the-first',
    'An unknown product falls back to the first.',
    wrap('creation.product', (usual, company) => usual ?? company.catalog[0]),
  ),
  defect(
    'product-not-offered-to-the-lender-refused',
    'withheld-product-sold',
    'Only the catalog hides what is withheld.',
    replace('creation.product', (company, _, code) => company.catalog.find((one) => one.code === code)),
  ),
  skipped(
    'loan-purpose-outside-the-products-list-refused',
    'purposes-of-a-product-not-read',
    'The purposes of the product are display text.',
    'loanPurposeAllowed',
  ),
  skipped(
    'property-type-outside-the-products-list-refused',
    'types-of-a-product-not-read',
    'The property types of the product are display text.',
    'propertyTypeAllowed',
  ),
  skipped(
    'loan-type-code-required-with-tier',
    'loan-type-never-demanded',
    'The loan type is optional everywhere.',
    'loanTypeGiven',
  ),
  skipped('purpose-other-required', 'purpose-other-not-asked', 'Other needs no further word.', 'purposeOther'),
  skippedWhen(
    'fha-case-number-required-when-fha-required',
    'fha-case-number-not-asked',
    'Only USDA products ask for the case number.',
    'fhaCaseNumber',
    (_, product) => product.appraiser_certification === 'fha_required',
  ),
  skippedWhen(
    'fha-case-number-required-when-usda',
    'usda-case-number-not-asked',
    'Only FHA products ask for the case number.',
    'fhaCaseNumber',
    (_, product) => product.appraiser_certification === 'usda',
  ),
  skipped('purchase-price-required', 'purchase-price-not-asked', 'A purchase needs no price.', 'purchasePrice'),
  skipped(
    'unresolvable-postal-code-refused',
    'any-postal-code-taken',
    'A postal code that nobody knows is stored.',
    'postalCode',
  ),
  skipped(
    'inactive-product-refused',
    'withdrawn-product-sold',
    'A withdrawn product can be ordered still.',
    'productActive',
  ),
  {
    id: 'contacts-not-required',
    breaks: 'create.borrower-contacts-required',
    bug: 'The borrower without contacts is taken, as if contacts were optional for everyone.',
    apply: skip('creation.structural.borrowerContacts'),
  },
  defect(
    'borrower-contacts-missing-names-the-field',
    'contacts-named-with-brackets',
    'The path of a detail is in another notation.',
    wrap('creation.structural.borrowerContacts', (usual) =>
      usual.map((one) => ({ ...one, field: 'borrowers[0].contacts' })),
    ),
  ),
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
    wrap('creation.product', (usual, company) => usual ?? company.catalog[0]),
  ),
]

const money: Defect[] = [
  defect(
    'card-billed-account-refused',
    'card-billed-account-orders',
    'How an account pays is not looked at.',
    skip('access.checkBillable'),
  ),
  defect(
    'card-billed-account-has-code',
    'card-billed-refused-as-not-permitted',
    'The refusal has the code of actions that are switched off.',
    replace('access.checkBillable', ({ billing }) => {
      if (billing !== 'invoiced') throw new Refusal('action_not_permitted_for_client', 'This account cannot order.')
    }),
  ),
  defect(
    'card-billed-account-creates-nothing',
    'card-billed-order-kept',
    'The bill is tried after the order was stored.',
    (behaviour) => {
      const { access, creation, problems, wire } = behaviour
      const { product } = creation
      const { finish } = wire
      let paysByCard = false
      access.checkBillable = () => {}
      creation.product = (company, lender, code) => {
        paysByCard = lender.billing !== 'invoiced'
        return product(company, lender, code)
      }
      wire.finish = function (operationId, answer) {
        if (operationId !== 'createOrder' || !paysByCard) return finish.call(this, operationId, answer)
        const refusal = new Refusal('account_not_billable', 'This lender account pays per order by card.')
        return { status: 403, body: problems.body(refusal, problems.newCorrelationId()) }
      }
    },
  ),
  defect(
    'payment-instruments-are-never-accepted',
    'card-kept-with-the-order',
    'Unknown fields of the body are kept and shown.',
    ({ creation, present }) => {
      const { emailRole } = creation.structural
      const { order } = present
      const cards = new Map<unknown, unknown>()
      creation.structural.emailRole = (draft, context) => {
        cards.set(draft.lender_reference, (draft as unknown as Wire)['payment'])
        return emailRole(draft, context)
      }
      present.order = function (...given) {
        const wire = order.apply(this, given)
        const payment = cards.get(wire['lender_reference'])
        return payment === undefined ? wire : { ...wire, payment }
      }
    },
  ),
  defect(
    'errors-are-the-declared-ones',
    'refusals-without-a-status-of-their-own',
    'A create that is refused for its values is answered 424.',
    ({ problems }) => {
      const { body, status } = problems
      let answering: string | undefined
      problems.body = function noted(refusal, correlationId, operationId) {
        answering = operationId
        return body.call(this, refusal, correlationId, operationId)
      }
      problems.status = function ofCreates(refusal) {
        const isMeant = answering === 'createOrder' && refusal.code === 'semantic_validation_failed'
        return isMeant ? 424 : status.call(this, refusal)
      }
    },
  ),
]

const answers: Defect[] = [
  defect('answers-201', 'create-answers-200', 'A create is answered 200.', ({ wire }) => {
    wire.success['createOrder'] = 200
  }),
  ...(
    [
      ['has-location', 'create-without-location', 'The header Location is left out.', () => undefined],
      [
        'location-is-the-orders-url',
        'location-of-the-list',
        'Location is the address of the list.',
        (url: string) => url.replace(/\/[^/]*$/, ''),
      ],
      [
        'location-is-the-orders-url',
        'location-leads-nowhere',
        'Location is made from an old pattern, under which no order is found.',
        (url: string) => url.replace('/orders/', '/order/'),
      ],
    ] as const
  ).map(([breaks, id, bug, make]) =>
    defect(
      breaks,
      id,
      bug,
      instead('wire.finish', (usual, operationId, answer) => {
        const { Location, ...headers } = answer.headers ?? {}
        if (operationId !== 'createOrder' || Location === undefined) return usual(operationId, answer)
        const made = make(Location)
        return usual(operationId, {
          ...answer,
          headers: made === undefined ? headers : { ...headers, Location: made },
        })
      }),
    ),
  ),
  defect(
    'returns-the-order',
    'create-returns-a-sketch',
    'The answer to a create is made before notes are stored.',
    instead('wire.finish', (usual, operationId, answer) => {
      if (operationId === 'createOrder' && answer.status === 201)
        return usual(operationId, { ...answer, body: { ...(answer.body as Wire), notes: [], flags: {} } })
      return usual(operationId, answer)
    }),
  ),
]

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
  ...['unit', 'county'].map((part) => ({
    ...shown(
      'order-shows-the-borrower-address-sent',
      `borrower-address-without-${part}`,
      `The address of a borrower has no place for the ${part}.`,
      (order: Wire) => changeAt(order, `borrowers.*.address.${part}`, () => null),
    ),
    deep: `only for an address with a ${part}`,
  })),
  {
    ...shown(
      'order-shows-the-borrower-address-sent',
      'co-borrower-address-lost',
      'The form has one address, that of the borrower.',
      (order) => changeAt(order, 'borrowers.1.address', () => null),
    ),
    deep: 'only for a co-borrower',
  },
  {
    ...shown(
      'order-shows-the-receives-status-updates-sent',
      'co-borrower-gets-no-updates',
      'Status updates go to the borrower, and those of a co-borrower are shown as off.',
      (order) => changeAt(order, 'borrowers.1.receives_status_updates', () => false),
    ),
    deep: 'only for a co-borrower',
  },
  shown(
    'order-shows-the-borrower-last-name-sent',
    'last-names-in-capitals',
    'Names are written as on forms, in capitals.',
    (order) => changeAt(order, 'borrowers.*.last_name', (name) => String(name).toUpperCase()),
  ),
  shown(
    'order-shows-no-loan-type-when-none-was-sent',
    'default-loan-type',
    'An order without a loan type shows the usual one.',
    (order) => changeAt(order, 'loan.loan_type', (type) => type ?? { code: 'CONV', name: 'Conventional' }),
  ),
  shown(
    'order-shows-the-products-report-format',
    'report-format-of-the-company',
    'The report format is that of the company.',
    (order) => changeAt(order, 'order_type.report_format', () => 'uad_3_6'),
  ),
  shown(
    'order-shows-the-products-certification',
    'certification-by-case-number',
    'The certification is guessed from the case number.',
    (order) =>
      changeAt(order, 'order_type.appraiser_certification', () =>
        (order['loan'] as Wire)['fha_case_number'] ? 'fha_required' : 'none',
      ),
  ),
  shown('city-is-filled-from-the-postal-code', 'city-not-filled', 'The city is not filled in.', (order) =>
    changeAt(order, 'property.address.city', () => ''),
  ),
  shown('state-is-filled-from-the-postal-code', 'state-of-the-company', 'The state is that of the company.', (order) =>
    changeAt(order, 'property.address.state', () => 'OH'),
  ),
  shown(
    'county-is-filled-from-the-postal-code',
    'county-is-the-city',
    'The county is taken to be named as the city.',
    (order) =>
      changeAt(order, 'property.address.county', () => ((order['property'] as Wire)['address'] as Wire)['city']),
  ),
  shown(
    'filled-city-is-the-preferred-place-name',
    'acceptable-place-name',
    'The first of the acceptable names is taken, not the preferred one.',
    (order) => changeAt(order, 'property.address.city', (city) => `Old ${String(city)}`),
  ),
]

const situations: Defect[] = [
  {
    id: 'county-not-filled-beside-a-city',
    breaks: 'create.county-is-filled-from-the-postal-code',
    bug: 'An address that has its city is taken for complete.',
    deep: 'only where a city was sent',
    apply: wrap('creation.address', (filled, sent) =>
      sent.city ? { ...filled, county: sent.county ?? null } : filled,
    ),
  },
  {
    id: 'first-add-on-alone-asks-for-has-adu',
    breaks: 'create.has-adu-required-with-adu-add-on',
    bug: 'Only the first add-on is looked at for what it needs.',
    deep: 'only where the add-on is not the first',
    apply: misread('creation.semantic.hasAdu', (draft) => [
      { ...draft, add_on_codes: draft.add_on_codes?.slice(0, 1) } as OrderDraft,
    ]),
  },
  {
    id: 'yesterday-is-not-past',
    breaks: 'create.past-due-date-refused',
    bug: 'A due date is held against the day before, so that yesterday will do.',
    deep: 'only for yesterday',
    apply: misread('creation.semantic.dueDate', (draft, given) => [draft, { ...given, now: given.now - 86_400_000 }]),
  },
  {
    id: 'day-that-is-none-rolls-over',
    breaks: 'create.due-date-of-another-form-refused',
    bug: 'A date is made of its three numbers, and the 30th of February is a day of March.',
    deep: 'only for a date with a day that its month has not',
    apply: (behaviour) => {
      shapeAt(behaviour, 'due_date')['format'] = undefined
      shapeAt(behaviour, 'due_date')['pattern'] = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'
    },
  },
  {
    id: 'additional-contacts-are-kept-by-address',
    breaks: 'create.order-shows-the-additional-contacts-sent',
    bug: 'Additional contacts are kept by their email address, one of each.',
    deep: 'only for one person named for both purposes',
    apply: wrap('creation.read', (draft) => {
      const contacts = draft.parties?.additional_contacts
      if (!contacts) return draft
      const byEmail = new Map(contacts.map((one) => [one.email, one]))
      return { ...draft, parties: { ...draft.parties, additional_contacts: [...byEmail.values()] } }
    }),
  },
]

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

// Defects of the values of a create: which are refused, with which code, and before anything is stored.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Behaviour } from '../../../simulator/behaviour/behaviour.ts'
import type { SemanticRule } from '../../../simulator/behaviour/creation.ts'
import type { Defect } from '../defect.ts'
import type { Order } from '../../../simulator/domain/records.ts'
import { everyOne, found } from '../list/filters.ts'
import { tooLate, detail, row, named } from './draft-checks.ts'

/** The refusal about a field has another code. */
const recoded = (breaks: string, id: string, field: string, code: string): Defect =>
  row(
    breaks,
    id,
    `The refusal about ${field} comes from another layer, with its code.`,
    op.recode(({ details }) => details.some((one) => one.field.startsWith(field)), code),
  )

const firstWhenUnknown = op.wrap('creation.product', (product, { catalog }) => product ?? catalog[0])

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

/** Of a sale, which no order is that was taken without its price. */
const lacksItsPrice = ({ loan }: Order): boolean => loan.purpose === 'purchase' && loan.purchase_price === null

export const createValues: readonly Defect[] = [
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
    'refused-create-is-announced': {
      breaks: 'create.missing-conditional-field-creates-nothing',
      bug: 'The event is sent before a price is found to be missing, and only the order is taken back.',
      deep: 'only after a refusal',
      apply: op.together(
        checkedLate('missing-conditional-field-creates-nothing', 'purchasePrice').apply,
        op.refuse('access.sees', (_account, resource) => 'loan' in resource && lacksItsPrice(resource as Order)),
        found((find, filter, { offset, limit }) => {
          const rows = find(filter, everyOne).rows.filter((order) => !lacksItsPrice(order))
          return { rows: rows.slice(offset, offset + limit), total: rows.length }
        }),
      ),
    },
    'due-date-moved-off-the-weekend': {
      breaks: 'create.order-shows-the-due-date-sent',
      bug: 'A due date on a Saturday or Sunday becomes the Monday after it.',
      deep: 'only at a weekend',
      apply: op.wrap('creation.read', (draft) => {
        const day = new Date(draft.due_date).getUTCDay()
        const days = { 0: 1, 6: 2 }[day]
        if (days === undefined) return draft
        return {
          ...draft,
          due_date: new Date(Date.parse(draft.due_date) + days * 86_400_000).toISOString().slice(0, 10),
        }
      }),
    },
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
    'contacts-of-a-second-entry-not-required': {
      breaks: 'create.borrower-contacts-required',
      bug: 'Contacts are looked for in the first entry, and there a co-borrower needs none.',
      deep: 'only for a borrower behind a co-borrower',
      apply: op.wrap('creation.structural.borrowerContacts', (details) =>
        details.filter(({ field }) => field === 'borrowers.0.contacts'),
      ),
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

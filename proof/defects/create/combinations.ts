// Defects of a create that show only beside another part of it, on some of the products, or for few of the values.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import type { OrderDraft } from '../../../simulator/domain/order-draft.ts'

const inCents = (round: (cents: number) => number): Mutation =>
  op.wrap('creation.read', (draft) => {
    const { purchase_price: price } = draft.loan
    if (!price) return draft
    return { ...draft, loan: { ...draft.loan, purchase_price: (round(Number(price) * 100) / 100).toFixed(2) } }
  })

const inAnyCase = op.loosen('createOrder', 'property.occupancy', ({ enum: values }) => ({
  enum: (values as string[]).flatMap((value) => [value, value.toUpperCase()]),
}))

const isUpper = ({ property: { occupancy } }: OrderDraft): boolean => occupancy !== occupancy.toLowerCase()

export const createCombinations: readonly Defect[] = rows({
  'loan-types-of-the-whole-company': {
    breaks: 'create.unknown-loan-type-refused',
    bug: 'Loan types are looked up in the whole catalog.',
    deep: 'only for a loan type of another product',
    apply: op.perTarget((known = new Set<string>()) => [
      op.skip(
        'creation.semantic.loanTypeApplies',
        ({ loan_type_code: code }, { product }) => product.loan_types.length > 0 && known.has(code ?? ''),
      ),
      op.note('creation.product', ({ catalog }) => {
        known = new Set(catalog.flatMap(({ loan_types }) => loan_types.map(({ code }) => code)))
      }),
    ]),
  },
  'loan-type-not-read-beside-an-add-on': {
    breaks: 'create.unknown-loan-type-refused',
    bug: 'An order with an add-on goes through another validation, which does not read the loan types of the product.',
    deep: 'only beside an add-on',
    apply: op.skip(
      'creation.semantic.loanTypeApplies',
      ({ add_on_codes }, { product }) => product.loan_types.length > 0 && (add_on_codes ?? []).length > 0,
    ),
  },
  'add-ons-not-read-beside-a-loan-type': {
    breaks: 'create.unknown-add-on-refused',
    bug: 'Where a loan type applies the add-ons are taken to apply with it.',
    deep: 'only beside a loan type',
    apply: op.skip('creation.semantic.addOnsApply', ({ loan_type_code }) => Boolean(loan_type_code)),
  },
  'purchase-price-not-asked-on-uad-3-6': {
    breaks: 'create.purchase-price-required',
    bug: 'The form for the new report format asks for no price of a purchase.',
    deep: 'only one report format',
    apply: op.skip('creation.semantic.purchasePrice', (_draft, { product }) => product.report_format === 'uad_3_6'),
  },
  'purchase-price-not-asked-beside-a-currency': {
    breaks: 'create.purchase-price-required',
    bug: 'A purchase whose price is given in a currency is looked through for its currency, and not for its price.',
    deep: 'only beside a currency',
    apply: op.skip('creation.semantic.purchasePrice', ({ loan }) => Boolean(loan.currency)),
  },
  'past-due-date-taken-in-a-rush': {
    breaks: 'create.past-due-date-refused',
    bug: 'An order in a rush is due as soon as can be, and its date is not looked at.',
    deep: 'only for an order in a rush',
    apply: op.skip('creation.semantic.dueDate', ({ rush }) => rush === true),
  },
  'property-type-not-read-for-other-purposes': {
    breaks: 'create.property-type-outside-the-products-list-refused',
    bug: 'Where the purpose is `other` a product is ordered for any property.',
    deep: 'only for the purpose that is described in words',
    apply: op.skip('creation.semantic.propertyTypeAllowed', ({ loan: { purpose } }) => purpose === 'other'),
  },
  'property-type-not-read-beside-an-add-on': {
    breaks: 'create.property-type-outside-the-products-list-refused',
    bug: 'An order with an add-on goes through another validation, which does not read the property types of the product.',
    deep: 'only beside an add-on',
    apply: op.skip('creation.semantic.propertyTypeAllowed', ({ add_on_codes }) => (add_on_codes ?? []).length > 0),
  },
  'property-type-read-of-primary-residences': {
    breaks: 'create.property-type-outside-the-products-list-refused',
    bug: 'The property types of a product are read where a borrower lives in the property, and of no other.',
    deep: 'only for another occupancy than the commonest',
    apply: op.skip(
      'creation.semantic.propertyTypeAllowed',
      ({ property: { occupancy } }) => occupancy !== 'primary_residence',
    ),
  },
  'loan-purpose-read-of-investments': {
    breaks: 'create.loan-purpose-outside-the-products-list-refused',
    bug: 'The purposes of a product are read for property that nobody lives in, and of no home.',
    deep: 'only for a primary residence',
    apply: op.skip(
      'creation.semantic.loanPurposeAllowed',
      ({ property: { occupancy } }) => occupancy === 'primary_residence',
    ),
  },
  'unresolvable-postal-code-taken-beside-its-place': {
    breaks: 'create.unresolvable-postal-code-refused',
    bug: 'A postal code is looked up only where its city or state is to be filled in.',
    deep: 'only beside a city and a state',
    apply: op.skip('creation.semantic.postalCode', ({ property: { address } }) =>
      Boolean(address.city && address.state),
    ),
  },
  'withdrawn-product-of-uad-3-6-sold': {
    breaks: 'create.inactive-product-refused',
    bug: 'The form for the new report format does not look whether its product was withdrawn.',
    deep: 'only one report format',
    apply: op.skip('creation.semantic.productActive', (_draft, { product }) => product.report_format === 'uad_3_6'),
  },
  'withdrawn-product-sold-for-a-numbered-loan': {
    breaks: 'create.inactive-product-refused',
    bug: 'An order whose loan has its number goes on with what the loan began with, a withdrawn product included.',
    deep: 'only beside a loan number',
    apply: op.skip('creation.semantic.productActive', ({ loan }) => Boolean(loan.number)),
  },
  'price-cut-to-cents': {
    breaks: 'create.order-shows-the-purchase-price-sent',
    bug: 'A price is kept in cents, a hundred times its number, of which the fraction is cut off.',
    deep: 'only where a hundred times the number falls short',
    apply: inCents(Math.floor),
  },
  'price-rounded-up-to-cents': {
    breaks: 'create.order-shows-the-purchase-price-sent',
    bug: 'A price is kept in cents, a hundred times its number, rounded up.',
    deep: 'only where a hundred times the number comes to more',
    apply: inCents(Math.ceil),
  },
  'loan-currency-is-the-companys': {
    breaks: 'create.order-shows-the-loan-currency-sent',
    bug: 'A price is taken in any currency, and the order shows the one of the company.',
    deep: 'only for a currency other than USD',
    apply: op.together(
      op.skip('creation.structural.currency'),
      op.replace('creation.loanCurrency', (_loan, { currency }) => currency),
    ),
  },
  'occupancy-in-upper-case-is-another': {
    breaks: 'create.order-shows-the-occupancy-sent',
    bug: 'An occupancy is checked whatever its letters are, and one that the table does not have becomes its last.',
    deep: 'only for an occupancy in upper case',
    apply: op.together(
      inAnyCase,
      op.wrap('creation.read', (draft) =>
        isUpper(draft) ? { ...draft, property: { ...draft.property, occupancy: 'vacant' } } : draft,
      ),
    ),
  },
  'occupancy-in-upper-case-is-500': {
    breaks: 'errors.unforeseen-request-is-no-failure',
    bug: 'The check of an occupancy ignores the letter case, and the column of the database does not.',
    deep: 'only for an occupancy in upper case',
    apply: op.together(
      inAnyCase,
      op.refuseWith(
        'creation.read',
        (draft) => isUpper(draft) && new Refusal('internal_error', 'Something went wrong.'),
      ),
    ),
  },
})

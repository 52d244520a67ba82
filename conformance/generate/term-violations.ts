// Violations of what the catalog, the calendar and the postal service allow for: codes, lists of a product, places, dates.
import { conditionalViolations } from './conditional-violations.ts'
import { foreignAddOn, foreignLoanType, type CatalogProduct } from './catalog-product.ts'
import { pastDueDate } from './due-dates.ts'
import type { Ground } from './order-ground.ts'
import type { ProductCoverage } from './product-coverage.ts'
import { eitherCode, semantic, setAt, unusable, type Template } from './violation.ts'

/** Values that the profile and the catalog of another lender provide; what is left out stays untested. */
export type Outside = {
  unresolvablePostalCodes?: readonly string[]
  /** An order type code of the company that this lender may not order. */
  withheldOrderType?: string
  /** One that this lender may order, and another lender of the company, `other_lender`, may not. */
  withheldFromOther?: string
}

const refusedCode = (template: Omit<Template, 'createsNothing' | 'refusal'>): Template => ({
  ...template,
  createsNothing: ['create.refused-code-creates-nothing'],
  refusal: unusable(
    semantic,
    template.at,
    template.at[0] === 'loan_type_code' ? 'create.unknown-loan-type-has-code' : 'create.unknown-add-on-has-code',
  ),
})

const noCode = 'assay-no-such-code'

const loanType = (
  id: string,
  rule: string,
  needs: 'tiered' | 'untiered',
  code: (product: CatalogProduct) => string | undefined,
): Template =>
  refusedCode({
    id: `code.${id}`,
    rules: [rule],
    needs,
    fits: (product) => code(product) !== undefined,
    at: ['loan_type_code'],
    beside: (valid, { addOns }) => {
      if (id !== 'unknown-loan-type' && addOns.length > 0) valid.add_on_codes = [addOns[0]!]
    },
    mutate: (request, product) => setAt(request, 'loan_type_code', code(product)),
  })

const codes = ({ catalog, having }: ProductCoverage): Template[] => [
  loanType('unknown-loan-type', 'create.unknown-loan-type-refused', 'tiered', () => noCode),
  loanType('foreign-loan-type', 'create.unknown-loan-type-refused', 'tiered', (one) => foreignLoanType(one, catalog)),
  loanType(
    'loan-type-without-tier',
    'create.loan-type-on-untiered-product-refused',
    'untiered',
    (one) => foreignLoanType(one, catalog) ?? noCode,
  ),
  refusedCode({
    id: 'code.unknown-add-on',
    rules: ['create.unknown-add-on-refused'],
    at: ['add_on_codes'],
    mutate: (request) => setAt(request, 'add_on_codes', [noCode]),
  }),
  refusedCode({
    id: 'code.known-and-unknown-add-on',
    rules: ['create.unknown-add-on-refused'],
    // Beside a loan type where a product has both.
    needs: having.tiered.some(({ addOns }) => addOns.length > 0) ? 'tiered' : 'plain_add_on',
    fits: ({ addOns }) => addOns.length > 0,
    at: ['add_on_codes'],
    mutate: (request, { addOns }) => setAt(request, 'add_on_codes', [addOns[0], noCode]),
  }),
  refusedCode({
    id: 'code.foreign-add-on',
    rules: ['create.add-on-of-another-product-refused'],
    needs: 'foreign_add_on',
    at: ['add_on_codes'],
    mutate: (request, product) => setAt(request, 'add_on_codes', [foreignAddOn(product, catalog)]),
  }),
]

const orderType = (id: string, rule: string, code: string): Template => ({
  id: `order-type.${id}`,
  rules: [rule],
  createsNothing: ['create.unknown-order-type-creates-nothing'],
  needs: 'untiered',
  at: ['order_type_code'],
  mutate: (request) => setAt(request, 'order_type_code', code),
  refusal: unusable(eitherCode, ['order_type_code']),
})

/** An order that main could place, sent by the other lender. What it would create is on an account that no list of main shows. */
const orderOfOther = (code: string): Template => ({
  id: 'order-type.withheld-from-other',
  rules: ['create.product-not-offered-to-the-lender-refused'],
  createsNothing: [],
  fits: (product) => product.code === code,
  at: [],
  mutate: () => {},
  refusal: unusable(eitherCode, ['order_type_code']),
  role: 'other_lender',
})

/** A member that a restricted list leaves out; for a purpose, one that calls for no further field. */
const outside = (
  all: readonly string[],
  inside: readonly string[],
  avoided: readonly string[] = [],
): string | undefined => all.find((value) => !inside.includes(value) && !avoided.includes(value))

const restricted = ({ enumerations }: Ground): Template[] => {
  const purpose = ({ purposes }: CatalogProduct) => outside(enumerations.loan_purpose, purposes, ['other', 'purchase'])
  const type = ({ propertyTypes }: CatalogProduct) => outside(enumerations.property_type, propertyTypes)
  const createsNothing = ['create.value-outside-the-products-lists-creates-nothing']
  return [
    {
      id: 'restricted.loan-purpose',
      rules: ['create.loan-purpose-outside-the-products-list-refused'],
      createsNothing,
      needs: 'restricted_purposes',
      // From a purpose that brings no field of its own, which would stay behind.
      fits: (product) =>
        purpose(product) !== undefined && product.purposes.some((one) => one !== 'other' && one !== 'purchase'),
      at: ['loan.purpose'],
      again: 'always',
      mutate: (request, product) => setAt(request, 'loan.purpose', purpose(product)),
      refusal: unusable(eitherCode, ['loan.purpose']),
    },
    {
      id: 'restricted.property-type',
      rules: ['create.property-type-outside-the-products-list-refused'],
      createsNothing,
      needs: 'restricted_types',
      fits: (product) => type(product) !== undefined,
      at: ['property.type'],
      again: 'always',
      mutate: (request, product) => setAt(request, 'property.type', type(product)),
      refusal: unusable(eitherCode, ['property.type']),
    },
  ]
}

/** Beside the city and the state of a place that is there. */
const besidePlace: Template['beside'] = ({ property }, _product, { filled }) => {
  if (filled) Object.assign(property.address, { city: filled.city, state: filled.state })
}

const postalCode = (id: string, rules: string[], code: string, statuses: number[]): Template => ({
  id: `postal-code.${id}`,
  rules,
  createsNothing: ['create.unresolvable-postal-code-creates-nothing'],
  at: ['property.address.postal_code'],
  mutate: (request) => setAt(request, 'property.address.postal_code', code),
  refusal: { statuses, codes: eitherCode, about: ['property.address'] },
})

export const termViolations = (coverage: ProductCoverage, ground: Ground, provided: Outside): Template[] => [
  ...conditionalViolations,
  ...codes(coverage),
  ...restricted(ground),
  orderType('unknown', 'create.unknown-order-type-refused', noCode),
  ...(provided.withheldOrderType === undefined
    ? []
    : [orderType('withheld', 'create.product-not-offered-to-the-lender-refused', provided.withheldOrderType)]),
  ...(provided.withheldFromOther === undefined ? [] : [orderOfOther(provided.withheldFromOther)]),
  {
    id: 'order-type.inactive',
    rules: ['create.inactive-product-refused'],
    createsNothing: ['create.inactive-product-creates-nothing'],
    needs: 'inactive',
    fits: ({ purposes, propertyTypes }) => purposes.length > 0 && propertyTypes.length > 0,
    at: [],
    again: true,
    beside: (valid, { addOns }) => {
      valid.loan.number = '7700412'
      if (addOns.length > 0) valid.add_on_codes = [addOns[0]!]
    },
    mutate: () => {},
    refusal: unusable(eitherCode, ['order_type_code']),
  },
  ...Object.entries({ past: ground.lastPast ?? pastDueDate(ground.today), 'long-past': '1999-12-31' }).map(
    ([id, date]) => ({
      id: `due-date.${id}`,
      rules: ['create.past-due-date-refused'],
      createsNothing: ['create.past-due-date-creates-nothing'],
      at: ['due_date'],
      mutate: (request: object) => setAt(request, 'due_date', date),
      refusal: unusable(eitherCode, ['due_date']),
    }),
  ),
  ...(provided.unresolvablePostalCodes ?? []).map((code, index) => ({
    ...postalCode(`unresolvable-${code}`, ['create.unresolvable-postal-code-refused'], code, [422]),
    ...(index % 2 === 1 && { beside: besidePlace }),
  })),
  postalCode('canadian', ['order.property-is-in-the-united-states'], 'K1A 0B1', [400, 422]),
]

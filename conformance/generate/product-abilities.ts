// What products can have, and the rules that need a product which has it.
import { foreignAddOn, type CatalogProduct } from './catalog-product.ts'

export type AbilityDefinition = {
  /** What a product has that has this, to follow "the catalog has no product ". */
  asks: string
  /** Rules that need such a product; where several abilities name a rule, one of them is enough. */
  rules: readonly string[]
  has(product: CatalogProduct, catalog: readonly CatalogProduct[]): boolean
}

const certification =
  (value: string): AbilityDefinition['has'] =>
  (product) =>
    product.certification === value

export const abilities = {
  tiered: {
    asks: 'with loan types',
    rules: [
      'create.loan-type-code-required-with-tier',
      'create.loan-type-code-missing-has-code',
      'create.unknown-loan-type-refused',
      'create.order-shows-the-loan-type-sent',
    ],
    has: ({ loanTypes }) => loanTypes.length > 0,
  },
  untiered: {
    asks: 'without loan types',
    rules: [
      'create.loan-type-code-not-demanded-without-tier',
      'create.loan-type-on-untiered-product-refused',
      'create.order-shows-no-loan-type-when-none-was-sent',
    ],
    has: ({ loanTypes }) => loanTypes.length === 0,
  },
  none: {
    asks: 'whose certification is none',
    rules: ['create.fha-case-number-not-demanded-without-certification'],
    has: certification('none'),
  },
  fha_required: {
    asks: 'whose certification is fha_required',
    rules: [
      'create.fha-case-number-required-when-fha-required',
      'create.fha-case-number-missing-has-code',
      'create.order-shows-the-fha-case-number-sent',
    ],
    has: certification('fha_required'),
  },
  fha_optional: {
    asks: 'whose certification is fha_optional',
    rules: [
      'create.fha-case-number-accepted-where-optional',
      'create.fha-case-number-may-be-omitted-where-optional',
      'create.order-shows-the-fha-case-number-sent',
    ],
    has: certification('fha_optional'),
  },
  usda: {
    asks: 'whose certification is usda',
    rules: [
      'create.fha-case-number-required-when-usda',
      'create.fha-case-number-missing-has-code',
      'create.order-shows-the-fha-case-number-sent',
    ],
    has: certification('usda'),
  },
  restricted_purposes: {
    asks: 'that restricts loan purposes',
    rules: ['create.loan-purpose-outside-the-products-list-refused'],
    has: ({ restrictsPurposes }) => restrictsPurposes,
  },
  open_purposes: {
    asks: 'that takes every loan purpose',
    rules: ['create.loan-purpose-unrestricted-when-the-list-is-empty', 'create.accepts-every-loan-purpose'],
    has: ({ restrictsPurposes }) => !restrictsPurposes,
  },
  restricted_types: {
    asks: 'that restricts property types',
    rules: ['create.property-type-outside-the-products-list-refused'],
    has: ({ restrictsTypes }) => restrictsTypes,
  },
  open_types: {
    asks: 'that takes every property type',
    rules: ['create.property-type-unrestricted-when-the-list-is-empty', 'create.accepts-every-property-type'],
    has: ({ restrictsTypes }) => !restrictsTypes,
  },
  plain_add_on: {
    asks: 'with an add-on',
    rules: ['create.order-shows-the-add-ons-sent'],
    has: ({ addOns }) => addOns.length > 0,
  },
  adu_add_on: {
    asks: 'with an add-on that needs an accessory dwelling unit',
    rules: [
      'create.order-shows-the-add-ons-sent',
      'create.has-adu-required-with-adu-add-on',
      'create.has-adu-missing-has-code',
      'create.adu-add-on-with-adu-accepted',
      'create.adu-add-on-without-adu-refused',
      'catalog.with-adu-adds-adu-only-add-ons',
      'catalog.without-adu-lists-no-adu-only-add-ons',
    ],
    has: ({ aduAddOns }) => aduAddOns.length > 0,
  },
  foreign_add_on: {
    asks: 'that lacks an add-on of another product',
    rules: ['create.add-on-of-another-product-refused'],
    has: (product, catalog) => foreignAddOn(product, catalog) !== undefined,
  },
  purchase: {
    asks: 'that can be ordered for a purchase',
    rules: [
      'create.purchase-price-required',
      'create.purchase-price-missing-has-code',
      'create.purchase-price-as-a-number-refused',
      'create.order-shows-the-purchase-price-sent',
      'create.order-shows-the-loan-currency-sent',
    ],
    has: ({ purposes }) => purposes.includes('purchase'),
  },
  no_purchase: {
    asks: 'that can be ordered for something else than a purchase',
    rules: ['create.purchase-price-not-demanded-for-other-purposes'],
    has: ({ purposes }) => purposes.some((purpose) => purpose !== 'purchase'),
  },
  purpose_other: {
    asks: 'that can be ordered for the purpose other',
    rules: [
      'create.purpose-other-required',
      'create.purpose-other-missing-has-code',
      'create.order-shows-the-purpose-other-sent',
    ],
    has: ({ purposes }) => purposes.includes('other'),
  },
  two_formats: {
    asks: 'of the other report format beside',
    rules: ['catalog.report-format-filter-excludes-the-other-format'],
    has: ({ reportFormat }, catalog) => catalog.some((other) => other.reportFormat !== reportFormat),
  },
  uad_2_6: { asks: 'of the report format uad_2_6', rules: [], has: ({ reportFormat }) => reportFormat === 'uad_2_6' },
  uad_3_6: { asks: 'of the report format uad_3_6', rules: [], has: ({ reportFormat }) => reportFormat === 'uad_3_6' },
  inactive: {
    asks: 'that is inactive',
    rules: [
      'create.inactive-product-refused',
      'create.inactive-product-creates-nothing',
      'catalog.withdrawn-product-is-listed-as-inactive',
    ],
    has: ({ active }) => !active,
  },
} as const satisfies Record<string, AbilityDefinition>

export type Ability = keyof typeof abilities

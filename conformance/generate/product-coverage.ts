// What the live catalog can exercise: which products meet which conditional rule, and which rules no product can meet.
import type { Enumerations } from './order-ground.ts'

type Coded = { code: string; name: string }

/** An order type as the wire shows it; an array may be null while it is empty. */
export type WireProduct = {
  code: string
  name: string
  report_format: string
  appraiser_certification: string
  active: boolean
  loan_types: Coded[] | null
  add_ons: Coded[] | null
  loan_purposes: string[] | null
  property_types: string[] | null
}

/**
 * A product with its empty lists filled in: `purposes` and `propertyTypes` are those it may be ordered with, of the
 * contract's enumerations; `aduAddOns` are the add-ons that need a dwelling unit, `addOns` the others.
 */
export type CatalogProduct = {
  code: string
  reportFormat: string
  certification: string
  active: boolean
  loanTypes: string[]
  addOns: string[]
  aduAddOns: string[]
  restrictsPurposes: boolean
  purposes: string[]
  restrictsTypes: boolean
  propertyTypes: string[]
}

const codesOf = (list: Coded[] | null): string[] => (list ?? []).map(({ code }) => code)

const allowed = (list: string[] | null, known: readonly string[]): string[] =>
  list === null || list.length === 0 ? [...known] : known.filter((value) => list.includes(value))

/** The catalog read with `has_adu=false` and once more with `has_adu=true`: the difference needs a dwelling unit. */
export const readCatalog = (
  without: readonly WireProduct[],
  withAdu: readonly WireProduct[],
  { loan_purpose, property_type }: Pick<Enumerations, 'loan_purpose' | 'property_type'>,
): CatalogProduct[] =>
  without.map((product) => {
    const addOns = codesOf(product.add_ons)
    const more = codesOf(withAdu.find(({ code }) => code === product.code)?.add_ons ?? null)
    return {
      code: product.code,
      reportFormat: product.report_format,
      certification: product.appraiser_certification,
      active: product.active,
      loanTypes: codesOf(product.loan_types),
      addOns,
      aduAddOns: more.filter((code) => !addOns.includes(code)),
      restrictsPurposes: (product.loan_purposes ?? []).length > 0,
      purposes: allowed(product.loan_purposes, loan_purpose),
      restrictsTypes: (product.property_types ?? []).length > 0,
      propertyTypes: allowed(product.property_types, property_type),
    }
  })

type Definition = {
  /** What a product has that has this, to follow "the catalog has no product ". */
  asks: string
  /** Rules that need such a product; where several abilities name a rule, one of them is enough. */
  rules: readonly string[]
  has(product: CatalogProduct, catalog: readonly CatalogProduct[]): boolean
}

const certification = (value: string): Definition['has'] => (product) => product.certification === value

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
} as const satisfies Record<string, Definition>

export type Ability = keyof typeof abilities

export type Untested = { rule: string; reason: string }

/** `orderable` begins with the product that asks for least. */
export type Coverage = {
  catalog: CatalogProduct[]
  orderable: CatalogProduct[]
  having: Record<Ability, CatalogProduct[]>
  untested: Untested[]
}

/** An add-on code of another product that this one lacks. */
export const foreignAddOn = (product: CatalogProduct, catalog: readonly CatalogProduct[]): string | undefined =>
  catalog
    .flatMap(({ addOns, aduAddOns }) => [...addOns, ...aduAddOns])
    .find((code) => !product.addOns.includes(code) && !product.aduAddOns.includes(code))

const demands = ({ loanTypes, certification, restrictsPurposes, restrictsTypes, purposes }: CatalogProduct): number =>
  [
    loanTypes.length > 0,
    ['fha_required', 'usda'].includes(certification),
    certification !== 'none',
    restrictsPurposes,
    restrictsTypes,
    purposes.every((purpose) => purpose === 'purchase' || purpose === 'other'),
  ].filter(Boolean).length

/**
 * A product is orderable when it is active, its certification is one the contract knows (what an unknown one asks for is
 * unknown too), and one purpose and one property type of the contract fit it.
 */
export const coverCatalog = (
  catalog: CatalogProduct[],
  { appraiser_certification }: Pick<Enumerations, 'appraiser_certification'>,
): Coverage => {
  const orderable = catalog
    .filter(
      ({ active, certification, purposes, propertyTypes }) =>
        active && appraiser_certification.includes(certification) && purposes.length > 0 && propertyTypes.length > 0,
    )
    .toSorted((one, other) => demands(one) - demands(other))
  const entries = Object.entries<Definition>(abilities)
  const having = Object.fromEntries(
    entries.map(([name, { has }]) => [
      name,
      (name === 'inactive' ? catalog : orderable).filter((product) => has(product, catalog)),
    ]),
  ) as Coverage['having']
  const rules = new Set(entries.flatMap(([, { rules }]) => rules))
  const untested = [...rules].flatMap((rule) => {
    const serving = entries.filter(([, ability]) => ability.rules.includes(rule))
    if (serving.some(([name]) => having[name as Ability].length > 0)) return []
    return { rule, reason: `the catalog has no product ${serving.map(([, { asks }]) => asks).join(' or ')}` }
  })
  return { catalog, orderable, having, untested }
}

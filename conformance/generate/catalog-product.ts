// A product of the live catalog as the generators read it: what it asks for, and what it may be ordered with.
import { entriesIn } from '../evidence/parts.ts'
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

const codesOf = (list: unknown): string[] => entriesIn(list).map(({ code }) => String(code))

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const textsIn = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : [])

const allowed = (list: readonly string[], known: readonly string[]): string[] =>
  list.length === 0 ? [...known] : known.filter((value) => list.includes(value))

/** The catalog read with `has_adu=false` and once more with `has_adu=true`: the difference needs a dwelling unit. */
export const readCatalog = (
  without: readonly Readonly<Record<string, unknown>>[],
  withAdu: readonly Readonly<Record<string, unknown>>[],
  { loan_purpose, property_type }: Pick<Enumerations, 'loan_purpose' | 'property_type'>,
): CatalogProduct[] =>
  without.map((product) => {
    const addOns = codesOf(product['add_ons'])
    const more = codesOf(withAdu.find(({ code }) => code === product['code'])?.['add_ons'])
    const purposes = textsIn(product['loan_purposes'])
    const types = textsIn(product['property_types'])
    return {
      code: String(product['code']),
      reportFormat: String(product['report_format']),
      // One that is not shown asks for nothing that could be known.
      certification: textIn(product['appraiser_certification']) ?? 'none',
      active: product['active'] !== false,
      loanTypes: codesOf(product['loan_types']),
      addOns,
      aduAddOns: more.filter((code) => !addOns.includes(code)),
      restrictsPurposes: purposes.length > 0,
      purposes: allowed(purposes, loan_purpose),
      restrictsTypes: types.length > 0,
      propertyTypes: allowed(types, property_type),
    }
  })

/** An add-on code of another product that this one lacks; one that needs a dwelling unit only where there is no other. */
export const foreignAddOn = (product: CatalogProduct, catalog: readonly CatalogProduct[]): string | undefined =>
  [...catalog.flatMap(({ addOns }) => addOns), ...catalog.flatMap(({ aduAddOns }) => aduAddOns)].find(
    (code) => !product.addOns.includes(code) && !product.aduAddOns.includes(code),
  )

export const needsCaseNumber = ({ certification }: CatalogProduct): boolean =>
  certification === 'fha_required' || certification === 'usda'

/** A loan type code of another product that this one lacks. */
export const foreignLoanType = (product: CatalogProduct, catalog: readonly CatalogProduct[]): string | undefined =>
  catalog.flatMap(({ loanTypes }) => loanTypes).find((code) => !product.loanTypes.includes(code))

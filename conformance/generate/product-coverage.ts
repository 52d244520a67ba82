// What the live catalog can exercise: which products meet which conditional rule, and which rules no product can meet.
import { reason, type GivenReason } from '../evidence/inconclusive.ts'
import { needsCaseNumber, type CatalogProduct } from './catalog-product.ts'
import type { Enumerations } from './order-ground.ts'
import { abilities, type Ability, type AbilityDefinition } from './product-abilities.ts'

export type Untested = { rule: string; reason: GivenReason }

/** `orderable` begins with the product that asks for least. */
export type ProductCoverage = {
  catalog: CatalogProduct[]
  orderable: CatalogProduct[]
  having: Record<Ability, CatalogProduct[]>
  untested: Untested[]
}

const demands = (product: CatalogProduct): number =>
  [
    product.loanTypes.length > 0,
    needsCaseNumber(product),
    product.certification !== 'none',
    product.restrictsPurposes,
    product.restrictsTypes,
    product.purposes.every((purpose) => purpose === 'purchase' || purpose === 'other'),
  ].filter(Boolean).length

/**
 * A product is orderable when it is active, its certification is one the contract knows (what an unknown one asks for is
 * unknown too), and one purpose and one property type of the contract fit it.
 */
export const coverCatalog = (
  catalog: CatalogProduct[],
  { appraiser_certification }: Pick<Enumerations, 'appraiser_certification'>,
): ProductCoverage => {
  const orderable = catalog
    .filter(
      ({ active, certification, purposes, propertyTypes }) =>
        active && appraiser_certification.includes(certification) && purposes.length > 0 && propertyTypes.length > 0,
    )
    .toSorted((one, other) => demands(one) - demands(other))
  const entries = Object.entries<AbilityDefinition>(abilities)
  const having = Object.fromEntries(
    entries.map(([name, { has }]) => [
      name,
      (name === 'inactive' ? catalog : orderable).filter((product) => has(product, catalog)),
    ]),
  ) as ProductCoverage['having']
  const rules = new Set(entries.flatMap(([, { rules }]) => rules))
  const untested = [...rules].flatMap((rule) => {
    const serving = entries.filter(([, ability]) => ability.rules.includes(rule))
    if (serving.some(([name]) => having[name as Ability].length > 0)) return []
    return { rule, reason: reason('no-product-that', { asks: serving.map(([, { asks }]) => asks) }) }
  })
  return { catalog, orderable, having, untested }
}

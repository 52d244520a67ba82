// The product catalogs of the target, that of each role read once for the whole run.
import type { Scenario, StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'
import { notTested, reason } from '../evidence/inconclusive.ts'
import { entriesAt, requireSuccess } from './read.ts'
import { walkPages } from './walk-pages.ts'

export type Product = {
  code: string
  report_format: string
  appraiser_certification: string
  active: boolean
  loan_types: string[]
  add_ons: string[]
  loan_purposes: string[]
  property_types: string[]
}

type Catalog = { pages: Answered[]; products: Product[] }

const codes = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((entry) => String((entry as { code?: unknown } | null)?.code ?? entry)) : []

const productOf = (raw: Record<string, unknown>): Product => ({
  code: String(raw['code']),
  report_format: String(raw['report_format']),
  appraiser_certification: String(raw['appraiser_certification'] || 'none'),
  active: raw['active'] !== false,
  loan_types: codes(raw['loan_types']),
  add_ons: codes(raw['add_ons']),
  loan_purposes: codes(raw['loan_purposes']),
  property_types: codes(raw['property_types']),
})

/** The products of one page of the catalog. */
export const productsOf = (page: Answered): Product[] => entriesAt(page, '/data').map(productOf)

export const catalogOf = (role: Role): Scenario<Catalog> => ({
  id: role === 'main' ? 'catalog' : `catalog-of-${role}`,
  async run(context) {
    const pages = (await walkPages(context, { operationId: 'listOrderTypes', role })).map(requireSuccess)
    return { pages, products: pages.flatMap(productsOf) }
  },
})

export const catalog = catalogOf('main')

// The plainest product first: the fewer conditions it has, the fewer things besides the claim can go wrong.
const plainness = ({ loan_types, appraiser_certification, loan_purposes, property_types }: Product): number =>
  Number(loan_types.length > 0) * 4 +
  Number(appraiser_certification !== 'none' && appraiser_certification !== 'fha_optional') * 2 +
  Number(loan_purposes.length > 0) +
  Number(property_types.length > 0 && !property_types.includes('single_family')) * 8

/** The orderable ones, the plainest first. */
export const plainest = (products: readonly Product[]): Product[] =>
  products.filter(({ active }) => active).toSorted((one, other) => plainness(one) - plainness(other))

type Wanted = {
  fits?: (product: Product) => boolean
  /** What fits, to follow "the catalog has no product ". */
  asks?: string
  /** May be at another company, which has a catalog of its own. */
  role?: Role
}

/** The plainest orderable product that fits. @throws Inconclusive `not-tested` where the catalog has none. */
export const pickProduct = async (
  context: StepContext,
  { fits = () => true, asks, role = 'main' }: Wanted = {},
): Promise<Product> => {
  const { products } = await context.shared(catalogOf(role))
  const [first] = plainest(products).filter(fits)
  if (!first)
    throw notTested(
      asks === undefined ? reason('no-active-product', { role }) : reason('no-product-that', { asks: [asks] }),
    )
  return first
}

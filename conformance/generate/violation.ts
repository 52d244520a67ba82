// A create that is wrong in one point, as data, and how its refusal differs from any other.
import type { Role } from '../evidence/roles.ts'
import { valueAt } from '../evidence/seen.ts'
import type { CatalogProduct } from './catalog-product.ts'
import type { CreateOrderRequest, Place } from './order-ground.ts'
import type { Ability } from './product-abilities.ts'
import type { OrderChoices } from './valid-order.ts'

type Refusal = {
  /** What the contract and its freedoms let the refusal answer. */
  statuses: readonly number[]
  /** The codes that a 422 may have by the permitted readings; binding where `codeRule` names the row that says so. */
  codes: readonly string[]
  codeRule?: string
  /** The path a detail must name, and the row that says so. */
  field?: { path: string; rule: string }
  /** Paths that a detail may name, when the refusal has details: see `concerns`. */
  about: readonly string[]
}

/**
 * One violation ready to be sent: `valid` would be taken, and `request` differs from it at the paths of `at` alone. Where
 * the product itself is what is wrong, being inactive, `at` is empty and both are the same.
 */
export type Violation = {
  id: string
  /** One for violations that say much the same, of which a run tries few; its own where it is left out. */
  family?: string
  /** Rules that the refusal asserts. */
  rules: readonly string[]
  /** Rules that nothing is created. */
  createsNothing: readonly string[]
  valid: CreateOrderRequest
  request: unknown
  at: readonly string[]
  refusal: Refusal
  /** Whose credential sends it; that of main where it is left out. */
  role?: Role
}

/** A violation before the catalog is known. */
export type Template = Omit<Violation, 'valid' | 'request'> & {
  /** What the product must have; any orderable one where it is left out. */
  needs?: Ability
  /** What the product must fit besides. */
  fits?: (product: CatalogProduct) => boolean
  /**
   * Whether it is tried once more, beside an add-on and, where the catalog has one, on a product of the other report format; or
   * on the same one with another occupancy alone, where there is none.
   */
  again?: true | 'always'
  /** What the valid order is made with; a missing purpose or type is left to the generator. */
  choices?: (product: CatalogProduct) => OrderChoices
  /** Optional parts that stand beside what is wrong, each right in itself. */
  beside?: (valid: CreateOrderRequest, product: CatalogProduct, place: Place) => void
  mutate: (request: CreateOrderRequest, product: CatalogProduct) => void
}

type Node = Record<string, unknown>

/** Sets the value at a dotted path, making objects and arrays on the way; an undefined value takes the member away. */
export const setAt = (request: object, path: string, value: unknown): void => {
  const steps = path.split('.')
  const last = steps.pop()!
  const owner = steps.reduce<Node>((node, step, index) => {
    node[step] ??= /^\d+$/.test(steps[index + 1] ?? last) ? [] : {}
    return node[step] as Node
  }, request as Node)
  if (value === undefined) delete owner[last]
  else owner[last] = value
}

/** The value at a dotted path; undefined where there is none. */
export const valueIn = (request: unknown, path: string): unknown => valueAt(request, `/${path.replaceAll('.', '/')}`)

const covers = (path: string, other: string): boolean => path === other || other.startsWith(`${path}.`)

/** Whether the field of a detail names one of the paths: the same, one above it or one below it. */
export const concerns = (field: string, about: readonly string[]): boolean =>
  about.some((path) => covers(path, field) || covers(field, path))

export const structural = ['validation_failed']
export const semantic = ['semantic_validation_failed']
export const eitherCode = [...structural, ...semantic]

/** The refusal of a body whose form is right and whose values cannot be used. */
export const unusable = (codes: readonly string[], about: readonly string[], codeRule?: string): Refusal => ({
  statuses: [422],
  codes,
  about,
  ...(codeRule === undefined ? {} : { codeRule }),
})

// Permitted readings of the freedoms of the area catalog.
import { replace } from '../operators/index.ts'
import type { Product } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { World } from '../../domain/world.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

/** `codeOf` gives codes on which the comparisons differ. */
const ordered =
  (compare: (a: string, b: string) => number, codeOf: (code: string) => string): ReadingPatch =>
  ({ behaviour: { catalog }, world }) => {
    recoded(world, codeOf)
    const { compare: byUnits } = catalog
    catalog.compare = (a, b) => compare(a.code, b.code) || byUnits.call(catalog, a, b)
  }

const dictionary = new Intl.Collator('en', { sensitivity: 'base' })
const numeric = new Intl.Collator('en', { numeric: true, sensitivity: 'variant', caseFirst: 'upper' })

/** A number that stands elsewhere when it is compared as one. */
const shorter = (code: string): string => (code === '2055' ? '955' : code)

/** Numbers of different lengths, so that it shows by what codes are compared; the same word gets the same number. */
const numbers = (): ((code: string) => string) => {
  const given = new Map<string, string>()
  return (code) => {
    if (!given.has(code)) given.set(code, String(97 + given.size * 13))
    return given.get(code)!
  }
}

const recoded = (world: World, codeOf: (code: string) => string): void => {
  for (const company of world.companies) {
    const named = <T extends { code: string }>(list: readonly T[]): T[] =>
      list.map((one) => ({ ...one, code: codeOf(one.code) }))
    company.catalog = named(company.catalog).map((product) => ({
      ...product,
      loan_types: named(product.loan_types),
      add_ons: named(product.add_ons),
    }))
    const { order_types, loan_types } = company.review_first
    company.review_first.order_types = order_types.map(codeOf)
    company.review_first.loan_types = loan_types.map(codeOf)
  }
}

const bare = (product: Product): Product => ({
  ...product,
  loan_types: [],
  add_ons: [],
  loan_purposes: [],
  property_types: [],
})

const clamped: ReadingPatch = replace('catalog.lists.outOfRange', (_name, text, min, max) =>
  Math.min(max, Math.max(min, Number(text))),
)

const unusable: ReadingPatch = replace('catalog.lists.outOfRange', (name, text, min, max) => {
  const message = `must be from ${min} to ${max}`
  const details = [{ field: name, code: 'invalid_value', value: text, message }]
  throw new Refusal('validation_failed', `The query parameter ${name} ${message}.`, { details })
})

const filtersIgnored: ReadingPatch = ({ behaviour: { catalog } }) => {
  const { member, boolean } = catalog.lists
  catalog.lists.member = function (query, name, allowed) {
    return allowed.includes(this.value(query, name) ?? '') ? member.call(this, query, name, allowed) : undefined
  }
  catalog.lists.boolean = function (query, name, fallback) {
    return ['true', 'false'].includes(this.value(query, name) ?? '')
      ? boolean.call(this, query, name, fallback)
      : fallback
  }
}

const filtersTaken: ReadingPatch = ({ behaviour: { catalog } }) => {
  catalog.lists.member = function (query, name) {
    return this.value(query, name) ?? undefined
  }
  catalog.lists.boolean = function (query, name, fallback) {
    const text = this.value(query, name)
    return text === null ? fallback : text === 'true'
  }
}

export const catalog: AreaReadings = {
  'catalog.code-order': {
    locale: ordered(dictionary.compare, (code) => shorter(/^[A-L]/.test(code) ? code.toLowerCase() : code)),
    numeric: ordered(numeric.compare, shorter),
  },
  'catalog.code-style': { digits: ({ world }) => recoded(world, numbers()) },
  'catalog.empty-tiers': {
    'none-do': ({ world }) => {
      for (const company of world.companies) company.catalog = company.catalog.map(bare)
    },
  },
  'catalog.paging-out-of-range': { clamped, 'status-422': unusable },
  'catalog.bad-filter-value': { ignored: filtersIgnored, 'matches-nothing': filtersTaken },
}

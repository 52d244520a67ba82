// A product, loan type or add-on that keeps its name keeps its code, from the first reading of the catalog to the last.
import { entriesIn } from '../../evidence/parts.ts'
import { catalogReadings, readProducts, type CatalogReading } from '../../scenarios/catalog-readings.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

type Named = { code?: unknown; name?: unknown }

/** Codes by name, of names that only one entry has. */
const codesByName = (entries: readonly Named[]): Map<unknown, unknown> => {
  const names = entries.map(({ name }) => name)
  const unique = entries.filter(({ name }) => names.indexOf(name) === names.lastIndexOf(name))
  return new Map(unique.map(({ name, code }) => [name, code]))
}

const listsIn = ({ products }: CatalogReading, member: 'loan_types' | 'add_ons'): Map<unknown, Named[]> =>
  new Map(products.map(({ name, [member]: list }) => [name, entriesIn(list)]))

export default check({
  id: 'catalog.codes-are-stable',
  verifies: [
    'catalog.order-type-codes-are-stable',
    'catalog.loan-type-codes-are-stable',
    'catalog.add-on-codes-are-stable',
  ],
  needs: [],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { plain: first } = await shared(catalogReadings)
    const last = await readProducts(context)
    const answers = [...first.pages, ...last.pages]

    const compare = (rule: string, before: readonly Named[], after: readonly Named[]): void => {
      const [old, now] = [codesByName(before), codesByName(after)]
      const codes = after.map((entry) => entry.code)
      // Names may be reworded: where the code is still listed, another entry has the name now.
      for (const [name, code] of old)
        if (now.get(name) === code || (now.has(name) && !codes.includes(code)))
          expect(rule).equal({ ...computedFrom(now.get(name), ...answers), pointer: String(name) }, code)
    }

    compare('catalog.order-type-codes-are-stable', first.products, last.products)
    const lists = [
      ['catalog.loan-type-codes-are-stable', 'loan_types'],
      ['catalog.add-on-codes-are-stable', 'add_ons'],
    ] as const
    for (const [rule, member] of lists) {
      const after = listsIn(last, member)
      for (const [product, entries] of listsIn(first, member)) compare(rule, entries, after.get(product) ?? [])
    }
    throw notTested('no-codes')
  },
})

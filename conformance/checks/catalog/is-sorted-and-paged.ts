// The catalog runs by code, and its pages together hold every product once, each with the add-ons that it has on any page.
import { rising } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { catalog, productsOf } from '../../steps/catalog.ts'
import { entriesAt } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { limits } from '../../contract/limits.ts'
import { check } from '../../kit/check.ts'

const codesIn = (pages: readonly Answered[]): string[] =>
  pages.flatMap((page) => entriesAt(page, '/data')).map(({ code }) => String(code))

type Comparison = (one: string, other: string) => number

const byUnits: Comparison = (one, other) => (one < other ? -1 : Number(one > other))

// By which comparison codes ascend is open: any one that explains the whole list will do.
const comparisons: Record<string, Comparison[]> = {
  'code-units': [byUnits],
  // Where an underscore stands among letters and digits is not the same in every dictionary.
  locale: [
    (one, other) => one.localeCompare(other, 'en'),
    (one, other) => one.localeCompare(other, 'en', { ignorePunctuation: true }),
    (one, other) => byUnits(one.toLowerCase(), other.toLowerCase()),
    (one, other) => byUnits(one.toUpperCase(), other.toUpperCase()),
  ],
  numeric: [(one, other) => one.localeCompare(other, 'en', { numeric: true })],
}

const smallPages = 3

const defaults = 'catalog.has-adu-defaults-to-false'

export default check({
  id: 'catalog.is-sorted-and-paged',
  verifies: [
    defaults,
    'list.order-types-sorted-by-code',
    'list.pages-hold-every-item-once',
    'transport.serves-get-order-types',
  ],
  needs: [],
  async run({ client, shared, expect, recordReading }) {
    const { pages, products } = await shared(catalog)
    expect('transport.serves-get-order-types').status(pages[0]!, '2xx')
    const codes = codesIn(pages)
    const ascends = Object.entries(comparisons).filter(([, some]) =>
      some.some((compare) => codes.every((code, index) => index === 0 || compare(codes[index - 1]!, code) <= 0)),
    )
    expect('list.order-types-sorted-by-code').that(computedFrom(codes, ...pages), () => ascends.length > 0, rising)
    if (ascends.length === 1) recordReading('catalog.code-order', ascends[0]![0], ...pages)

    const size = Math.min(limits().per_page_max, Math.max(1, Math.ceil(codes.length / smallPages)))
    const count = Math.max(smallPages, Math.ceil(codes.length / size))
    const small: Answered[] = []
    for (let page = 1; page <= count; page += 1)
      small.push(await client.call('listOrderTypes', { query: { page, per_page: size } }))
    expect('list.pages-hold-every-item-once').equal(computedFrom(codesIn(small), ...small), codes)
    if (products.length === 0) expect(defaults).notTested('catalog-empty')
    for (const { code, add_ons: addOns } of small.flatMap(productsOf)) {
      const known = products.find((product) => product.code === code)
      if (known) expect(defaults).equal(computedFrom(addOns.toSorted(), ...small, ...pages), known.add_ons.toSorted())
    }
  },
})

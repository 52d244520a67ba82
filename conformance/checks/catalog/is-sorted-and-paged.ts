// The catalog runs by code, and its pages together hold every product once.
import { rising } from '../../evidence/expected.ts'
import { derived, seen } from '../../evidence/seen.ts'
import { catalog } from '../../steps/catalog.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

const codesIn = (pages: readonly Answered[]): string[] =>
  pages.flatMap((page) => entriesAt(page, '/data')).map(({ code }) => String(code))

// By which comparison codes ascend is open: any one that explains the whole list will do.
const comparisons: Record<string, (one: string, other: string) => number> = {
  'code-units': (one, other) => (one < other ? -1 : Number(one > other)),
  locale: (one, other) => one.localeCompare(other, 'en'),
  numeric: (one, other) => one.localeCompare(other, 'en', { numeric: true }),
}

const smallPages = 3

export default check({
  id: 'catalog.is-sorted-and-paged',
  verifies: ['list.order-types-sorted-by-code', 'list.pages-hold-every-item-once', 'transport.serves-get-order-types'],
  needs: [],
  async run({ client, shared, expect, recordReading }) {
    const { pages } = await shared(catalog)
    expect('transport.serves-get-order-types').status(pages[0]!, 200)
    const codes = codesIn(pages)
    const ascends = Object.entries(comparisons).filter(([, compare]) =>
      codes.every((code, index) => index === 0 || compare(codes[index - 1]!, code) <= 0),
    )
    expect('list.order-types-sorted-by-code').that(derived(codes, ...pages), () => ascends.length > 0, rising)
    if (ascends.length === 1) recordReading('catalog.code-order', ascends[0]![0], ...pages)

    const size = Math.max(1, Math.ceil(codes.length / smallPages))
    const small: Answered[] = []
    for (let page = 1; page <= smallPages; page += 1)
      small.push(await client.call('listOrderTypes', { query: { page, per_page: size } }))
    expect('list.pages-hold-every-item-once').equal(derived(codesIn(small), ...small), codes)
    expect('list.pages-hold-every-item-once').equal(
      seen(small[0]!, '/total_pages'),
      Math.ceil(Number(fieldAt(small[0]!, '/total')) / size),
    )
  },
})

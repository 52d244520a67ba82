// What must hold of the pages of any list: one claim of the contract for five lists, so that it is written once.
import { atLeast, atMost, not, ofType } from '../evidence/expected.ts'
import type { CheckContext } from '../kit/context.ts'
import type { Expect } from '../kit/expect.ts'
import { computedFrom, seen, type Seen } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked, reason } from '../evidence/inconclusive.ts'
import { fieldAt, succeeded } from './read.ts'
import { getPage, itemsOf, walkPages, type List } from './walk-pages.ts'
import { limits } from '../contract/limits.ts'

const rules = {
  usual: 'list.per-page-defaults-to-25',
  first: ['list.pages-are-counted-from-1', 'list.page-defaults-to-the-first'],
  page: 'list.page-reports-the-page-asked-for',
  size: 'list.per-page-reports-the-size-asked-for',
  smallest: 'list.per-page-1-accepted',
  largest: 'list.per-page-100-accepted',
  most: ['list.page-holds-at-most-per-page-items', 'list.page-never-holds-over-100-items'],
  total: 'list.total-counts-every-matching-item',
  once: 'list.pages-hold-every-item-once',
  empty: 'list.past-the-end-has-empty-data',
  envelope: 'list.past-the-end-keeps-the-envelope',
  not404: 'list.past-the-end-is-not-404',
  reported: ['list.page-reported-is-at-least-1', 'list.per-page-reported-is-1-to-100'],
}

const fields: [field: string, rule: string][] = [
  ['data', 'list.envelope-has-data-array'],
  ['page', 'list.envelope-has-page'],
  ['per_page', 'list.envelope-has-per-page'],
  ['total', 'list.envelope-has-total'],
  ['total_pages', 'list.envelope-has-total-pages'],
]

/** The rules that `comparePages` asserts at these sizes. */
export const pagingRules = (sizes: readonly number[]): string[] =>
  [...Object.values(rules).flat(), ...fields.map(([, rule]) => rule)].filter(
    (rule) => rule !== rules.smallest || sizes.includes(1),
  )

type Paged = {
  list: List
  /** Page sizes that the list is walked at, beside the largest. */
  sizes: readonly number[]
  /** What distinguishes one item from another. */
  key: string
  /** The pages of the largest size, where somebody has read them: read once more where the list has changed since. */
  known?: Answered[]
}

type Walk = { size: number; pages: Answered[] }

type Walked = { items: Record<string, unknown>[]; pages: Answered[]; walks: Walk[] }

const keysOf = (pages: readonly Answered[], key: string): string[] => itemsOf(pages).map((item) => String(item[key]))

const haveKeys = (pages: readonly Answered[], key: string): boolean =>
  itemsOf(pages).every((item) => ['string', 'number'].includes(typeof item[key]))

const sorted = (keys: readonly string[]): string[] => keys.toSorted()

export const isPageSize = (size: number): boolean => size >= limits().per_page_min && size <= limits().per_page_max

export const pageSizes = (): string => `${limits().per_page_min} to ${limits().per_page_max}`

const compareEnvelope = (expect: Expect, page: Answered): void => {
  for (const [field, rule] of fields)
    expect(rule).that(
      seen(page, `/${field}`),
      field === 'data' ? Array.isArray : Number.isInteger,
      field === 'data' ? 'array' : 'integer',
    )
  const ints = { page: Number(fieldAt(page, '/page')), size: Number(fieldAt(page, '/per_page')) }
  expect(rules.reported[0]!).that(seen(page, '/page'), () => ints.page >= 1, atLeast(1))
  expect(rules.reported[1]!).that(seen(page, '/per_page'), () => isPageSize(ints.size), pageSizes())
}

const compareWalk = (expect: Expect, { pages, size }: Walk, total: number): void => {
  for (const [index, page] of pages.entries()) {
    if (size === 1) expect(rules.smallest).status(page, '2xx')
    if (size === limits().per_page_max) expect(rules.largest).status(page, '2xx')
    expect(rules.page).equal(seen(page, '/page'), index + 1)
    expect(rules.size).equal(seen(page, '/per_page'), size)
    expect(rules.total).equal(seen(page, '/total'), total)
    const held = itemsOf([page]).length
    const reported = fieldAt(page, '/per_page')
    const shown = computedFrom(held, page)
    // Where no size is reported, that is what is wrong.
    const unsized: Seen = { ...shown, failure: { kind: 'missing_field', key: 'per_page' } }
    const isSized = reported !== undefined
    expect(rules.most[0]!).that(isSized ? shown : unsized, () => held <= Number(reported), atMost(reported))
    expect(rules.most[1]!).that(shown, () => held <= limits().per_page_max, atMost(limits().per_page_max))
    compareEnvelope(expect, page)
  }
}

/**
 * The items of the list and the pages that show them; `walks` holds the same items again, at the other sizes.
 * @throws Inconclusive when the list changed while it was walked, or when nothing distinguishes its items.
 */
export const comparePages = async (context: CheckContext, { list, sizes, key, known }: Paged): Promise<Walked> => {
  const { expect, recordReading } = context
  const whole = known ?? (await walkPages(context, list))
  const keys = keysOf(whole, key)
  const walks: Walk[] = [{ size: limits().per_page_max, pages: whole }]
  for (const size of sizes) walks.push({ size, pages: await walkPages(context, list, size) })
  const plain = await getPage(context, list)
  // At a size that the list fills one page of, where a count that is rounded the wrong way has one more.
  const fills = Math.min(Math.max(keys.length, limits().per_page_min), limits().per_page_max)
  const beyond = await getPage(context, list, { page: whole.length + 3, per_page: fills })

  const isKeyed = haveKeys(whole, key)
  // Pages of one size may leave out what those of another hold.
  const wanted = isKeyed ? sorted([...new Set(walks.flatMap(({ pages }) => keysOf(pages, key)))]) : sorted(keys)
  const opening = keys.slice(0, limits().per_page_default)
  const total = wanted.length
  const differs =
    walks.some(({ pages }) => String(sorted(keysOf(pages, key))) !== String(wanted)) ||
    String(sorted(keysOf([plain], key))) !== String(sorted(opening)) ||
    fieldAt(beyond, '/total') !== total
  if (differs && known) return comparePages(context, { list, sizes, key })
  if (differs) {
    const again = sorted(keysOf(await walkPages(context, list), key))
    // What moved from one page to the next meanwhile is shown twice; on one page nothing is.
    const isOnce = new Set(keys).size === keys.length
    if (String(again) !== String(sorted(keys)) && (!isKeyed || isOnce || whole.length > 1))
      throw blocked('list-changed-during-walk', ...whole)
  }
  for (const walk of walks) {
    compareWalk(expect, walk, total)
    const found = sorted(keysOf(walk.pages, key))
    if (isKeyed) expect(rules.once).equal(computedFrom(found, ...walk.pages), wanted)
  }
  expect(rules.first).equal(seen(plain, '/page'), 1)
  expect(rules.usual).equal(seen(plain, '/per_page'), limits().per_page_default)
  expect(rules.first).equal(computedFrom(sorted(keysOf([plain], key)), plain, ...whole), sorted(opening))
  compareEnvelope(expect, plain)

  expect(rules.not404).that({ ...seen(beyond), value: beyond.response.status }, (status) => status !== 404, not(404))
  expect(rules.empty).equal(seen(beyond, '/data'), [])
  for (const field of ['page', 'per_page', 'total', 'total_pages'])
    expect(rules.envelope).that(seen(beyond, `/${field}`), Number.isInteger, ofType(['integer']))
  if (succeeded(beyond)) {
    // It is empty, and the list it is a page of is not.
    expect(rules.total).equal(seen(beyond, '/total'), total)
    const asAsked = fieldAt(beyond, '/page') === whole.length + 3
    recordReading('list.page-past-end-number', asAsked ? 'as-asked' : 'last-page', beyond)
  }
  if (!isKeyed) throw blocked(reason('items-without-key', { key }), ...whole)
  return { items: itemsOf(whole), pages: whole, walks }
}

// The products that the service has shown a client by the time of a call.
import { createHash } from 'node:crypto'
import { at, listAt, textAt } from '../model/body.ts'
import { isSuccess, type Call, type Journal } from './call.ts'
import { placeIn } from './repeats.ts'

export type Catalog = { byCode: Map<string, unknown>; isWhole: boolean; withAdu: Set<string>; withoutAdu: Set<string> }

/** What these answers show; whole where every page of an unfiltered list is there. */
const catalogOf = (listings: readonly Call[]): Catalog => {
  const catalog: Catalog = { byCode: new Map(), isWhole: false, withAdu: new Set(), withoutAdu: new Set() }
  const pages = new Set<string>()
  for (const one of listings) {
    const isWide = one.known.query && !one.url.searchParams.has('report_format')
    const size = at(one.received, 'per_page')
    const [page, of] = [Number(at(one.received, 'page')), Number(at(one.received, 'total_pages'))]
    if (isWide) pages.add(`${size} ${page}`)
    // A server may say any number of pages.
    const mayBeWhole = isWide && of <= pages.size
    if (mayBeWhole && Array.from({ length: of }, (_, index) => `${size} ${index + 1}`).every((key) => pages.has(key)))
      catalog.isWhole = true
    const adu =
      one.url.searchParams.get('has_adu') === 'true' ? catalog.withAdu : one.known.query ? catalog.withoutAdu : null
    for (const product of listAt(one.received, 'data')) {
      const code = textAt(product, 'code') ?? ''
      catalog.byCode.set(code, product)
      for (const addOn of listAt(product, 'add_ons')) adu?.add(`${code} ${textAt(addOn, 'code')}`)
    }
  }
  return catalog
}

const isListing = (call: Call): boolean => call.operation === 'listOrderTypes' && isSuccess(call)

/** Different listings that are looked back at. */
const mostListings = 100

type Shown = { place: number; key: string; listings: readonly Call[] }

const listingKey = ({ url, exchange }: Call): string =>
  `${url.search} ${createHash('sha256')
    .update(exchange.response?.body ?? '')
    .digest('base64')}`

/** After each listing, all that there were, the same ones once. */
const shownIn = (journal: Journal, calls: readonly Call[]): Shown[] => {
  const different = new Map<string, Call>()
  return calls.filter(isListing).map((call) => {
    const key = listingKey(call)
    different.delete(key)
    different.set(key, call)
    if (different.size > mostListings) different.delete(different.keys().next().value!)
    return { place: placeIn(journal, call), key: [...different.keys()].join('\n'), listings: [...different.values()] }
  })
}

type Shop = { shown: readonly Shown[]; catalogs: Map<string, Catalog> }

const shops = new WeakMap<readonly Call[], Shop>()

/** The products that the service showed this client before a call. */
export const catalogBefore = (journal: Journal, call: Call): Catalog | null => {
  const calls = journal.byClient.get(call.client) ?? []
  const shop = shops.get(calls) ?? { shown: shownIn(journal, calls), catalogs: new Map<string, Catalog>() }
  shops.set(calls, shop)
  const place = placeIn(journal, call)
  const last = shop.shown.findLast((one) => one.place < place)
  if (last === undefined) return null
  const catalog = shop.catalogs.get(last.key) ?? catalogOf(last.listings)
  shop.catalogs.set(last.key, catalog)
  return catalog.byCode.size === 0 ? null : catalog
}

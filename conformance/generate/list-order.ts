// How a list of orders stands: newest first, the id breaking a tie in one direction throughout, every order once.

import { limits } from '../contract/limits.ts'

export type Listed = { id: string; dates: { created_at: string } }

/** A timestamp in UTC as a text that sorts by time, to the last digit of whatever fraction it is written with. */
export const instantKey = (timestamp: string): string => {
  const [, whole = '', fraction = ''] = /^([^.Z+]*?)(?:\.(\d+))?(?:Z|\+00:00)$/.exec(timestamp) ?? [
    undefined,
    timestamp,
  ]
  return `${whole}.${fraction.replace(/0+$/, '')}`
}

export type OrderingFault = { rule: string; expected: string; ids: [earlier: string, later: string] }

const sign = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Neighbours that stand the wrong way round, across pages too when the items of several are given. */
export const orderingFaults = (items: readonly Listed[]): OrderingFault[] => {
  const faults: OrderingFault[] = []
  let direction = 0
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    if (!before) continue
    const ids: OrderingFault['ids'] = [before.id, item.id]
    const byTime = sign(instantKey(before.dates.created_at), instantKey(item.dates.created_at))
    if (byTime < 0) faults.push({ rule: 'list.orders-newest-first', expected: 'created_at descending', ids })
    if (byTime !== 0) continue
    const byId = sign(before.id, item.id)
    direction ||= byId
    if (byId === 0 || byId === direction) continue
    faults.push({ rule: 'list.orders-of-equal-age-sorted-by-id', expected: 'ids in one direction', ids })
  }
  return faults
}

export type Page = {
  data: readonly { id: string }[]
  page: number
  per_page: number
  total: number
  total_pages: number
}

export type PageFault = { rule: string; pointer: string; expected: unknown; received: unknown }

/**
 * What is wrong with a walk over all pages of a list that did not change meanwhile.
 * @param pages in the order asked for, the first being page 1, all with the same `per_page`
 * @param ids what the list holds
 */
export const pageFaults = (pages: readonly Page[], ids: readonly string[], perPage: number): PageFault[] => {
  const faults: PageFault[] = []
  const claim = (rule: string, pointer: string, expected: unknown, received: unknown) => {
    if (received !== expected) faults.push({ rule, pointer, expected, received })
  }
  for (const [index, page] of pages.entries()) {
    claim('list.page-reports-the-page-asked-for', '/page', index + 1, page.page)
    claim('list.per-page-reports-the-size-asked-for', '/per_page', perPage, page.per_page)
    claim('list.total-counts-every-matching-item', '/total', ids.length, page.total)
    if (ids.length > 0)
      claim('list.total-pages-follows-from-total', '/total_pages', pagesFor(ids.length, perPage), page.total_pages)
    if (page.data.length > perPage)
      faults.push({
        rule: 'list.page-holds-at-most-per-page-items',
        pointer: '/data',
        expected: `at most ${perPage} items`,
        received: page.data.length,
      })
  }
  const walked = pages.flatMap(({ data }) => data.map(({ id }) => id)).toSorted()
  claim('list.pages-hold-every-item-once', '/data', ids.toSorted().join(' '), walked.join(' '))
  return faults
}

/** How many pages a list has. */
export const pagesFor = (total: number, perPage: number): number => Math.ceil(total / perPage)

/** Page sizes worth walking a list with, the telling ones first, as far as the requests allow. */
export const pageSizes = (total: number, requests: number): number[] => {
  const { per_page_min: least, per_page_max: most, per_page_default: usual } = limits()
  const sizes = [most, least, total - 1, total, total + 1, 2, usual, 3]
  const telling = sizes.filter((size) => size >= least && size <= most)
  let left = requests
  return [...new Set(telling)].filter((size) => {
    const cost = Math.max(1, pagesFor(total, size))
    if (cost > left) return false
    left -= cost
    return true
  })
}

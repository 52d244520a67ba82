// Defects of the feed's filter by delivery status, where one status is taken for a part of another.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

/** Asked for one status, the feed lists another one too. */
const listsToo = (asked: string, other: string) =>
  op.instead('feed.found', (usual, find, filter, perPage) => {
    if (filter.delivery_status !== asked) return usual(find, filter, perPage)
    return usual(find, { ...filter, delivery_status: undefined, delivery_statuses: [asked, other] }, perPage)
  })

export const feedFilters: readonly Defect[] = rows({
  'dead-letters-with-what-failed': {
    breaks: 'feed.delivery-status-filter',
    bug: 'A dead letter is looked for as what failed, so that what is still tried again is listed with it.',
    deep: 'only for the status dead_lettered',
    apply: listsToo('dead_lettered', 'failed'),
  },
  'what-failed-with-dead-letters': {
    breaks: 'feed.delivery-status-filter',
    bug: 'Whatever was not delivered is listed as failed, dead letters too.',
    deep: 'only for the status failed',
    apply: listsToo('failed', 'dead_lettered'),
  },
  'dead-letters-with-what-is-not-subscribed-to': {
    breaks: 'feed.delivery-status-filter',
    bug: 'A dead letter is what no attempt is due for, so that what is not subscribed to is listed with it.',
    deep: 'only for the status dead_lettered',
    apply: listsToo('dead_lettered', 'not_subscribed'),
  },
})

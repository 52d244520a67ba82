// Defects of the filter by delivery status, one value at a time.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import type { Defect } from '../defect.ts'
import { rows } from '../rows.ts'
import { asking } from './asking.ts'

/** One value of the filter stands for two. */
const bothFor = (status: 'failed' | 'dead_lettered'): Mutation =>
  asking((filter) =>
    filter.delivery_status === status
      ? { ...filter, delivery_status: undefined, delivery_statuses: ['failed', 'dead_lettered'] }
      : filter,
  )

export const deliveryStatuses: readonly Defect[] = rows({
  'feed-ignores-delivery-status': {
    breaks: 'feed.delivery-status-filter',
    bug: 'The filter by delivery status is ignored.',
    apply: asking((filter) => ({ ...filter, delivery_status: undefined })),
  },
  'feed-failed-takes-in-dead-letters': {
    breaks: 'feed.delivery-status-filter',
    bug: 'What is dead lettered has failed too, and is returned for that status.',
    deep: 'only one value of the filter',
    apply: bothFor('failed'),
  },
  'feed-dead-letters-take-in-what-failed': {
    breaks: 'feed.delivery-status-filter',
    bug: 'What has failed is returned with the dead letters, before its attempts are over.',
    deep: 'only one value of the filter',
    apply: bothFor('dead_lettered'),
  },
  'feed-dead-letters-find-none': {
    breaks: 'feed.delivery-status-filter',
    bug: 'Dead letters lie in a table of their own, which the filter does not look at.',
    deep: 'only one value of the filter',
    apply: op.wrap('feed.shown', (events, _page, { delivery_status }) =>
      delivery_status === 'dead_lettered' ? [] : events,
    ),
  },
  'feed-one-dead-letter-of-an-order': {
    breaks: 'feed.delivery-status-filter',
    bug: 'Dead letters are grouped by their order, and the filter returns the first of each.',
    deep: 'only one value of the filter, and two events of one order',
    apply: op.wrap('feed.shown', (events, _page, { delivery_status }) =>
      delivery_status === 'dead_lettered'
        ? events.filter(({ data }, at) => events.findIndex((one) => one.data['order_id'] === data['order_id']) === at)
        : events,
    ),
  },
  'feed-failed-finds-none': {
    breaks: 'feed.delivery-status-filter',
    bug: 'What has failed is looked for among the events that are sent no more, where it is not.',
    deep: 'only one value of the filter',
    apply: op.wrap('feed.shown', (events, _page, { delivery_status }) => (delivery_status === 'failed' ? [] : events)),
  },
  'feed-delivered-at-once-alone': {
    breaks: 'feed.delivery-status-filter',
    bug: 'What was delivered after a failure has failed for ever, where the filter looks for what was delivered.',
    deep: 'only for events of more than one attempt',
    apply: op.wrap('feed.shown', (events, _page, { delivery_status }) =>
      delivery_status === 'delivered' ? events.filter(({ delivery }) => delivery.attempts < 2) : events,
    ),
  },
})

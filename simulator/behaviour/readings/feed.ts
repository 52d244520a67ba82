// Permitted readings of the freedoms of the area feed.
import { instead, misread, note, replace, set, together, wrap } from '../operators/index.ts'
import { notFound } from '../../domain/refusal.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { DeliveryStatus, WebhookConfiguration } from '../../domain/records.ts'
import type { Find, Lists } from '../feed.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

type Refuse = (lists: Lists, name: string, value: string) => Refusal

const unusable: Refuse = (lists, name, value) => lists.unusable(name, value, 'names nothing that is there')
const unreadable: Refuse = (lists, name, value) => lists.unreadable(name, value, 'names nothing that is there')
const absent: Refuse = (_lists, _name, _value) => notFound('event')

/** Where reading begins behind a cursor whose event is not in the feed. */
const cursor = (which: 'afterUnknown' | 'afterExpired', refuse: Refuse | null): ReadingPatch =>
  replace(`feed.${which}`, (lists, id) => {
    if (refuse) throw refuse(lists, 'after', id)
    return undefined
  })

/** What a filter does with a value that it does not know. */
const unknownValue = (filter: string, refuse: Refuse | null): ReadingPatch =>
  instead('feed.checked', (usual, lists, name, value, known) => {
    if (name !== filter || known.includes(value)) return usual(lists, name, value, known)
    if (refuse) throw refuse(lists, name, value)
    return value
  })

const otherOrder = (refuse: Refuse): ReadingPatch =>
  replace('feed.checkOrder', (lists, id, order) => {
    if (!order) throw refuse(lists, 'order_id', id)
  })

const prefix = 'cur_'

const ownCursors: ReadingPatch = together(
  wrap('feed.nextCursor', (id) => {
    return id === null ? null : `${prefix}${Buffer.from(id).toString('base64url')}`
  }),
  instead('feed.readCursor', (usual, text) => {
    const id = text.startsWith(prefix) ? Buffer.from(text.slice(prefix.length), 'base64url').toString() : text
    return usual(id)
  }),
)

const isFiltered = ({ type, types, order_id, delivery_status, delivery_statuses }: Parameters<Find>[0]): boolean =>
  [type, types, order_id, delivery_status, delivery_statuses].some((value) => value !== undefined)

/** Half of what a filter finds, or nothing with a cursor before it or at the end, as where rows are filtered after they were read. */
const shortPages: ReadingPatch = wrap('feed.found', (whole, find, filter) => {
  if (!isFiltered(filter)) return whole
  const { page } = whole
  const { after, not_before } = filter
  const [first] = page
  const others = first ? find({ after, not_before }, Number.MAX_SAFE_INTEGER) : []
  const before = first && others.findLast(({ id }) => id < first.id)
  if (before) return { walked: [before], page: [], more: true }
  if (page.length > 1) {
    const half = page.slice(0, Math.ceil(page.length / 2))
    return { walked: half, page: half, more: true }
  }
  if (page.length === 1) return whole
  const last = find({ after, not_before }, 100).at(-1)
  return last ? { walked: [last], page: [], more: true } : whole
})

const filledLastPage: ReadingPatch = misread('feed.nextCursor', (page, more, perPage) => [
  page,
  more || (page.length > 0 && page.length >= perPage),
])

/** Another word for a status, in the feed and in its filter. */
export const worded = (status: string, word: string): ReadingPatch =>
  together(
    wrap('present.event', (record) => {
      const delivery = record['delivery'] as Record<string, unknown>
      return { ...record, delivery: delivery['status'] === status ? { ...delivery, status: word } : delivery }
    }),
    set('feed.deliveryStatuses', (usual) => usual.map((known) => (known === status ? word : known))),
    instead('feed.statusOf', (usual, sent) => usual(sent === word ? status : sent)),
  )

const isConfigured = (configuration: WebhookConfiguration | undefined): boolean =>
  typeof configuration?.url === 'string' && configuration.secret !== null

/** The status of an event that is not sent, for some reason; `own` is a word of its own. */
const unsent =
  (
    fits: (configuration: WebhookConfiguration | undefined) => boolean,
    status: DeliveryStatus,
    own = false,
  ): ReadingPatch =>
  ({ behaviour: { feed, webhooks } }) => {
    const { statusWhenNotSent } = webhooks
    webhooks.statusWhenNotSent = (configuration) =>
      fits(configuration) ? status : statusWhenNotSent.call(webhooks, configuration)
    if (own) feed.deliveryStatuses = [...feed.deliveryStatuses, status]
  }

const unconfigured = (configuration: WebhookConfiguration | undefined) => !isConfigured(configuration)
const disabled = (configuration: WebhookConfiguration | undefined) =>
  isConfigured(configuration) && configuration?.enabled === false

/** `failed` stands for the moment between the last attempt and the dead letter. */
const pendingUntilOver: ReadingPatch = instead('webhooks.statusAfter', (usual, accepted, next) => {
  if (accepted) return usual(accepted, next)
  return next === null ? 'failed' : 'pending'
})

const recorded = (record: (answered: number | null, before: number | null) => number | null): ReadingPatch =>
  replace('webhooks.statusToRecord', record)

const lastAttemptStays: ReadingPatch = wrap('present.event', (record) => {
  const delivery = record['delivery'] as Record<string, unknown>
  return {
    ...record,
    delivery: { ...delivery, next_attempt_at: delivery['next_attempt_at'] ?? delivery['last_attempt_at'] },
  }
})

const day = 86_400_000

const sweptDaily: ReadingPatch = misread('feed.notBefore', (now) => [Math.floor(now / day) * day])

/** Real milliseconds after which an event is seen. */
const lag = 400

/** Nobody sees an event before those raised earlier, since all are held up alike. */
const shortlyAfter: ReadingPatch = (ground) => {
  const since = new Map<string, number>()
  const isSeen = (id: string): boolean => {
    const raised = since.get(id)
    if (raised === undefined) return true
    if (Date.now() - raised < lag) return false
    since.delete(id)
    return true
  }
  const seen =
    (find: Find): Find =>
    (asked, limit) => {
      const all = find(asked, limit)
      const end = all.findIndex(({ id }) => !isSeen(id))
      return end === -1 ? all : all.slice(0, end)
    }
  note('feed.entered', (id) => since.set(id, Date.now()))(ground)
  misread('feed.found', (find) => [seen(find)])(ground)
}

const sinceIssued: ReadingPatch = wrap('feed.notBefore', (usual, _now, client) => Math.max(client.created_at, usual))

const listed: ReadingPatch = replace('feed.values', function (lists, query, name, known) {
  const sent = lists.value(query, name)
  if (sent === null) return undefined
  return [...new Set(sent.split(',').map((value) => this.checked(lists, name, value.trim(), known)))]
})

export const feed: AreaReadings = {
  'feed.scope': { credential: sinceIssued },
  'feed.unknown-cursor': {
    'status-422': cursor('afterUnknown', unusable),
    'status-400': cursor('afterUnknown', unreadable),
    'status-404': cursor('afterUnknown', absent),
    'from-the-start': cursor('afterUnknown', null),
  },
  'feed.expired-cursor': {
    'status-422': cursor('afterExpired', unusable),
    'status-400': cursor('afterExpired', unreadable),
    'status-404': cursor('afterExpired', absent),
  },
  'feed.cursor-on-exact-last-page': { 'last-id': filledLastPage },
  'feed.cursor-form': { 'own-text': ownCursors },
  'feed.short-pages': { 'short-pages': shortPages },
  'feed.delivered-status-word': {
    succeeded: worded('delivered', 'succeeded'),
    'another-word': worded('delivered', 'acknowledged'),
  },
  'feed.pending-status-word': { 'another-word': worded('pending', 'queued') },
  'feed.failed-meaning': { 'pending-until-over': pendingUntilOver },
  'feed.unconfigured-status-word': {
    pending: unsent(unconfigured, 'pending'),
    'another-word': unsent(unconfigured, 'unconfigured', true),
  },
  'feed.disabled-status-word': {
    pending: unsent(disabled, 'pending'),
    'another-word': unsent(disabled, 'disabled', true),
  },
  'feed.next-attempt-when-done': { 'last-value': lastAttemptStays },
  'feed.response-status-on-timeout': {
    'previous-status': recorded((answered, before) => answered ?? before),
    zero: recorded((answered) => answered ?? 0),
  },
  'feed.unknown-type-filter': {
    'matches-nothing': unknownValue('type', null),
    'status-400': unknownValue('type', unreadable),
  },
  'feed.type-lists': { 'comma-lists': listed },
  'feed.unknown-delivery-status-filter': {
    'matches-nothing': unknownValue('delivery_status', null),
    'status-400': unknownValue('delivery_status', unreadable),
  },
  'feed.other-order-filter': {
    'status-404': otherOrder(() => notFound('order')),
    'status-422': otherOrder(unusable),
  },
  'feed.retention-edge': { 'swept-later': sweptDaily },
  'feed.visibility-lag': { 'shortly-after': shortlyAfter },
}

// What the company does on its own in the sandbox, as its events report it: the order, its thread and its requests show the same, and
// what an order shows to have changed has its event.
import { orderClocksApartMs } from '../../contract/clocks.ts'
import { attachedId } from '../../evidence/attached-id.ts'
import { computedFrom, seen, valueAt } from '../../evidence/seen.ts'
import { atLeast, includes } from '../../evidence/expected.ts'
import type { CheckContext } from '../../kit/context.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { acceptedOf, coveringOrdersPlaced } from '../../scenarios/covering-orders.ts'
import { dueDateRequests } from '../../scenarios/due-date-requests.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { advance } from '../../steps/advance.ts'
import { eventsOf, expectEvent, seenInEvent, type SeenEvent } from '../../steps/events-of.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { hasMessageId, isInWords } from '../../steps/revision-replies.ts'
import { getPage } from '../../steps/walk-pages.ts'
import { lackOf } from '../../sut/control.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'
import { feeChanged } from '../../model/terms.ts'

const rules = {
  posted: 'events.message-posted-is-raised-by-the-company',
  there: 'messages.thread-holds-what-the-lender-was-sent',
  recipient: 'messages.message-to-the-lender-has-recipient-lender',
  onOrder: 'messages.attachments-are-on-the-order-too',
  due: 'events.due-date-changed-is-raised-by-a-moved-date',
  accepted: 'amend.accepted-due-date-becomes-the-orders',
  byLender: 'events.due-date-changed-by-request-names-the-lender',
  fee: 'events.fee-changed-is-raised-by-a-changed-fee',
  moves: 'order.updated-at-moves-with-the-fee',
  movesWithDate: 'order.updated-at-moves-with-a-date',
  file: 'events.document-added-is-raised-by-a-later-file',
  quote: 'events.fee-changed-is-raised-by-a-first-quote',
  quoted: 'order.appraisal-fee-appears-once-quoted',
  charged: 'order.appraisal-fee-is-what-the-lender-is-charged',
  responses: 'revisions.list-shows-responses',
  reply: 'conventions.revision-reply-ids-start-with-msg',
}

/** How many orders are read for each type of event. */
const examples = 2

type Wire = Record<string, unknown>

/** Of one order, with the events of one type that the feed holds of it. */
type Compare = (context: CheckContext, id: string, events: readonly SeenEvent[]) => Promise<void>

const orderIn = ({ data }: SeenEvent): string => String(data['order_id'])

const perPage = () => ({ per_page: limits().per_page_max })

const isSame = (entry: Wire, message: Wire): boolean =>
  (message['id'] !== undefined && entry['id'] === message['id']) ||
  (entry['body'] === message['body'] && entry['subject'] === message['subject'])

const messageIn = ({ data }: SeenEvent): Wire => (data['message'] ?? {}) as Wire

const compareThread = async (context: CheckContext, id: string, events: readonly SeenEvent[]): Promise<void> => {
  const { expect } = context
  const thread = await getPage(context, { operationId: 'listMessages', params: { order_id: id } }, perPage())
  const entries = entriesAt(thread, '/data')
  for (const event of events) {
    const shown = entries.find((entry) => isSame(entry, messageIn(event)))
    const both = [thread, { id: event.source }]
    expect(rules.there).that(
      computedFrom(shown?.['body'], ...both),
      () => shown !== undefined,
      messageIn(event)['body'],
    )
    if (shown) expect(rules.recipient).equal(computedFrom(shown['recipient'], ...both), 'lender')
    const attached = [shown?.['attachments'] ?? []].flat().map(attachedId)
    if (attached.length === 0) continue
    const order = await readOrder(context, id)
    const ids = entriesAt(order, '/documents').map((document) => document['id'])
    expect(rules.onOrder).that(
      computedFrom(ids, order, thread),
      () => attached.every((one) => ids.includes(one)),
      includes(attached),
    )
  }
  // What was posted before the thread was read has its event soon; an event may be older than the feed goes back, and is not where
  // the creation of the order is there.
  const received = entries.filter(({ recipient }) => recipient === 'lender')
  const reports = (raised: readonly SeenEvent[], entry: Wire): boolean =>
    raised.some((event) => event.type === 'order.message_posted' && isSame(entry, messageIn(event)))
  const isWhole = (raised: readonly SeenEvent[]): boolean => raised.some(({ type }) => type === 'order.created')
  const all = await context.eventually(
    () => eventsOf(context, id),
    (raised) => !isWhole(raised) || received.every((entry) => reports(raised, entry)),
    context.patience.feed,
  )
  if (!isWhole(all)) return expect(rules.posted).notTested(lackOf(context, 'moveOrder'))
  const types = all.map(({ type }) => type)
  for (const entry of received)
    expect(rules.posted).that(computedFrom(types, thread), () => reports(all, entry), 'order.message_posted')
}

/** The order once it shows what the last event of a type says, or when the patience is up. */
const settled = (context: CheckContext, id: string, known: readonly SeenEvent[], field: string, pointer: string) =>
  context.eventually(
    async () => {
      const order = await readOrder(context, id)
      const later = (await eventsOf(context, id)).filter(({ type }) => type === known[0]!.type)
      return { order, event: [...known, ...later].at(-1)! }
    },
    ({ order, event }) => fieldAt(order, pointer) === event.data[field],
    context.patience.state,
  )

/** An event may be raised a moment after the change that it reports. */
const slackMs = orderClocksApartMs

const expectMoved = ({ expect }: CheckContext, rule: string, order: Answered, event: SeenEvent): void => {
  const since = Date.parse(event.createdAt) - slackMs
  const moved = { ...seen(order, '/dates/updated_at'), requests: [order.id, event.source] }
  expect(rule).that(moved, (at) => Date.parse(String(at)) >= since, atLeast(event.createdAt))
}

const compareDueDate: Compare = async (context, id, events) => {
  const { order, event } = await settled(context, id, events, 'due_date', '/dates/due_date')
  const asked = event.data['requested_by'] === 'lender'
  context
    .expect([rules.due, ...(asked ? [rules.accepted] : [])])
    .equal(seen(order, '/dates/due_date'), event.data['due_date'])
  expectMoved(context, rules.movesWithDate, order, event)
}

const compareFee: Compare = async (context, id, events) => {
  const pointer = '/fees/appraisal_fee'
  const { order, event } = await settled(context, id, events, 'appraisal_fee', pointer)
  const isFirst = event.data['previous_appraisal_fee'] === null
  const shown = context
    .expect(isFirst ? rules.quoted : rules.charged)
    .equal(seen(order, pointer), event.data['appraisal_fee'])
  if (shown)
    context
      .expect(isFirst ? [rules.fee, rules.quote] : rules.fee)
      .equal(seenInEvent(event, '/appraisal_fee'), fieldAt(order, pointer))
  expectMoved(context, rules.moves, order, event)
}

const compareRequests = async (context: CheckContext, id: string, events: readonly SeenEvent[]): Promise<void> => {
  const { expect } = context
  const list = await getPage(context, { operationId: 'listRevisionRequests', params: { order_id: id } }, perPage())
  for (const { data, source } of events) {
    const request = entriesAt(list, '/data').find((entry) => entry['id'] === data['revision_request_id'])
    const replies = request && valueAt(request, '/responses')
    if (!Array.isArray(replies)) continue
    expect(rules.responses).that(
      computedFrom(replies.length, list, { id: source }),
      () => replies.length > 0,
      atLeast(1),
    )
    const written = replies.filter(isInWords)
    if (written.length > 0)
      expect(rules.reply).that(
        computedFrom(written, list),
        () => written.every(hasMessageId),
        'each with an id that starts with msg_',
      )
  }
}

/** Each file that the company added some time after a delivery has an event of its own, or is one of a later delivery. */
const compareFiles: Compare = async (context, id, [delivered]) => {
  const order = await readOrder(context, id)
  const since = Date.parse(delivered!.createdAt) + slackMs
  const isLater = ({ kind, created_at }: Wire) => kind !== 'supporting' && Date.parse(String(created_at)) > since
  const ids = entriesAt(order, '/documents')
    .filter(isLater)
    .map((file) => file['id'])
  if (ids.length === 0) return
  const announced = (events: readonly SeenEvent[]): unknown[] =>
    events.flatMap(({ data }) =>
      [data['document'], data['documents']].flat().map((one) => (one as Wire | null)?.['id']),
    )
  const isWhole = (events: readonly SeenEvent[]): boolean => ids.every((one) => announced(events).includes(one))
  const events = await context.eventually(() => eventsOf(context, id), isWhole, context.patience.feed)
  if (!events.some(({ type }) => type === 'order.created')) return
  const shown = computedFrom(announced(events), order, ...events.map(({ source }) => ({ id: source })))
  context.expect(rules.file).that(shown, () => isWhole(events), includes(ids))
}

const idOf = (order: Answered): string => String(fieldAt(order, '/id'))

/** What an order shows has changed since it was created, and the event that has to say so: that event, where it came. */
const compareWithCreation = async (
  context: CheckContext,
  [created, order]: [created: Answered, order: Answered],
  { pointer, type, field, rule }: { pointer: string; type: string; field: string; rule: string },
): Promise<SeenEvent | undefined> => {
  const value = fieldAt(order, pointer)
  if (value === fieldAt(created, pointer) || (value ?? null) === null) {
    context.expect(rule).notTested(lackOf(context, 'moveOrder'))
    return undefined
  }
  const wanted = { type, fits: (data: Wire) => data[field] === value }
  return (await expectEvent(context, { rule, order: idOf(created), wanted }, created, order)).event
}

const quotedLater = { pointer: '/fees/appraisal_fee', type: feeChanged, field: 'appraisal_fee', rule: rules.quote }
const movedLater = { pointer: '/dates/due_date', type: 'order.due_date_changed', field: 'due_date', rule: rules.due }

/** An order whose fee is quoted is brought to an appraiser, as a company may quote it then. */
const compareQuote = async (context: CheckContext): Promise<void> => {
  const created = acceptedOf(await context.shared(coveringOrdersPlaced))
    .map(({ answer }) => answer)
    .find((answer) => statusOf(answer) === 'new' && fieldAt(answer, '/fees/appraisal_fee') === null)
  if (created === undefined) return
  const { order } = await advance(context, idOf(created), 'appraiser_assigned')
  await compareWithCreation(context, [created, order], quotedLater)
}

const compareRequestedDate = async (context: CheckContext): Promise<void> => {
  const { id, created, asked } = await context.shared(dueDateRequests)
  const taken = asked.filter(({ answer }) => succeeded(answer)).map(({ date }) => date)
  if (taken.length === 0) return
  const event = await compareWithCreation(context, [created, await readOrder(context, id)], movedLater)
  // Another date than those asked for is the company's own.
  if (event && taken.includes(String(event.data['due_date'])))
    context.expect(rules.byLender).equal(seenInEvent(event, '/requested_by'), 'lender')
}

const rows: Record<string, { compare: Compare; fits?: (event: SeenEvent) => boolean }> = {
  'order.message_posted': {
    compare: compareThread,
    fits: (event) => messageIn(event)['recipient'] === 'lender',
  },
  'order.due_date_changed': { compare: compareDueDate },
  'order.completed': { compare: compareFiles },
  [feeChanged]: { compare: compareFee },
  'order.revision_responded': {
    compare: compareRequests,
    fits: ({ data }) => typeof data['response'] === 'object' && data['response'] !== null,
  },
}

export default check({
  id: 'events.spontaneous-changes-are-shown',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox', 'no-control'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    expect(Object.values(rules)).notTested(lackOf(context, 'moveOrder'))
    const { events } = await shared(runEvents)
    for (const [type, { compare, fits = () => true }] of Object.entries(rows)) {
      const found = events.filter((event) => event.type === type && fits(event))
      for (const id of [...new Set(found.map(orderIn))].slice(-examples))
        await compare(
          context,
          id,
          found.filter((event) => orderIn(event) === id),
        )
    }
    await compareQuote(context)
    await compareRequestedDate(context)
  },
})

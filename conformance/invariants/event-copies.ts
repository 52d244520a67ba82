// What an event shows of a document, a message, a revision request or a new order is what reading the thing of that id shows.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { comparedRules, compares, fieldsOf, type ExchangeFacts, type ShownEvent } from './event-compares.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'
import { shapeOfAnswer } from './schema/shape.ts'
import { listedEvents, ofTheLender } from './listed-events.ts'

const rules = {
  ...comparedRules,
  message: 'events.message-posted-has-message',
  attached: 'messages.attachments-are-the-other-sides-documents',
  request: 'events.revision-requested-has-revision-request',
  createdOnce: 'events.created-is-raised-by-a-create',
  recordOrder: 'feed.record-has-order-id',
  delivered: 'events.completed-documents-are-summaries',
  added: 'events.document-added-document-is-a-summary',
}

/** One kind of thing: what reads show of each by its id, and what events shown of it. */
type Kind = { read: Map<string, ExchangeFacts>; shown: Map<string, Map<string, ShownEvent>> }
type Kinds = keyof typeof compares
/** `created`: by feed and order, as each credential may have a feed with ids of its own. */
type Known = Record<Kinds, Kind> & { created: Map<string, { event: string; source: string }> }

const kind = (): Kind => ({ read: new Map(), shown: new Map() })

const nothingKnown = (): Known => ({
  documents: kind(),
  messages: kind(),
  ownMessages: kind(),
  requests: kind(),
  orders: kind(),
  created: new Map(),
})

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const readOf = (known: Known, name: Kinds, value: unknown, source: string, sent?: unknown): Assertion[] => {
  const fields = fieldsOf(value)
  const id = fields?.['id']
  const { read, shown } = known[name]
  if (!fields || typeof id !== 'string' || read.has(id)) return []
  const facts = { value: fields, source, sent }
  read.set(id, facts)
  return [...(shown.get(id)?.values() ?? [])].flatMap((one) => compares[name](one, facts))
}

const compareShown = (known: Known, name: Kinds, id: unknown, shown: ShownEvent): Assertion[] => {
  if (typeof id !== 'string') return []
  const events = known[name].shown.get(id) ?? new Map<string, ShownEvent>()
  known[name].shown.set(id, events)
  if (events.has(shown.event)) return []
  events.set(shown.event, shown)
  const read = known[name].read.get(id)
  return read ? compares[name](shown, read) : []
}

const summaryFields = ['id', 'kind', 'filename', 'content_type', 'size_bytes', 'created_at']

/** How an entry looks is open; one with all fields of a summary is that of a document on the order. */
const compareAttached = (known: Known, message: ShownEvent): Assertion[] =>
  listOf(message.value['attachments']).flatMap((entry, i) => {
    const value = fieldsOf(entry)
    if (!value || !summaryFields.every((field) => field in value)) return []
    const pointer = `${message.pointer}/attachments/${i}`
    return compareShown(known, 'documents', value['id'], { ...message, value, pointer })
  })

const createdOnce = (known: Known, { event, source }: ShownEvent, key: string): Assertion[] => {
  const earlier = known.created.get(key)
  if (!earlier) known.created.set(key, { event, source })
  if (!earlier || earlier.event === event) return []
  const twice = ['order.created', 'order.created']
  return assertion(rules.createdOnce, false, twice.slice(1), twice, '/type').map((one) => ({
    ...one,
    requests: [earlier.source, source],
  }))
}

/** An event as a delivery or a feed record shows it, its data at the pointer. */
const judgeEvent = (known: Known, value: unknown, source: string, at: string, feed = 'main'): Assertion[] => {
  const { id: event, type, data: content } = fieldsOf(value) ?? {}
  const data = fieldsOf(content)
  if (typeof event !== 'string' || !data) return []
  const shown = (thing: unknown, rule: string, pointer: string): ShownEvent => ({
    value: fieldsOf(thing) ?? {},
    source,
    event,
    rule,
    pointer: `${at}${pointer}`,
  })
  switch (type) {
    case 'order.created': {
      const one = shown(data, rules.createdStatus, '')
      const order = data['order_id']
      return [
        ...(typeof order === 'string' ? createdOnce(known, one, `${feed} ${order}`) : []),
        ...compareShown(known, 'orders', order, one),
      ]
    }
    case 'order.message_posted': {
      const one = shown(data['message'], rules.message, '/message')
      const { id } = one.value
      return [
        ...compareShown(known, 'messages', id, one),
        ...compareShown(known, 'ownMessages', id, one),
        ...compareAttached(known, one),
      ]
    }
    case 'order.revision_requested': {
      const one = shown(data['revision_request'], rules.request, '/revision_request')
      return compareShown(known, 'requests', one.value['id'], one)
    }
    case 'order.document_added': {
      const one = shown(data['document'], rules.added, '/document')
      return compareShown(known, 'documents', one.value['id'], one)
    }
    case 'order.completed':
      return listOf(data['documents']).flatMap((document, i) => {
        const one = shown(document, rules.delivered, `/documents/${i}`)
        // Each document is shown of by the event on its own.
        return compareShown(known, 'documents', one.value['id'], one)
      })
    default:
      return []
  }
}

/** A record of the feed names the order that its data is about. */
const judgeRecord = (value: unknown, at: string): Assertion[] => {
  const { order_id: order, data } = fieldsOf(value) ?? {}
  const about = fieldsOf(data)?.['order_id']
  return typeof order === 'string' && typeof about === 'string'
    ? assertion(rules.recordOrder, order === about, about, order, `${at}/order_id`)
    : []
}

const judgeExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id: source, operation, response, role } = exchange
  if (!ofTheLender.has(role) || response.status >= 300) return []
  const known = memory.of(nothingKnown)
  const body = fieldsOf(jsonOf(response.body))
  const entries = listOf(body?.['data'])
  switch (operation) {
    case 'listEvents':
      return listedEvents(exchange).flatMap(({ event, pointer }) => [
        ...judgeRecord(event, pointer),
        ...judgeEvent(known, event, source, `${pointer}/data`, String(role)),
      ])
    case 'sendMessage':
      return readOf(known, 'ownMessages', body, source)
    case 'createRevisionRequest':
      return readOf(known, 'requests', body, source)
    case 'listRevisionRequests':
      return entries.flatMap((request) => readOf(known, 'requests', request, source))
    case 'listMessages':
      return entries.flatMap((message, i) => {
        const value = fieldsOf(message) ?? {}
        const one = { value, source, event: String(value['id']), rule: rules.attached, pointer: `/data/${i}` }
        return [...readOf(known, 'messages', message, source), ...compareAttached(known, one)]
      })
    default: {
      const documents = (shapeOfAnswer(exchange)?.visits ?? [])
        .filter(({ components, missing }) => !missing && components.includes('DocumentSummary'))
        .flatMap(({ value }) => readOf(known, 'documents', value, source))
      if (operation !== 'createOrder') return documents
      const sent = exchange.request.body ? jsonOf(exchange.request.body) : undefined
      return [...documents, ...readOf(known, 'orders', body, source, sent)]
    }
  }
}

const judgeDelivery = (delivery: Delivery, memory: Memory): Assertion[] =>
  envelopeOf(delivery).test === true ? [] : judgeEvent(memory.of(nothingKnown), delivery.json, delivery.id, '/data')

const all = Object.values(rules)

export const eventsRead: ExchangeInvariant = { id: 'invariant.events-read', rules: all, assert: judgeExchange }
export const eventsDelivered: DeliveryInvariant = {
  id: 'invariant.events-delivered',
  rules: all,
  assert: judgeDelivery,
}

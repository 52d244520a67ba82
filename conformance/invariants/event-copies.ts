// What an event shows of a document, a message or a new order is what reading the thing of that id shows.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { absent, atLeast } from '../evidence/expected.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'
import { sameInstant } from './same-instant.ts'
import { shapeOfAnswer } from './schema/shape.ts'

const rules = {
  ownMessage: 'events.message-posted-is-not-raised-by-the-lender',
  message: 'events.message-posted-has-message',
  createdOnce: 'events.created-is-raised-by-a-create',
  createdStatus: 'events.created-has-status',
  createdReference: 'events.created-has-lender-reference',
  recordOrder: 'feed.record-has-order-id',
  delivered: 'events.completed-documents-are-summaries',
  added: 'events.document-added-document-is-a-summary',
}

type Fields = Record<string, unknown>
/** A thing as it was shown, and the exchange or delivery that showed it. */
type ExchangeFacts = { value: Fields; source: string }
type ShownEvent = ExchangeFacts & { event: string; rule: string; pointer: string }

/** One kind of thing: what reads show of each by its id, and what events shown of it. */
type Kind = { read: Map<string, ExchangeFacts>; shown: Map<string, Map<string, ShownEvent>> }
type Kinds = 'documents' | 'messages' | 'ownMessages' | 'orders'
type Known = Record<Kinds, Kind> & { created: Map<string, { event: string; source: string }> }

const kind = (): Kind => ({ read: new Map(), shown: new Map() })

const nothingKnown = (): Known => ({
  documents: kind(),
  messages: kind(),
  ownMessages: kind(),
  orders: kind(),
  created: new Map(),
})

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const shownBy = (
  { rule, pointer, source }: ShownEvent,
  read: ExchangeFacts,
  holds: boolean,
  expected: unknown,
  received: unknown,
) =>
  assertion(rule, holds, expected, received, pointer).map((one) =>
    one.passed ? one : { ...one, requests: [source, read.source] },
  )

type Compare = (shown: ShownEvent, read: ExchangeFacts) => Assertion[]

/** What a document is and is called, which stays; its media type may be spelled in two ways. */
const named = ['kind', 'filename']

const compareDocument: Compare = (shown, read) => {
  const [size, readSize] = [shown.value['size_bytes'], read.value['size_bytes']]
  const [at, readAt] = [shown.value['created_at'], read.value['created_at']]
  return [
    ...named.flatMap((field) => {
      const [one, readOne] = [shown.value[field], read.value[field]]
      return typeof one === 'string' && typeof readOne === 'string'
        ? shownBy({ ...shown, pointer: `${shown.pointer}/${field}` }, read, one === readOne, readOne, one)
        : []
    }),
    ...(typeof size === 'number' && typeof readSize === 'number'
      ? shownBy({ ...shown, pointer: `${shown.pointer}/size_bytes` }, read, size === readSize, readSize, size)
      : []),
    ...(typeof at === 'string' && typeof readAt === 'string'
      ? shownBy({ ...shown, pointer: `${shown.pointer}/created_at` }, read, sameInstant(at, readAt), readAt, at)
      : []),
  ]
}

/** A message is posted with its files; how an entry looks is open. */
const compareMessage: Compare = (shown, read) => {
  const [files, readFiles] = [shown.value['attachments'], read.value['attachments']]
  if (!Array.isArray(files) || !Array.isArray(readFiles) || readFiles.length === 0) return []
  return shownBy(
    { ...shown, pointer: `${shown.pointer}/attachments` },
    read,
    files.length > 0,
    atLeast('1 entry'),
    files,
  )
}

const compareOwn: Compare = (shown, read) =>
  shownBy({ ...shown, rule: rules.ownMessage }, read, false, absent, shown.value['id'])

/** An order without a reference is announced without one. */
const compareReference: Compare = (shown, read) => {
  const reference = shown.value['lender_reference']
  if (read.value['lender_reference'] !== null || reference === undefined) return []
  const place = { ...shown, rule: rules.createdReference, pointer: `${shown.pointer}/lender_reference` }
  return shownBy(place, read, reference === null, null, reference)
}

/** Compared where both report one and the same change, to the fraction of a second. */
const compareStatus: Compare = (shown, read) => {
  const [status, readStatus] = [fieldsOf(shown.value['status']), fieldsOf(read.value['status'])]
  const at = status?.['changed_at']
  if (typeof at !== 'string' || !at.includes('.') || at !== readStatus?.['changed_at']) return []
  const [code, readCode] = [status?.['code'], readStatus['code']]
  // An order may be placed in the moment of its review, but is not taken back into it.
  const backwards = code === 'new' && readCode === 'pending_review'
  return shownBy({ ...shown, pointer: `${shown.pointer}/status/code` }, read, !backwards, readCode, code)
}

const compareOrder: Compare = (...both) => [...compareReference(...both), ...compareStatus(...both)]

const compares: Record<Kinds, Compare> = {
  documents: compareDocument,
  messages: compareMessage,
  ownMessages: compareOwn,
  orders: compareOrder,
}

const readOf = (known: Known, name: Kinds, value: unknown, source: string): Assertion[] => {
  const fields = fieldsOf(value)
  const id = fields?.['id']
  const { read, shown } = known[name]
  if (!fields || typeof id !== 'string' || read.has(id)) return []
  const facts = { value: fields, source }
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

const createdOnce = (known: Known, { event, source }: ShownEvent, order: string): Assertion[] => {
  const earlier = known.created.get(order)
  if (!earlier) known.created.set(order, { event, source })
  if (!earlier || earlier.event === event) return []
  return assertion(rules.createdOnce, false, earlier.event, event).map((one) => ({
    ...one,
    requests: [earlier.source, source],
  }))
}

/** An event as a delivery or a feed record shows it, its data at the pointer. */
const judgeEvent = (known: Known, value: unknown, source: string, at: string): Assertion[] => {
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
        ...(typeof order === 'string' ? createdOnce(known, one, order) : []),
        ...compareShown(known, 'orders', order, one),
      ]
    }
    case 'order.message_posted': {
      const one = shown(data['message'], rules.message, '/message')
      const { id } = one.value
      return [...compareShown(known, 'messages', id, one), ...compareShown(known, 'ownMessages', id, one)]
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

// Events are those of the main lender, and are compared with its reads alone.
const ofTheLender = new Set<string | null>(['main', 'main_second'])

const judgeExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id: source, operation, response, role } = exchange
  if (!ofTheLender.has(role) || response.status >= 300) return []
  const known = memory.of(nothingKnown)
  const body = fieldsOf(jsonOf(response.body))
  const entries = listOf(body?.['data'])
  switch (operation) {
    case 'listEvents':
      return entries.flatMap((record, i) => [
        ...judgeRecord(record, `/data/${i}`),
        ...judgeEvent(known, record, source, `/data/${i}/data`),
      ])
    case 'sendMessage':
      return readOf(known, 'ownMessages', body, source)
    case 'listMessages':
      return entries.flatMap((message) => readOf(known, 'messages', message, source))
    default: {
      const documents = (shapeOfAnswer(exchange)?.visits ?? [])
        .filter(({ components, missing }) => !missing && components.includes('DocumentSummary'))
        .flatMap(({ value }) => readOf(known, 'documents', value, source))
      return operation === 'createOrder' ? [...documents, ...readOf(known, 'orders', body, source)] : documents
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

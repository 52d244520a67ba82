// What an event tells of a document, a message or a new order is what reading the thing of that id shows.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { claim, type Claim } from '../evidence/comparison.ts'
import { absent, atLeast } from '../evidence/expected.ts'
import type { DeliveryJudge, ExchangeJudge, Memory } from './judge-definition.ts'
import { sameInstant } from './same-instant.ts'
import { shapeOfAnswer } from './schema/shape.ts'

const rules = {
  ownMessage: 'events.message-posted-is-not-raised-by-the-lender',
  message: 'events.message-posted-has-message',
  createdOnce: 'events.created-is-raised-by-a-create',
  createdStatus: 'events.created-has-status',
  delivered: 'events.completed-documents-are-summaries',
  added: 'events.document-added-document-is-a-summary',
}

type Fields = Record<string, unknown>
/** A thing as it was shown, and the exchange or delivery that showed it. */
type Sight = { value: Fields; source: string }
type Told = Sight & { event: string; rule: string; pointer: string }

/** One kind of thing: what reads show of each by its id, and what events told of it. */
type Kind = { read: Map<string, Sight>; told: Map<string, Map<string, Told>> }
type Kinds = 'documents' | 'messages' | 'ownMessages' | 'orders'
type Known = Record<Kinds, Kind> & { created: Map<string, { event: string; source: string }> }

const kind = (): Kind => ({ read: new Map(), told: new Map() })

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

const toldBy = ({ rule, pointer, source }: Told, read: Sight, holds: boolean, expected: unknown, received: unknown) =>
  claim(rule, holds, expected, received, pointer).map((one) =>
    one.held ? one : { ...one, requests: [source, read.source] },
  )

type Compare = (told: Told, read: Sight) => Claim[]

const compareDocument: Compare = (told, read) => {
  const [size, readSize] = [told.value['size_bytes'], read.value['size_bytes']]
  const [at, readAt] = [told.value['created_at'], read.value['created_at']]
  return [
    ...(typeof size === 'number' && typeof readSize === 'number'
      ? toldBy({ ...told, pointer: `${told.pointer}/size_bytes` }, read, size === readSize, readSize, size)
      : []),
    ...(typeof at === 'string' && typeof readAt === 'string'
      ? toldBy({ ...told, pointer: `${told.pointer}/created_at` }, read, sameInstant(at, readAt), readAt, at)
      : []),
  ]
}

/** A message is posted with its files; how an entry looks is open. */
const compareMessage: Compare = (told, read) => {
  const [files, readFiles] = [told.value['attachments'], read.value['attachments']]
  if (!Array.isArray(files) || !Array.isArray(readFiles) || readFiles.length === 0) return []
  return toldBy({ ...told, pointer: `${told.pointer}/attachments` }, read, files.length > 0, atLeast('1 entry'), files)
}

const compareOwn: Compare = (told, read) =>
  toldBy({ ...told, rule: rules.ownMessage }, read, false, absent, told.value['id'])

/** Compared where both tell of one and the same change, to the fraction of a second. */
const compareOrder: Compare = (told, read) => {
  const [status, readStatus] = [fieldsOf(told.value['status']), fieldsOf(read.value['status'])]
  const at = status?.['changed_at']
  if (typeof at !== 'string' || !at.includes('.') || at !== readStatus?.['changed_at']) return []
  const [code, readCode] = [status?.['code'], readStatus['code']]
  // An order may be placed in the moment of its review, but is not taken back into it.
  const backwards = code === 'new' && readCode === 'pending_review'
  return toldBy({ ...told, pointer: `${told.pointer}/status/code` }, read, !backwards, readCode, code)
}

const compares: Record<Kinds, Compare> = {
  documents: compareDocument,
  messages: compareMessage,
  ownMessages: compareOwn,
  orders: compareOrder,
}

const readOf = (known: Known, name: Kinds, value: unknown, source: string): Claim[] => {
  const fields = fieldsOf(value)
  const id = fields?.['id']
  const { read, told } = known[name]
  if (!fields || typeof id !== 'string' || read.has(id)) return []
  const sight = { value: fields, source }
  read.set(id, sight)
  return [...(told.get(id)?.values() ?? [])].flatMap((one) => compares[name](one, sight))
}

const tell = (known: Known, name: Kinds, id: unknown, told: Told): Claim[] => {
  if (typeof id !== 'string') return []
  const events = known[name].told.get(id) ?? new Map<string, Told>()
  known[name].told.set(id, events)
  if (events.has(told.event)) return []
  events.set(told.event, told)
  const read = known[name].read.get(id)
  return read ? compares[name](told, read) : []
}

const createdOnce = (known: Known, { event, source }: Told, order: string): Claim[] => {
  const earlier = known.created.get(order)
  if (!earlier) known.created.set(order, { event, source })
  if (!earlier || earlier.event === event) return []
  return claim(rules.createdOnce, false, earlier.event, event).map((one) => ({
    ...one,
    requests: [earlier.source, source],
  }))
}

/** An event as a delivery or a feed record shows it, its data at the pointer. */
const judgeEvent = (known: Known, value: unknown, source: string, at: string): Claim[] => {
  const { id: event, type, data: content } = fieldsOf(value) ?? {}
  const data = fieldsOf(content)
  if (typeof event !== 'string' || !data) return []
  const told = (thing: unknown, rule: string, pointer: string): Told => ({
    value: fieldsOf(thing) ?? {},
    source,
    event,
    rule,
    pointer: `${at}${pointer}`,
  })
  switch (type) {
    case 'order.created': {
      const one = told(data, rules.createdStatus, '')
      const order = data['order_id']
      return [
        ...(typeof order === 'string' ? createdOnce(known, one, order) : []),
        ...tell(known, 'orders', order, one),
      ]
    }
    case 'order.message_posted': {
      const one = told(data['message'], rules.message, '/message')
      const { id } = one.value
      return [...tell(known, 'messages', id, one), ...tell(known, 'ownMessages', id, one)]
    }
    case 'order.document_added': {
      const one = told(data['document'], rules.added, '/document')
      return tell(known, 'documents', one.value['id'], one)
    }
    case 'order.completed':
      return listOf(data['documents']).flatMap((document, i) => {
        const one = told(document, rules.delivered, `/documents/${i}`)
        // Each document is told of by the event on its own.
        return tell(known, 'documents', one.value['id'], one)
      })
    default:
      return []
  }
}

// Events are those of the main lender, and so must be what they are held against.
const ofTheLender = new Set<string | null>(['main', 'main_second'])

const judgeExchange = (exchange: Answered, memory: Memory): Claim[] => {
  const { id: source, operation, response, role } = exchange
  if (!ofTheLender.has(role) || response.status >= 300) return []
  const known = memory.of(nothingKnown)
  const body = fieldsOf(jsonOf(response.body))
  const entries = listOf(body?.['data'])
  switch (operation) {
    case 'listEvents':
      return entries.flatMap((record, i) => judgeEvent(known, record, source, `/data/${i}/data`))
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

const judgeDelivery = (delivery: Delivery, memory: Memory): Claim[] =>
  envelopeOf(delivery).test === true ? [] : judgeEvent(memory.of(nothingKnown), delivery.json, delivery.id, '/data')

const all = Object.values(rules)

export const eventsRead: ExchangeJudge = { id: 'judge.events-read', rules: all, judge: judgeExchange }
export const eventsDelivered: DeliveryJudge = { id: 'judge.events-delivered', rules: all, judge: judgeDelivery }

// POST /orders: places an order, once per idempotency key (Endpoints / POST /orders, Limits / Idempotency).
import type { Answer } from '../../behaviour/wire.ts'
import { sequence } from '../../domain/decision.ts'
import type { Document, IdempotencyRecord, Order } from '../../domain/records.ts'
import type { OrderDraft } from '../../domain/order-draft.ts'
import { placeOrder } from '../../orders/place-order.ts'
import { addDocument } from '../../orders/work-on-order.ts'
import { Refusal } from '../../domain/refusal.ts'
import { apply, contextFor, storeFile } from '../../engine/commit.ts'
import { joined } from '../../lib/joined.ts'
import { decodeInline, type DecodedFile } from '../inline-documents.ts'
import type { Call } from '../operation.ts'
import { operation, orderAnswer, orderBody } from '../operation.ts'
import { take, type Steps } from '../steps.ts'

type Key = { id: string; fingerprint: string } | undefined

const keyOf = (call: Call): Key => {
  const { idempotency } = call.services.behaviour
  const sent = call.headers['idempotency-key']
  const key = idempotency.key(typeof sent === 'string' ? sent : undefined)
  if (key === undefined) return undefined
  const fingerprint = idempotency.fingerprint(call.sent.value, call.sent.text)
  return { id: idempotency.scope(call.client.id, key), fingerprint }
}

/** Where texts are not kept, the body of an answer is looked at. */
const recordOf = ({ services: { store, texts } }: Call, id: string): IdempotencyRecord | undefined => {
  const record = store.idempotency.get(id)
  if (texts || record?.response.text === undefined) return record
  const { text, ...response } = record.response
  return { ...record, response: { ...response, body: JSON.parse(text) as unknown } }
}

/** The remembered answer of a key; 409 when it was used with another body. */
const remembered = (call: Call, key: Key): Answer | undefined => {
  const { behaviour, clock, store } = call.services
  const { idempotency } = behaviour
  const record = key && recordOf(call, key.id)
  if (!record || idempotency.isForgotten(record, clock.now())) return undefined
  if (!idempotency.sameBody(record, key.fingerprint))
    throw new Refusal('idempotency_key_reused', 'This idempotency key was used with a different body.')
  if (record.order_id === '') {
    if (!idempotency.replaysRefusal) return undefined
    const { code, message, details, correlationId } = record.response.body as Refusal
    throw Object.assign(new Refusal(code, message, { details }), { correlationId })
  }
  const used = idempotency.used(record, clock.now())
  if (used !== record) store.idempotency.put(used)
  return idempotency.replay(record, () => {
    const order = store.orders.get(record.order_id)
    return order ? orderBody(call, order) : record.response.body
  })
}

/** Keys come in the order of time, so the forgotten ones stand in front. */
const forget = ({ services: { behaviour, clock, store } }: Call): void => {
  for (const record of store.idempotency.values()) {
    if (!behaviour.idempotency.isForgotten(record, clock.now())) return
    store.idempotency.delete(record.id)
  }
}

const remember = (call: Call, key: Key, order_id: string, response: Answer, requestedAt: number): void => {
  if (!key) return
  const { behaviour, clock, store } = call.services
  forget(call)
  const { status, headers = {}, text, body } = response
  store.idempotency.put({
    id: key.id,
    fingerprint: key.fingerprint,
    order_id,
    response: text === undefined ? { status, headers, body } : { status, headers, text },
    created_at: behaviour.idempotency.startsAt(requestedAt, clock.now()),
  })
}

function* place(call: Call): Steps<Order> {
  const { services } = call
  const draft = call.body as OrderDraft
  const { creation } = services.behaviour
  const inline = creation.inlineDocuments(draft)
  const files = (yield inline.length === 0 ? [] : decodeInline(services.behaviour.uploads, inline)) as DecodedFile[]
  // Others may have been placed while this one waited, and each has a number of its own.
  const company = services.store.companies.get(call.company.id)!
  const context = contextFor(services, company, call.lender, call.environment)
  const { announced } = services.behaviour.events
  let decision = placeOrder(context, draft, call.client.id)
  call.afterDecision()
  services.store.companies.put({ ...company, next_order_number: company.next_order_number + 1 })
  for (const file of files) {
    const document = (yield storeFile(services, decision.order, file)) as Document
    decision = sequence(decision, addDocument(context, decision.order, document, announced.inline))
  }
  return apply(services, decision)
}

function* create(call: Call, key: Key): Steps<Answer> {
  const { behaviour, clock } = call.services
  const { creation, idempotency, wire } = behaviour
  const before = remembered(call, key)
  if (before) return before
  const requestedAt = clock.now()
  yield idempotency.work()
  const order = yield* place(call)
  const headers = { Location: creation.location(joined(call.baseUrl, '/orders/', order.id)) }
  if (idempotency.keepsOrderOfFailure)
    remember(call, key, order.id, { status: wire.successOf('createOrder'), headers }, requestedAt)
  const response = orderAnswer(call, 'createOrder', order)
  response.headers = headers
  remember(call, key, order.id, response, requestedAt)
  return response
}

/** Remembers a refusal with its key, where refusals are remembered. */
const refused = (call: Call, error: unknown): void => {
  const { behaviour, clock, store } = call.services
  const { idempotency } = behaviour
  if (!(error instanceof Refusal) || !idempotency.bindsRefusal(error)) return
  const key = keyOf(call)
  const before = key && store.idempotency.get(key.id)
  if (before && !idempotency.isForgotten(before, clock.now())) return
  error.correlationId ??= behaviour.problems.newCorrelationId(call.headers)
  const { code, message, details, correlationId } = error
  remember(call, key, '', { status: 422, body: { code, message, details, correlationId } }, clock.now())
}

function* createOnce(call: Call): Steps<Answer> {
  const { behaviour, locks, store } = call.services
  const key = keyOf(call)
  const waiting = key && behaviour.idempotency.waitsUnder(key.id)
  if (waiting && locks.isHeld(waiting)) behaviour.idempotency.whileAtWork()
  const creating = () => take(create(call, key))
  const response = (yield waiting ? locks.take(waiting, creating) : creating()) as Answer
  yield store.flushed()
  return response
}

export const createOrder = operation({
  id: 'createOrder',
  access: 'token',
  permit: (call) => call.services.behaviour.access.checkBillable(call.lender),
  body: { shape: 'createOrder' },
  refused,
  handle: (call) => take(createOnce(call)),
})

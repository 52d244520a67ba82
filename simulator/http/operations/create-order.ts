// POST /orders: places an order, once per idempotency key (Endpoints / POST /orders, Limits / Idempotency).
import type { Answer } from '../../behaviour/wire.ts'
import { sequence } from '../../domain/decision.ts'
import type { OrderDraft } from '../../domain/order-draft.ts'
import { placeOrder } from '../../domain/place-order.ts'
import { addDocument } from '../../domain/work-on-order.ts'
import { Refusal } from '../../domain/refusal.ts'
import { apply, storeFile } from '../../office.ts'
import { decodeInline } from '../inline-documents.ts'
import type { Call } from '../operation.ts'
import { answer, domainContext, operation, orderBody } from '../operation.ts'

type Key = { id: string; fingerprint: string } | undefined

const keyOf = (call: Call): Key => {
  const { idempotency } = call.services.behaviour
  const sent = call.headers['idempotency-key']
  if (typeof sent !== 'string' || sent === '') return undefined
  return { id: idempotency.scope(call.client.id, sent), fingerprint: idempotency.fingerprint(call.body) }
}

/** The remembered answer of a key; 409 when it was used with another body. */
const remembered = (call: Call, key: Key): Answer | undefined => {
  const { behaviour, clock, store } = call.services
  const record = key && store.idempotency.get(key.id)
  if (!record || behaviour.idempotency.isForgotten(record, clock.now())) return undefined
  if (behaviour.idempotency.sameBody(record, key.fingerprint)) return behaviour.idempotency.replay(record)
  throw new Refusal('idempotency_key_reused', 'This idempotency key was used with a different body.')
}

/** Keys come in the order of time, so the forgotten ones stand in front. */
const forget = ({ services: { behaviour, clock, store } }: Call): void => {
  for (const record of store.idempotency.values()) {
    if (!behaviour.idempotency.isForgotten(record, clock.now())) return
    store.idempotency.delete(record.id)
  }
}

const create = async (call: Call, key: Key): Promise<Answer> => {
  const { services } = call
  const before = remembered(call, key)
  if (before) return before
  const draft = call.body as OrderDraft
  const files = await decodeInline(services.behaviour.uploads, draft.documents ?? [])
  const context = domainContext(call)
  let decision = placeOrder(context, draft, call.client.id)
  const company = services.store.companies.get(call.company.id)!
  services.store.companies.put({ ...company, next_order_number: company.next_order_number + 1 })
  for (const file of files) {
    const document = await storeFile(services, decision.order, file)
    decision = sequence(decision, addDocument(context, decision.order, document, false))
  }
  const order = apply(services, decision)
  const response = answer(call, 'createOrder', orderBody(call, order), {
    Location: `${call.baseUrl}/orders/${order.id}`,
  })
  if (key) {
    forget(call)
    services.store.idempotency.put({
      ...key,
      order_id: order.id,
      response: { status: response.status, headers: response.headers ?? {}, body: response.body },
      created_at: services.clock.now(),
    })
  }
  return response
}

export const createOrder = operation({
  id: 'createOrder',
  method: 'post',
  path: '/orders',
  access: 'token',
  permit: (call) => call.services.behaviour.access.checkBillable(call.lender),
  body: { shape: 'createOrder' },
  handle: async (call) => {
    const key = keyOf(call)
    const response = await (key ? call.services.locks.run(key.id, () => create(call, key)) : create(call, key))
    await call.services.store.flush()
    return response
  },
})

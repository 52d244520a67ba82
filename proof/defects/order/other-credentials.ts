// Defects of orders that another hand than the caller's placed: the other credential of the account, one that is revoked, or the portal.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation, Operation, Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Client, Order } from '../../../simulator/domain/records.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import { contested } from '../actions/contested.ts'
import { making } from '../amend/changes.ts'
import type { Defect } from '../defect.ts'

type Table<T> = { get(id: string): T | undefined }
type Known = { client?: Client; services: { store: { orders: Table<Order>; clients: Table<Client> } } }

/** Whether what a call is about was placed by a hand that the defect means. */
type Hand = (order: Order, known: Known) => boolean

const ofAnother: Hand = ({ client_id }, { client }) =>
  client_id !== null && client !== undefined && client_id !== client.id
const ofPortal: Hand = ({ client_id }) => client_id === null
const ofRevoked: Hand = ({ client_id }, { services: { store } }) =>
  client_id !== null && typeof store.clients.get(client_id)?.revoked_at === 'number'

const orderOf = (call: { request: { url?: string | undefined } }): Order | undefined => {
  const { services } = call as unknown as Known
  return services.store.orders.get(/ord_[^/?]+/.exec(call.request.url ?? '')?.[0] ?? '')
}

const notFoundIn = (operation: Operation, hand: Hand): Mutation =>
  op.instead('idempotency.around', async (usual, id, call, work) => {
    const order = id === operation ? orderOf(call) : undefined
    if (order && hand(order, call as unknown as Known)) throw new Refusal('not_found', 'There is no such order.')
    return usual(id, call, work)
  })

/** What is written is answered as usual, and never shown. */
const messageLost = (hand: Hand): Mutation =>
  op.perTarget((lost = new Set<unknown>()) =>
    op.instead('idempotency.around', async (usual, id, call, work) => {
      const given = await usual(id, call, work)
      const order = orderOf(call)
      const body = given.body as Wire
      if (id === 'sendMessage' && order && hand(order, call as unknown as Known)) lost.add(body['id'])
      if (id !== 'listMessages') return given
      const data = (body['data'] as Wire[]).filter((message) => !lost.has(message['id']))
      return { ...given, body: { ...body, data } }
    }),
  )

const amendmentLost = (hand: Hand): Mutation =>
  op.perTarget((lost = new Set<string>()) => [
    making((order) => (lost.delete(order.id) ? { lender_reference: order.lender_reference } : {})),
    op.instead('idempotency.around', async (usual, id, call, work) => {
      const order = id === 'amendOrder' ? orderOf(call) : undefined
      if (order && hand(order, call as unknown as Known)) lost.add(order.id)
      return usual(id, call, work)
    }),
  ])

/** What an amendment makes of an order that another call is under way on. */
const racing = (change: Parameters<typeof making>[0]): Mutation =>
  op.mutation('drop', (behaviour) => {
    const orders = contested(behaviour)
    const { amendment } = behaviour
    const { outcome } = amendment
    amendment.outcome = (order, patch, amended) => {
      const usual = outcome.call(amendment, order, patch, amended)
      return orders.has(order.id) ? { ...usual, ...change(order, patch, amended) } : usual
    }
  })

const same = 'auth.credentials-of-one-account-see-the-same-orders'

export const orderOtherCredentials: readonly Defect[] = rows({
  'second-credential-cannot-amend': {
    breaks: 'auth.two-credentials-work-side-by-side',
    bug: 'An amendment looks for the order among those that its credential placed.',
    deep: 'only for a second credential',
    apply: notFoundIn('amendOrder', ofAnother),
  },
  'second-credential-cannot-cancel': {
    breaks: 'auth.two-credentials-work-side-by-side',
    bug: 'A cancel looks for the order among those that its credential placed.',
    deep: 'only for a second credential',
    apply: notFoundIn('cancelOrder', ofAnother),
  },
  'amendment-of-a-second-credential-lost': {
    breaks: same,
    bug: 'A reference is written to a copy of the order that the credential alone has.',
    deep: 'only for a second credential',
    apply: amendmentLost(ofAnother),
  },
  'message-of-a-second-credential-lost': {
    breaks: same,
    bug: 'A message goes to a thread of the credential, and not to that of the order.',
    deep: 'only for a second credential',
    apply: messageLost(ofAnother),
  },
  'orders-go-with-their-credential': {
    breaks: same,
    bug: 'A credential that is revoked takes its orders with it.',
    deep: 'only after a revocation',
    apply: notFoundIn('getOrder', ofRevoked),
  },
  'portal-order-not-held': {
    breaks: 'actions.hold-moves-order-to-on-hold',
    bug: 'A hold looks for the order among those that came through the interface.',
    deep: 'only for an order that no credential placed',
    apply: notFoundIn('holdOrder', ofPortal),
  },
  'portal-order-not-resumed': {
    breaks: 'actions.resume-moves-order-to-off-hold',
    bug: 'A resume looks for the order among those that came through the interface.',
    deep: 'only for an order that no credential placed',
    apply: notFoundIn('resumeOrder', ofPortal),
  },
  'portal-order-not-cancelled': {
    breaks: 'actions.cancel-moves-order-to-cancelled',
    bug: 'What the staff placed the staff must cancel.',
    deep: 'only for an order that no credential placed',
    apply: op.refuse('lifecycle.mayCancel', ({ client_id }) => client_id === null),
  },
  'message-on-a-portal-order-lost': {
    breaks: 'messages.thread-holds-what-the-lender-sent',
    bug: 'The thread of an order that came from the portal is the one of the portal, where messages of the interface are missing.',
    deep: 'only for an order that no credential placed',
    apply: messageLost(ofPortal),
  },
  'hold-lost-to-an-amendment': {
    breaks: 'actions.hold-moves-order-to-on-hold',
    bug: 'An amendment that comes together with a hold has read the order before it, and writes the whole of it.',
    deep: 'under concurrency',
    apply: racing(({ status, previous_status }) =>
      status.code === 'on_hold' ? { status: { ...status, code: previous_status ?? 'new' } } : {},
    ),
  },
  'amendment-lost-to-a-hold': {
    breaks: 'amend.lender-reference-can-change',
    bug: 'A hold that comes together with an amendment has read the order before it, and writes the whole of it.',
    deep: 'under concurrency',
    apply: racing(({ status, lender_reference }) => (status.code === 'on_hold' ? { lender_reference } : {})),
  },
})

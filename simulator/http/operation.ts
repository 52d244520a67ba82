// One operation of the contract: who may call it, and what it answers.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Answer } from '../behaviour/wire.ts'
import type { ShapeName } from '../behaviour/shapes.ts'
import type { DomainContext } from '../orders/context.ts'
import type { AccountKey, Client, Company, Environment, Lender, Order } from '../domain/records.ts'
import type { Services } from '../engine/services.ts'
import { contextFor, listedDocuments } from '../engine/commit.ts'
import type { Held } from '../engine/inbox.ts'

/** A call without a credential: `ping`, the token endpoint, a signed link. */
export type OpenCall = {
  services: Services
  environment: Environment
  /** Base address of the environment as the caller reached it, without a slash at the end. */
  baseUrl: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  request: IncomingMessage
  /** What is given back when the call is over. */
  held: Held
  /** The body of an operation that declares one. */
  body: unknown
  /** Runs what is judged only after the operation has decided, before the decision is carried out. */
  afterDecision: () => void
  /** The body as it came, and as it was read. */
  sent: { text: string; value: unknown }
  /** Called with the client that a token request names, for its rate and its faults. */
  countFor: (clientId: string) => void | Promise<void>
}

/** A call with a token that counts. */
export type Call = OpenCall & { client: Client; lender: Lender; company: Company; account: AccountKey }

type Called = {
  id: string
  /** The shape of a JSON body; `optional` when the call may come without one. */
  body?: { shape: ShapeName; optional?: boolean }
}

/** Throws the 403 of a switched-off action. */
type Permit = (call: Call) => void

/** Throws the 409 of an order whose status allows no such call; the body has been read, but nobody knows its shape. */
type State = (call: Call) => void

export type Operation =
  | (Called & { access: 'open'; handle: (call: OpenCall) => Answer | Promise<Answer> })
  | (Called & {
      access: 'token'
      permit?: Permit
      state?: State
      /** Called with the refusal of a call with a readable body. */
      refused?: (call: Call, error: unknown) => void
      handle: (call: Call) => Answer | Promise<Answer>
    })

/** Keeps the call's type by `access`. */
export const operation = <const O extends Operation>(definition: O): Operation => definition

/** The answer of an operation with its success code. */
export const answer = (call: OpenCall, id: string, body: unknown, headers?: Record<string, string>): Answer => {
  const { wire } = call.services.behaviour
  const location = wire.location(id, call.params, body)
  const all = { ...(location !== null && { Location: `${call.baseUrl}${location}` }), ...headers }
  return { status: wire.successOf(id), body, ...(Object.keys(all).length > 0 && { headers: all }) }
}

export const domainContext = (call: Call): DomainContext =>
  contextFor(call.services, call.company, call.lender, call.environment)

/** The order named in the path, or 404 whoever else's it may be. */
export const orderOf = (call: Call): Order =>
  call.services.behaviour.access.find(call.account, call.services.store.orders.get(call.params['order_id']!), 'order')

/** The full order as a read shows it. */
export const orderBody = (call: Call, order: Order): Record<string, unknown> =>
  call.services.behaviour.present.order(order, call.company, listedDocuments(call.services, order))

/** The answer that shows a full order. */
export const orderAnswer = (call: Call, id: string, order: Order): Answer => {
  const { behaviour, texts } = call.services
  if (!texts) return answer(call, id, orderBody(call, order))
  return { status: behaviour.wire.successOf(id), text: texts.order(order, call.company) }
}

/** A page of rows that are already in order. */
export const pageOf = <T>(
  call: Call,
  rows: readonly T[],
  show: (row: T) => unknown,
  lists = call.services.behaviour.lists,
): Record<string, unknown> => {
  const paging = lists.paging(call.query)
  return lists.envelope(rows.slice(paging.offset, paging.offset + paging.per_page).map(show), paging, rows.length)
}

// The OpenAPI document as the peers need it: operations by name, addresses, and examples that this deployment takes.
import { openapi } from '../../conformance/contract/contract.ts'
import type { Target } from './peer.ts'
import { dayFrom, draftOf, webhookOf } from './examples.ts'

export type Json = Record<string, unknown>
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; example?: unknown; schema?: Json }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Json> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: Json }> }>
  security?: unknown[]
}
export type Document = Json & {
  paths: Record<string, Json & { parameters?: Parameter[] }>
  components: Record<string, Record<string, Json>>
}
type Place = { path: string; method: string; operation: Operation; parameters: Parameter[] }

export const readDocument = (): Document => structuredClone(openapi()) as unknown as Document

const methods = ['get', 'put', 'post', 'patch', 'delete']

export const resolve = <T>(source: Document, value: T & { $ref?: string }): T =>
  value.$ref === undefined
    ? value
    : (value.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Json)[key], source) as T)

export const operationsOf = (source: Document): Map<string, Place> =>
  new Map(
    Object.entries(source.paths).flatMap(([path, item]) =>
      methods
        .filter((method) => item[method] !== undefined)
        .map((method) => {
          const operation = item[method] as Operation
          const own = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
          const parameters = own.map((one) => resolve(source, one))
          return [operation.operationId, { path, method, operation, parameters }] as const
        }),
    ),
  )

/** A body that the operation takes, for the documents that are given to tools which send examples. */
export const exampleBodies = ({ clientId, clientSecret, now }: Target): Record<string, unknown> => ({
  requestToken: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  createOrder: draftOf(now),
  amendOrder: { lender_reference: 'REF-0009', due_date: dayFrom(now, 30) },
  holdOrder: { reason: 'The borrower is travelling.' },
  resumeOrder: {},
  cancelOrder: { reason: 'The loan was withdrawn.' },
  createRevisionRequest: { kind: 'correction', reason: 'The garage is missing from the sketch.' },
  sendMessage: { recipient: 'manager', subject: 'Access', body: 'The code has changed.', document_ids: [] },
  setWebhook: webhookOf(),
  testWebhook: { type: 'order.completed' },
  advanceOrder: { to_status: 'appraiser_assigned' },
})

/** The order, or the document, that a plain call of the operation should go to. */
export const exampleId = (operation: string, { orders, document: id }: Target): string =>
  ({
    holdOrder: orders.holdable,
    resumeOrder: orders.held,
    cancelOrder: orders.cancellable,
    createRevisionRequest: orders.delivered,
    getDocument: id,
    downloadDocument: id,
  })[operation] ?? orders.fresh

/** What the simulator answers where the document leaves the success code open, for tools that need to know one. */
export const usualSuccess: Record<string, string> = {
  createRevisionRequest: '201',
  sendMessage: '201',
  uploadDocument: '201',
}

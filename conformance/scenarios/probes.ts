// One sound call for each operation that needs a token, aimed at what the grand walk left: what only its caller makes wrong.
import type { GrandWalk } from './grand-walk.ts'
import { moveLeft } from './grand-walk.ts'
import type { StepContext } from '../kit/context.ts'
import type { CallOptions } from '../sut/call.ts'
import { pickProduct } from '../steps/catalog.ts'
import { orderBody } from '../steps/order-body.ts'
import { plainReads } from '../steps/plain-reads.ts'

export type Probe = { operation: string; options: CallOptions }

/** The file that a probe uploads. */
export const probeFile = 'note.txt'

const uploadOf = (mark: string): FormData => {
  const form = new FormData()
  form.set('kind', 'supporting')
  form.set('description', mark)
  form.set('file', new Blob([`A note of ${mark}.\n`], { type: 'text/plain' }), probeFile)
  return form
}

type Aims = { fresh: string; held: string; corrected: string | null; document: string | null; move: string }

const on = (order: string | null, operation: string, json?: unknown): Probe[] =>
  order === null ? [] : [{ operation, options: { params: { order_id: order }, json } }]

/** Calls on an order or a document by its id. */
export const resourceProbesAt = (context: StepContext, aims: Aims): Probe[] => {
  const { fresh, held, corrected, document, move } = aims
  const mark = context.marker()
  return [
    ...on(fresh, 'getOrder'),
    ...on(fresh, 'listMessages'),
    ...on(fresh, 'listDocuments'),
    ...on(corrected ?? fresh, 'listRevisionRequests'),
    ...(document === null ? [] : [{ operation: 'getDocument', options: { params: { document_id: document } } }]),
    ...on(fresh, 'amendOrder', { appraiser_instructions: mark }),
    ...on(fresh, 'sendMessage', { recipient: 'manager', subject: mark, body: mark }),
    { operation: 'uploadDocument', options: { params: { order_id: fresh }, form: uploadOf(mark) } },
    ...on(corrected, 'createRevisionRequest', { kind: 'correction', reason: mark }),
    ...on(held, 'resumeOrder', { reason: mark }),
    ...(context.environment === 'sandbox' ? on(fresh, 'advanceOrder', { to_status: move }) : []),
    ...on(fresh, 'holdOrder', { reason: mark }),
    ...on(fresh, 'cancelOrder', { reason: mark }),
  ]
}

/** The same, on what the grand walk left. */
export const resourceProbes = (context: StepContext, walk: GrandWalk): Probe[] =>
  resourceProbesAt(context, { ...walk.orders, document: walk.documentId, move: moveLeft(walk) })

/** Calls on the account as a whole; the order that the create among them would place has the mark of the walk. */
export const accountProbes = async (context: StepContext, walk: GrandWalk): Promise<Probe[]> => {
  const body = { ...orderBody(context, await pickProduct(context)), lender_reference: walk.mark }
  const url = walk.webhookUrl
  return [
    ...plainReads().map((operation): Probe => ({ operation, options: {} })),
    { operation: 'createOrder', options: { json: body, headers: { 'Idempotency-Key': context.marker() } } },
    ...(url === null
      ? []
      : [
          { operation: 'setWebhook', options: { json: { url } } },
          { operation: 'testWebhook', options: { json: { type: 'order.created' } } },
        ]),
  ]
}

/** Those of some operations alone. */
export const named = (probes: readonly Probe[], ...operations: string[]): Probe[] =>
  probes.filter(({ operation }) => operations.includes(operation))

/** The same, but a hold and a resume that the status of the order refuses, which is for its own lender to know. */
export const refusedWherePossible = (
  { marker }: StepContext,
  { orders: { fresh, held } }: GrandWalk,
  probes: readonly Probe[],
): Probe[] => [
  ...probes.filter(({ operation }) => operation !== 'holdOrder' && operation !== 'resumeOrder'),
  ...on(held, 'holdOrder', { reason: marker() }),
  ...on(fresh, 'resumeOrder', { reason: marker() }),
]

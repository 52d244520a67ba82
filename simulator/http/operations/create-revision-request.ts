// POST /orders/{order_id}/revision-requests: opens a correction or a reconsideration of value.
import { refusedByStatus } from '../../domain/refused-by-status.ts'
import type { Decision } from '../../domain/decision.ts'
import { sequence } from '../../domain/decision.ts'
import type { Document } from '../../domain/records.ts'
import type { RevisionDraft } from '../../orders/revise-order.ts'
import { requestRevision } from '../../orders/revise-order.ts'
import { addDocument } from '../../orders/work-on-order.ts'
import { commit, storeFile } from '../../engine/commit.ts'
import { checkDocumentIds } from '../document-ids.ts'
import { decodeInline } from '../inline-documents.ts'
import type { Call } from '../operation.ts'
import { answer, domainContext, operation, orderOf } from '../operation.ts'

const id = 'createRevisionRequest'

const open = async (call: Call): Promise<Decision> => {
  const { behaviour, store } = call.services
  const draft = call.body as RevisionDraft
  const files = await decodeInline(behaviour.uploads, behaviour.revisions.evidence(draft))
  const context = domainContext(call)
  const order = orderOf(call)
  const quoted = checkDocumentIds(call, id, order, draft.document_ids ?? [], (document) =>
    behaviour.revisions.takesAsEvidence(document, order),
  )
  const decide = (document_ids: string[]) =>
    requestRevision(context, order, { ...draft, document_ids }, store.revisionsOf(order.id))
  const decision = decide(quoted)
  call.afterDecision()
  if (files.length === 0) return decision
  const documents: Document[] = []
  for (const file of files) documents.push(await storeFile(call.services, order, file))
  const { revisions: [request, ...others] = [], ...rest } = decision
  const document_ids = [...quoted, ...documents.map((document) => document.id)]
  const quoting: Decision = { ...rest, revisions: [{ ...request!, document_ids }, ...others] }
  return documents.reduce((all, document) => sequence(all, addDocument(context, all.order, document, false)), quoting)
}

export const createRevisionRequest = operation({
  id,
  access: 'token',
  permit: (call) => call.services.behaviour.access.checkMayAct(call.lender, id),
  state: (call) => {
    const { lifecycle, problems } = call.services.behaviour
    const order = orderOf(call)
    const { kind } = call.body as { kind?: unknown }
    if (lifecycle.mayRequestRevision(order, typeof kind === 'string' ? kind : '')) return
    throw refusedByStatus(order, 'sent back for a revision', undefined, problems.notToBeRevised)
  },
  body: { shape: id },
  handle: (call) =>
    call.services.locks.run(call.params['order_id']!, async () => {
      const decision = await open(call)
      await commit(call.services, decision)
      return answer(call, id, call.services.behaviour.present.revisionRequest(decision.revisions![0]!))
    }),
})

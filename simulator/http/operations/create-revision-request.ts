// POST /orders/{order_id}/revision-requests: opens a correction or a reconsideration of value.
import type { RevisionDraft } from '../../domain/revise-order.ts'
import { requestRevision } from '../../domain/revise-order.ts'
import { commit } from '../../office.ts'
import { checkDocumentIds } from '../document-ids.ts'
import { answer, domainContext, operation, orderOf } from '../operation.ts'

export const createRevisionRequest = operation({
  id: 'createRevisionRequest',
  method: 'post',
  path: '/orders/:order_id/revision-requests',
  access: 'token',
  body: { shape: 'createRevisionRequest' },
  handle: async (call) => {
    const order = orderOf(call)
    const draft = call.body as RevisionDraft
    checkDocumentIds(call, order, draft.document_ids ?? [])
    const decision = requestRevision(domainContext(call), order, draft)
    await commit(call.services, decision)
    return answer(
      call,
      'createRevisionRequest',
      call.services.behaviour.present.revisionRequest(decision.revisions![0]!),
    )
  },
})

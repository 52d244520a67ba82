// What the correspondence left on its order: each list of it on pages of the largest size, for all who only look at it.
import type { Answered } from '../evidence/exchange.ts'
import type { Scenario } from '../kit/context.ts'
import { walkPages, type List } from '../steps/walk-pages.ts'
import { correspondence } from './correspondence.ts'

const listOf = (id: string, operationId: List['operationId']): Scenario<Answered[]> => ({
  id,
  async run(context) {
    const { orderId } = await context.shared(correspondence)
    return walkPages(context, { operationId, params: { order_id: orderId } })
  },
})

export const correspondenceDocuments = listOf('correspondence-documents', 'listDocuments')
export const correspondenceMessages = listOf('correspondence-messages', 'listMessages')
export const correspondenceRevisions = listOf('correspondence-revisions', 'listRevisionRequests')

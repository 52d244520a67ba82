// GET /findings: every rule of the client, judged from the journal so far.
import { accountKey } from '../../orders/context.ts'
import { findClient } from '../../store/find.ts'
import { openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'

export const getFindings = controlOperation({
  id: 'getFindings',
  method: 'get',
  path: '/findings',
  query: true,
  isOffered: ({ findings }) => findings !== undefined,
  handle: ({ services, findings, query }) => {
    openJournal(services)
    if (query['client_id'] === undefined) return findings!.read()
    const { id, lender_id, environment } = findClient(services, query['client_id'] as string)
    return findings!.readOf(id, accountKey(lender_id, environment))
  },
})

// GET /findings: every rule of the client, judged from the journal so far.
import { openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'

export const getFindings = controlOperation({
  id: 'getFindings',
  method: 'get',
  path: '/findings',
  isOffered: ({ findings }) => findings !== undefined,
  handle: ({ services, findings }) => {
    openJournal(services)
    return findings!.read()
  },
})

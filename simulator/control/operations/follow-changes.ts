// GET /changes: server-sent events on what has changed, for pages that show it.
import { changeStream } from '../change-stream.ts'
import { controlOperation } from '../operation.ts'

export const followChanges = controlOperation({
  id: 'followChanges',
  method: 'get',
  path: '/changes',
  contentType: 'text/event-stream; charset=utf-8',
  handle: ({ services, findings, closing }) => changeStream(services, findings, closing),
})

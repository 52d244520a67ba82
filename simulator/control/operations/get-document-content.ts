// GET /documents/{document_id}/content: the bytes of a document, without a link that lives five minutes.
import { absent } from '../find.ts'
import { controlOperation } from '../operation.ts'

export const getDocumentContent = controlOperation({
  id: 'getDocumentContent',
  method: 'get',
  path: '/documents/{document_id}/content',
  contentType: 'application/octet-stream',
  handle: async ({ services, params }) => {
    const id = params['document_id']!
    const content = await services.store.files.get(id)
    if (content === undefined) throw absent('document', id.slice(0, 100), 'GET /orders/{order_id}')
    return content
  },
})

// GET /documents/{document_id}/content: the bytes of a document, without a link that expires.
import { absent } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'

export const getDocumentContent = controlOperation({
  id: 'getDocumentContent',
  method: 'get',
  path: '/documents/{document_id}/content',
  contentType: 'application/octet-stream',
  handle: async ({ services, params }) => {
    const id = params['document_id']!
    // What is no document's id may be no name of a file either.
    const isKnown = services.store.documents.get(id) !== undefined
    const content = isKnown ? await services.store.files.get(id) : undefined
    if (content === undefined) throw absent('document', id.slice(0, 100), 'GET /orders/{order_id}')
    return content
  },
})

// GET /documents/{document_id}: document detail with a fresh signed link.
import { answer, operation } from '../operation.ts'

export const getDocument = operation({
  id: 'getDocument',
  method: 'get',
  path: '/documents/:document_id',
  access: 'token',
  handle: (call) => {
    const { behaviour, clock, keys, store } = call.services
    const { access, links, present } = behaviour
    const document = access.find(call.account, store.documents.get(call.params['document_id']!), 'document')
    const expires = links.expires(clock.now())
    const url = links.url(call.baseUrl, document.id, expires, links.sign(document.id, expires, keys.links))
    return answer(call, 'getDocument', present.documentDetail(document, url, expires))
  },
})

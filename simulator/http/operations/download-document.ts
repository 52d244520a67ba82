// GET /download/{document_id}: the file behind a signed link; the signature is the authorization (Endpoints / Downloading).
import { environmentOf } from '../../office.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import { operation } from '../operation.ts'

/** RFC 6266: an ASCII name for old clients, the exact name for the rest. */
const disposition = (name: string): string => {
  // Half of a surrogate pair has no UTF-8.
  const filename = Buffer.from(name).toString()
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

export const downloadDocument = operation({
  id: 'downloadDocument',
  method: 'get',
  path: '/download/:document_id',
  access: 'open',
  handle: async (call) => {
    const { behaviour, clock, keys, store } = call.services
    const { links, lists, wire } = behaviour
    const id = call.params['document_id']!
    const expires = lists.value(call.query, 'expires') ?? ''
    const refuse = (why: string) =>
      new Refusal(links.refusedCode, `The link ${why}; read the document again for a fresh one.`, {
        status: links.refusedStatus,
      })
    if (!links.signatureMatches(id, expires, lists.value(call.query, 'signature') ?? '', keys.links))
      throw refuse('is not valid')
    if (links.isExpired(Number(expires), clock.now())) throw refuse('has expired')
    const document = store.documents.get(id)
    const order = document && store.orders.get(document.order_id)
    const bytes = await store.files.get(id)
    if (!document || !order || !bytes || environmentOf(order) !== call.environment) throw notFound('document')
    return {
      status: wire.success['downloadDocument']!,
      bytes,
      headers: {
        'Content-Type': document.content_type,
        'Content-Disposition': disposition(document.filename),
      },
    }
  },
})

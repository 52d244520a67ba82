// GET /download/{document_id}: the file behind a signed link; the signature is the authorization (Endpoints / Downloading).
import type { LinkFault } from '../../behaviour/links.ts'
import { environmentOf } from '../../engine/commit.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import { wholeFile } from '../../store/whole-file.ts'
import type { OpenCall } from '../operation.ts'
import { operation } from '../operation.ts'

/** Throws unless the link that was called is one that was given out and still works. */
const checkLink = ({ services, query, params, headers }: OpenCall): void => {
  const { behaviour, clock, keys, store } = services
  const { links, lists } = behaviour
  const refuse = (fault: LinkFault, why: string) => {
    const status = links.refusedStatus[fault]
    const code = links.refusedCode(status)
    return new Refusal(code, `The link ${why}; read the document again for a fresh one.`, { status })
  }
  const [expires, signature] = [lists.value(query, 'expires') ?? '', lists.value(query, 'signature') ?? '']
  if (!links.takesAuthorization && headers.authorization !== undefined) throw refuse('authorized', 'stands for itself')
  if (!links.signatureMatches(params['document_id']!, expires, signature, keys.links))
    throw expires === '' || signature === '' ? refuse('missing', 'is not whole') : refuse('tampered', 'is not valid')
  if (!links.counts(signature, (id) => store.clients.get(id)?.revoked_at !== null)) throw refuse('tampered', 'is void')
  if (links.isExpired(Number(expires), clock.now())) throw refuse('expired', 'has expired')
}

export const downloadDocument = operation({
  id: 'downloadDocument',
  access: 'open',
  handle: async (call) => {
    const { behaviour, store } = call.services
    const { links, wire } = behaviour
    if (call.request.method === 'HEAD' && !links.takesHead) throw notFound('document')
    checkLink(call)
    const document = store.documents.get(call.params['document_id']!)
    const order = document && store.orders.get(document.order_id)
    const bytes = document && (await wholeFile(store, document))
    if (!document || !order || !bytes || !links.servedAt(call.environment, environmentOf(order)))
      throw notFound('document')
    const elsewhere = links.storedAt(call.request.url ?? '')
    if (elsewhere !== null) return { status: 302, headers: { Location: elsewhere } }
    const disposition = links.disposition(document.filename)
    const headers = {
      'Content-Type': links.contentType(document),
      ...(disposition !== null && { 'Content-Disposition': disposition }),
    }
    return links.sent({ status: wire.successOf('downloadDocument'), bytes, headers }, call.headers.range)
  },
})

// GET /documents/{document_id}: document detail with a fresh signed link.
import type { Call } from '../operation.ts'
import { answer, operation } from '../operation.ts'

/** Where this server listens, whatever name the caller knows it by. */
const ownAddress = ({ environment, request: { socket }, services: { behaviour, settings } }: Call): string => {
  const { localAddress = '127.0.0.1', localPort } = socket
  const host = localAddress.replace(/^::ffff:/, '')
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  const origin = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${localPort}`
  return `${settings.publicOrigin ?? origin}${behaviour.wire.bases[environment]}`
}

export const getDocument = operation({
  id: 'getDocument',
  access: 'token',
  handle: (call) => {
    const { behaviour, clock, keys, store } = call.services
    const { access, links, present } = behaviour
    const document = access.find(call.account, store.documents.get(call.params['document_id']!), 'document')
    const expires = links.expires(clock.now(), document.id)
    const signature = links.sign(document.id, expires, keys.links)
    links.given(signature, call.client.id)
    const url = links.url(links.base(call.baseUrl, ownAddress(call)), document.id, expires, signature)
    return answer(call, 'getDocument', present.documentDetail(document, url, expires))
  },
})

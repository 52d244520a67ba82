// POST /oauth/token: client credentials by form, by JSON or in a Basic header (Endpoints / POST /oauth/token).
import { mintToken } from '../authenticate.ts'
import { answer, operation } from '../operation.ts'
import { readFields } from '../read-body.ts'

const bodyLimit = 64 * 1024

/** Id and secret of a Basic header, form-encoded as RFC 6749 section 2.3.1 says. */
const basic = (header: string | undefined): { client_id?: string; client_secret?: string } => {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1]
  const [id, secret] = encoded ? Buffer.from(encoded, 'base64').toString().split(/:(.*)/s) : []
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '))
    } catch {
      return text
    }
  }
  return id === undefined || secret === undefined ? {} : { client_id: decode(id), client_secret: decode(secret) }
}

export const requestToken = operation({
  id: 'requestToken',
  method: 'post',
  path: '/oauth/token',
  access: 'open',
  handle: async (call) => {
    const { behaviour, clock, store } = call.services
    behaviour.tokens.checkQuery([...call.query.keys()])
    const sent = await readFields(call.request, bodyLimit)
    const header = basic(call.headers.authorization)
    const asked = { query: call.query, contentType: call.headers['content-type'] }
    const fields = behaviour.tokens.gather(sent, header, asked)
    const { clientId, clientSecret } = behaviour.tokens.checkRequest({
      grantType: fields['grant_type'],
      clientId: fields['client_id'],
      clientSecret: fields['client_secret'],
      scope: fields['scope'],
      twice: header.client_id !== undefined && sent['client_secret'] !== undefined,
    })
    const client = behaviour.tokens.checkClient(store.clients.get(clientId), clientSecret, call.environment)
    const expiresAt = clock.now() + behaviour.tokens.lifetimeSeconds * 1000
    const body = behaviour.tokens.response(mintToken(call.services, client, expiresAt))
    return answer(call, 'requestToken', body, { 'Cache-Control': 'no-store', Pragma: 'no-cache' })
  },
})

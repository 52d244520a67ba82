// POST /oauth/token: client credentials by form, by JSON or in a Basic header (Endpoints / POST /oauth/token).
import { bounds } from '../../../fixtures/bounds.ts'
import type { Behaviour } from '../../behaviour/behaviour.ts'
import { claimsFor } from '../authenticate.ts'
import { answer, operation } from '../operation.ts'
import { readFields } from '../read-body.ts'

/** Id and secret of a Basic header. */
const basic = (
  { basicHalf }: Behaviour['tokens'],
  header: string | undefined,
): { client_id?: string; client_secret?: string } => {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1]
  const [id, secret] = encoded ? Buffer.from(encoded, 'base64').toString().split(/:(.*)/s) : []
  return id === undefined || secret === undefined ? {} : { client_id: basicHalf(id), client_secret: basicHalf(secret) }
}

export const requestToken = operation({
  id: 'requestToken',
  access: 'open',
  handle: async (call) => {
    const { behaviour, clock, inbox, keys, store } = call.services
    const { tokens } = behaviour
    tokens.checkQuery([...call.query.keys()])
    const sent = await readFields({
      request: call.request,
      inbox,
      held: call.held,
      limit: bounds.taken.tokenBytes,
      bodies: behaviour.bodies,
    })
    tokens.checkNames(Object.keys(sent))
    const header = basic(tokens, call.headers.authorization)
    const asked = { query: call.query, contentType: call.headers['content-type'] }
    const fields = tokens.gather(sent, header, asked)
    const { clientId, clientSecret } = tokens.checkRequest({
      grantType: fields['grant_type'],
      clientId: fields['client_id'],
      clientSecret: fields['client_secret'],
      scope: fields['scope'],
      twice: tokens.isTwice(sent, header),
    })
    await call.countFor(clientId)
    const client = tokens.checkClient(tokens.clientOf(store.clients, clientId), clientSecret, call.environment)
    const claims = claimsFor(client, clock.now() + tokens.lifetimeSeconds * 1000)
    const token = tokens.grant(claims, keys.tokens, crypto.randomUUID())
    return answer(call, 'requestToken', tokens.response(token), tokens.headers)
  },
})

// The last step of an answer that is dressed: its headers and bytes as the behaviour has them go over the wire.
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Outgoing } from '../behaviour/wire.ts'
import type { Exchange } from './exchange.ts'
import type { Ready } from './ready-answer.ts'

/** What Node would add on its own, in its own spelling. */
const connectionHeaders = ({ req, res }: Exchange): Record<string, string> =>
  req.httpVersionMajor > 1
    ? {}
    : { Date: new Date().toUTCString(), Connection: res.shouldKeepAlive ? 'keep-alive' : 'close' }

/** Of a name in two spellings the last counts. */
const once = (headers: Record<string, string>): Record<string, string> => {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value]]))
  return Object.fromEntries(byName.values()) as Record<string, string>
}

export const dressAnswer = (
  exchange: Exchange,
  { body: sent, ...ready }: Ready,
  { spelling, dressings }: Behaviour['wire'],
): Ready => {
  const body = typeof sent === 'string' ? Buffer.from(sent) : sent
  let out: Outgoing = { ...ready, body }
  for (const dressing of dressings) out = dressing(out, exchange.req)
  const { body: bytes, headers, ...rest } = out
  if (bytes && bytes !== body) headers['Content-Length'] = String(bytes.length)
  const all = once({ ...(spelling && connectionHeaders(exchange)), ...headers })
  if (!spelling) return { ...rest, body: bytes, headers: all }
  const spelled = Object.entries(all).map(([name, value]) => [spelling(name), value])
  return { ...rest, body: bytes, headers: Object.fromEntries(spelled) as Record<string, string> }
}

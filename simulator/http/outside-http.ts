// What is answered below the application: to bytes that are not HTTP, and to plain HTTP where TLS is served.
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Answer, Outgoing, PlainAnswer } from '../behaviour/wire.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'
import type { ListenOptions, RawAnswer } from './listen.ts'

/** An answer in the dress of all others; `request` is what could be read of it. */
const raw = ({ behaviour }: Services, answer: Answer, request: Partial<IncomingMessage>): RawAnswer => {
  const { rateLimit, wire } = behaviour
  const now = Date.now()
  const isBare = answer.body === undefined
  const bytes = isBare ? undefined : Buffer.from(wire.serialise(answer.body))
  const headers = {
    ...rateLimit.headers({ startedAt: now, oldest: now, used: 0 }),
    ...(!isBare && { 'Content-Type': wire.contentType }),
    ...answer.headers,
    Connection: 'close',
  }
  let out: Outgoing = { status: answer.status, headers, body: bytes, chunked: false }
  for (const dressing of wire.dressings) out = dressing(out, request as IncomingMessage)
  const body = out.body ?? Buffer.alloc(0)
  const spelling = wire.spelling ?? ((name: string) => name)
  const all = Object.entries({ ...out.headers, 'Content-Length': String(body.length) })
  return { status: out.status, headers: Object.fromEntries(all.map(([name, value]) => [spelling(name), value])), body }
}

const unread = { headers: {}, method: 'GET', url: '/', httpVersionMajor: 1 }

export const garbageAnswer =
  (services: Services): NonNullable<ListenOptions['garbage']> =>
  (isTooLong) => {
    const { problems, wire } = services.behaviour
    const status = isTooLong ? wire.overlong : 400
    const refusal = new Refusal(problems.unreadable, 'The request is not HTTP that can be read.', { status })
    const body = problems.body(refusal, problems.newCorrelationId())
    return raw(services, { status, body }, unread)
  }

export const plainListener =
  (services: Services, plainAnswer: PlainAnswer): RequestListener =>
  (request, response) => {
    const host = request.headers.host ?? 'localhost'
    const port = request.socket.localPort ?? 443
    const { status, headers, body } = raw(services, plainAnswer({ host, path: request.url ?? '/', port }), request)
    response.writeHead(status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  }

// Records every request to the public port with its answer, by listening to what the connection reads and writes.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Koa from 'koa'
import type { Environment } from '../domain/records.ts'
import type { Services } from '../services.ts'
import type { Taken } from './create-journal.ts'
import type { Head, Header } from './record.ts'

const hasBody = ({ headers, httpVersionMajor }: IncomingMessage): boolean =>
  httpVersionMajor > 1 || 'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0'

/** A listener would make the stream flow before its reader is there, so the bytes are seen where they are pushed. */
const listenToRequest = (request: IncomingMessage, taken: Taken): void => {
  const push = request.push
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) taken.add(chunk)
    return push.call(request, chunk, encoding)
  }
}

const listenToAnswer = (response: ServerResponse, taken: Taken, onEnd: () => void): void => {
  const { write, end } = response
  const see = (chunk: unknown): void => {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) taken.add(chunk)
  }
  response.write = (...args: unknown[]) => {
    see(args[0])
    return write.apply(response, args as never)
  }
  response.end = (...args: unknown[]) => {
    see(args[0])
    const ended = end.apply(response, args as never)
    onEnd()
    return ended
  }
}

/** The head as it went out, `Date` and `Connection` included, which Node adds last; HTTP/2 keeps no such text. */
const headOf = (response: ServerResponse): Head => {
  const { _header: head } = response as { _header?: string | null }
  const pairs = () => Object.entries(response.getHeaders())
  return head ?? pairs().flatMap(([name, value]) => [value ?? []].flat().map((one): Header => [name, String(one)]))
}

/** The order that a path names, or that of the document that it names. */
const orderIdOf = ({ store }: Services, params: Record<string, string> | undefined): string | null =>
  params?.['order_id'] ?? store.documents.get(params?.['document_id'] ?? '')?.order_id ?? null

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** To be the first of all middleware, so that nothing that is answered goes past it. */
export const recordRequests = (services: Services, environments: readonly Environment[]): Koa.Middleware => {
  const { journal, clock, behaviour } = services
  const environmentOf = (path: string): Environment | null => {
    const found = environments.find((environment) => {
      const base = behaviour.wire.bases[environment]
      return path === base || path.startsWith(`${base}/`)
    })
    return found ?? null
  }
  return function recordRequest(ctx, next) {
    const began = performance.now()
    const at = Date.now()
    const domainAt = clock.now()
    const { req, res } = ctx
    const [sent, got] = [journal.take(), journal.take()]
    let done = false
    const finish = (isAnswered: boolean): void => {
      if (done) return
      done = true
      const totalMs = Math.round((performance.now() - began) * 10) / 10
      sent.release()
      got.release()
      const fault = text(ctx.state['fault'])
      const request = {
        method: ctx.method,
        url: `${ctx.protocol}://${ctx.host || 'localhost'}${ctx.originalUrl}`,
        httpVersion: `HTTP/${req.httpVersion}`,
        head: req.rawHeaders,
        body: sent.body,
      }
      journal.add({
        kind: 'request',
        at,
        domainAt,
        waitMs: totalMs,
        totalMs,
        environment: environmentOf(ctx.path),
        operation: text(ctx.state['operationId']),
        clientId: text(ctx.state['clientId']),
        orderId: orderIdOf(services, ctx['params'] as Record<string, string> | undefined),
        fault,
        error: isAnswered ? null : (text(ctx.state['faultError']) ?? (fault === null ? 'aborted' : 'reset')),
        event: null,
        request,
        response: res.headersSent ? { status: res.statusCode, head: headOf(res), body: got.body } : null,
      })
    }
    if (hasBody(req)) listenToRequest(req, sent)
    listenToAnswer(res, got, () => finish(!res.destroyed))
    res.once('close', () => finish(false))
    return next()
  }
}

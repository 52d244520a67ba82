// Records every request to the public port with its answer, by listening to what the connection reads and writes.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Environment } from '../domain/records.ts'
import type { Layer } from '../http/layers.ts'
import type { Services } from '../services.ts'
import type { Journal, Taken } from './create-journal.ts'
import type { Head, Header, KeptBody } from './record.ts'

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

const isBytes = (chunk: unknown): chunk is string | Buffer => typeof chunk === 'string' || Buffer.isBuffer(chunk)

/** Of a request or an answer without one; nothing ever adds to it. */
const noBody: KeptBody = { chunks: [], size: 0, truncated: false }

type OnEnd = (isAnswered: boolean, body: KeptBody) => void

/** Most answers are one chunk, given to `end`; what comes in pieces is taken piece by piece. */
const listenToAnswer = (
  response: ServerResponse,
  journal: Journal,
  partsOf: () => readonly string[] | undefined,
  onEnd: OnEnd,
): void => {
  const { write, end } = response
  let taken: Taken | undefined
  let isEnded = false
  const finish = (isAnswered: boolean, body: KeptBody): void => {
    taken?.release()
    onEnd(isAnswered, body)
  }
  response.write = (chunk: unknown, encoding?: unknown, done?: unknown) => {
    // The `end` of HTTP/2 writes what it is given.
    if (!isEnded && isBytes(chunk)) (taken ??= journal.take()).add(chunk)
    return write.call(response, chunk, encoding as BufferEncoding, done as () => void)
  }
  response.end = (chunk?: unknown, encoding?: unknown, done?: unknown) => {
    const isFirst = !isEnded
    isEnded = true
    if (taken && isFirst && isBytes(chunk)) taken.add(chunk)
    const ended = end.call(response, chunk, encoding as BufferEncoding, done as () => void)
    if (isFirst) finish(!response.destroyed, taken?.body ?? (isBytes(chunk) ? journal.keep(chunk, partsOf()) : noBody))
    return ended
  }
  response.on('close', () => {
    if (isEnded) return
    isEnded = true
    finish(false, taken?.body ?? noBody)
  })
}

/** The head as it went out, `Date` and `Connection` included, which Node adds last; HTTP/2 keeps no such text. */
const headOf = (response: ServerResponse): Head => {
  const { _header: head } = response as { _header?: unknown }
  if (typeof head === 'string') {
    // Node put it together of many texts, which are all kept with it unless it is made one: reading from it does that.
    head.charCodeAt(head.length - 1)
    return head
  }
  const pairs = Object.entries(response.getHeaders())
  return pairs.flatMap(([name, value]) => [value ?? []].flat().map((one): Header => [name, String(one)]))
}

/** The order that a path names, or that of the document that it names. */
const orderIdOf = ({ store }: Services, params: Record<string, string> | undefined): string | null => {
  if (params === undefined) return null
  const { order_id, document_id } = params
  if (order_id !== undefined) return order_id
  return document_id === undefined ? null : (store.documents.get(document_id)?.order_id ?? null)
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const urlOf = ({ headers, socket }: IncomingMessage, target: string): string => {
  const host = headers.host ?? (headers[':authority'] as string | undefined) ?? 'localhost'
  return `${(socket as TLSSocket).encrypted ? 'https' : 'http'}://${host}${target}`
}

/** To come before all middleware that answers for the contract. */
export const recordRequests = (services: Services, environments: readonly Environment[]): Layer => {
  const { journal, clock, behaviour } = services
  const bases = environments.map((environment) => {
    const base = behaviour.wire.bases[environment]
    return { environment, base, below: `${base}/` }
  })
  const environmentOf = (path: string): Environment | null =>
    bases.find(({ base, below }) => path.startsWith(below) || path === base)?.environment ?? null
  return function recordRequest(ctx, next) {
    const began = performance.now()
    const at = Date.now()
    const domainAt = clock.now()
    const { req, res } = ctx
    const sent = hasBody(req) ? journal.take() : undefined
    if (sent) listenToRequest(req, sent)
    const partsOf = () => ctx.state['parts'] as readonly string[] | undefined
    listenToAnswer(res, journal, partsOf, (isAnswered, body) => {
      const totalMs = Math.round((performance.now() - began) * 10) / 10
      sent?.release()
      const { operationId, clientId, fault: struck, faultError } = ctx.state
      const fault = text(struck)
      journal.add({
        id: 0,
        kind: 'request',
        at,
        domainAt,
        waitMs: totalMs,
        totalMs,
        environment: environmentOf(ctx.path),
        operation: text(operationId),
        clientId: text(clientId),
        orderId: orderIdOf(services, ctx['params'] as Record<string, string> | undefined),
        fault,
        error: isAnswered ? null : (text(faultError) ?? (fault === null ? 'aborted' : 'reset')),
        event: null,
        request: {
          method: ctx.method,
          url: urlOf(req, ctx.originalUrl),
          httpVersion: `HTTP/${req.httpVersion}`,
          // One text is cheaper to keep than two dozen.
          head: req.rawHeaders.join('\n'),
          body: sent?.body ?? noBody,
        },
        response: res.headersSent ? { status: res.statusCode, head: headOf(res), body } : null,
      })
    })
    return next(ctx)
  }
}

// Records every request to the public port with its answer: what the connection read, and what was given to it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Environment } from '../domain/records.ts'
import type { Exchange, Recording } from './exchange.ts'
import { isHost } from './host-header.ts'
import { originForm } from './origin-form.ts'
import type { Services } from '../engine/services.ts'
import type { Taken } from '../journal/create-journal.ts'
import type { Head, Header, KeptBody } from '../journal/record.ts'

/**
 * A listener would make the stream flow before its reader is there, so the bytes are seen where they are pushed. Says whether all of
 * them have come: an answer may go out before.
 */
const listenToRequest = (request: IncomingMessage, taken: Taken): (() => boolean) => {
  const push = request.push
  let isEnded = (request as { stream?: { endAfterHeaders?: boolean } }).stream?.endAfterHeaders === true
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk === null) isEnded = true
    else taken.add(chunk)
    return push.call(request, chunk, encoding)
  }
  return () => isEnded || request.headers['content-length'] === String(taken.body.size)
}

/** Of a request or an answer without one; nothing ever adds to it. */
const noBody: KeptBody = { chunks: [], size: 0, truncated: false }

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

/** Where the request came: a URL whatever was sent, which stands in the head as it came. */
const urlOf = ({ protocol, host, target }: Exchange): string => {
  const path = originForm(target)
  return `${protocol}://${host !== undefined && isHost(host) ? host : 'localhost'}${path.startsWith('/') ? '' : '/'}${path}`
}

/** To begin before anything answers for the contract. */
export const recorder = (services: Services, environments: readonly Environment[]) => {
  const { journal, clock, behaviour } = services
  const bases = environments.map((environment) => {
    const base = behaviour.wire.bases[environment]
    return { environment, base, below: `${base}/` }
  })
  const environmentOf = (path: string): Environment | null =>
    bases.find(({ base, below }) => path.startsWith(below) || path === base)?.environment ?? null

  return (exchange: Exchange): Recording => {
    const at = Date.now()
    const domainAt = clock.now()
    const { req, res } = exchange
    const sent = exchange.hasBody ? journal.take() : undefined
    const isWhole = sent && listenToRequest(req, sent)
    /** Of an answer that comes in pieces. */
    let taken: Taken | undefined
    let isEnded = false

    const finish = (isAnswered: boolean, body: KeptBody): void => {
      isEnded = true
      const totalMs = exchange.elapsed()
      if (sent && !isWhole!()) sent.body.truncated = true
      sent?.release()
      taken?.release()
      const { operationId, clientId, fault = null, faultError, method, path, params } = exchange
      journal.add({
        id: 0,
        kind: 'request',
        at,
        domainAt,
        waitMs: totalMs,
        totalMs,
        environment: environmentOf(path),
        operation: operationId ?? null,
        clientId: clientId ?? null,
        orderId: orderIdOf(services, params),
        fault,
        error: isAnswered ? null : (faultError ?? (fault === null ? 'aborted' : 'reset')),
        event: null,
        request: {
          method,
          url: urlOf(exchange),
          httpVersion: `HTTP/${req.httpVersion}`,
          // One text is cheaper to keep than two dozen.
          head: req.rawHeaders.join('\n'),
          body: sent?.body ?? noBody,
        },
        response: res.headersSent ? { status: res.statusCode, head: headOf(res), body } : null,
      })
    }

    return {
      read: (text) => sent?.become(text),
      piece: (bytes) => (taken ??= journal.take()).add(bytes),
      end(rest, parts) {
        if (isEnded) return
        if (taken && rest !== undefined) taken.add(rest)
        finish(!res.destroyed, taken?.body ?? (rest === undefined ? noBody : journal.keep(rest, parts)))
      },
      wait() {
        res.on('close', () => {
          if (!isEnded) finish(false, taken?.body ?? noBody)
        })
      },
    }
  }
}

// Records every request to the public port with its answer: what the connection read, and what was given to it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Environment } from '../domain/records.ts'
import type { Exchange, Recording } from './exchange.ts'
import { RequestRecord } from './request-record.ts'
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

type EnvironmentOf = (path: string) => Environment | null

class Recorder implements Recording {
  readonly #services: Services
  readonly #exchange: Exchange
  readonly #environmentOf: EnvironmentOf
  readonly #at = Date.now()
  readonly #domainAt: number
  readonly #sent: Taken | undefined
  readonly #isWhole: (() => boolean) | undefined
  /** Of an answer that comes in pieces. */
  #taken: Taken | undefined
  #isEnded = false

  constructor(services: Services, exchange: Exchange, environmentOf: EnvironmentOf) {
    this.#services = services
    this.#exchange = exchange
    this.#environmentOf = environmentOf
    this.#domainAt = services.clock.now()
    this.#sent = exchange.hasBody ? services.journal.take() : undefined
    this.#isWhole = this.#sent && listenToRequest(exchange.req, this.#sent)
  }

  read(text: string): void {
    this.#sent?.become(text)
  }

  piece(bytes: Buffer): void {
    this.#taken ??= this.#services.journal.take()
    this.#taken.add(bytes)
  }

  end(rest?: Buffer | string, parts?: readonly string[]): void {
    if (this.#isEnded) return
    if (this.#taken && rest !== undefined) this.#taken.add(rest)
    const isWhole = this.#taken === undefined && rest !== undefined
    this.#finish(!this.#exchange.res.destroyed, isWhole ? this.#services.journal.keep(rest, parts) : undefined)
  }

  wait(): void {
    this.#exchange.res.on('close', () => {
      if (!this.#isEnded) this.#finish(false)
    })
  }

  #finish(isAnswered: boolean, body: KeptBody | string = this.#taken?.body ?? ''): void {
    this.#isEnded = true
    const { path, params, fault, faultError, res } = this.#exchange
    const sent = this.#sent
    if (sent && !this.#isWhole!()) sent.body.truncated = true
    sent?.release()
    this.#taken?.release()
    const known = {
      at: this.#at,
      domainAt: this.#domainAt,
      environment: this.#environmentOf(path),
      orderId: orderIdOf(this.#services, params),
      error: isAnswered ? null : (faultError ?? (fault === undefined ? 'aborted' : 'reset')),
    }
    const answer = res.headersSent ? { head: headOf(res), body } : undefined
    this.#services.journal.add(new RequestRecord(this.#exchange, known, sent?.body, answer))
  }
}

/** To begin before anything answers for the contract. */
export const recorder = (services: Services, environments: readonly Environment[]) => {
  const bases = environments.map((environment) => {
    const base = services.behaviour.wire.bases[environment]
    return { environment, base, below: `${base}/` }
  })
  const environmentOf: EnvironmentOf = (path) =>
    bases.find(({ base, below }) => path.startsWith(below) || path === base)?.environment ?? null
  return (exchange: Exchange): Recording => new Recorder(services, exchange, environmentOf)
}

// A call of a journal: what its entry says, worked out where it takes room.
import type { Exchange, Failure, Headers } from '../../evidence/exchange.ts'
import type { Environment } from '../../evidence/roles.ts'
import type { Call } from '../call.ts'
import { BodyText, type KeptBodies } from './body-text.ts'
import { headersIn, type HarEntry } from './har-entry.ts'
import { createRecent } from './recent.ts'
import { statusIn } from './recording.ts'

class Request {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly #sent: BodyText

  constructor({ request }: HarEntry, sent: BodyText) {
    this.method = request.method.toUpperCase()
    this.url = request.url
    this.headers = headersIn(request.headers)
    this.#sent = sent
  }

  get body(): Uint8Array | null {
    return this.#sent.bytes
  }
}

class Response {
  readonly status: number
  readonly headers: Headers
  readonly #received: BodyText

  constructor({ response }: HarEntry, status: number, received: BodyText) {
    this.status = status
    this.headers = headersIn(response?.headers)
    this.#received = received
  }

  get body(): Uint8Array {
    return this.#received.bytes ?? new Uint8Array()
  }
}

type Bodies = { sent: BodyText; received: BodyText }

export const bodiesOf = (entry: HarEntry, kept: KeptBodies): Bodies => ({
  sent: new BodyText(entry.request.postData, 'sent', kept),
  received: new BodyText(entry.response?.content, 'received', kept),
})

type About = { id: string; operation: string | null; environment: Environment; failure: Failure | null; ms: number }

export const exchangeOf = (entry: HarEntry, { sent, received }: Bodies, about: About): Exchange => {
  const status = statusIn(entry)
  const { id, operation, environment, failure, ms } = about
  return {
    id,
    operation,
    environment,
    failure,
    ms,
    source: 'journal',
    role: null,
    request: new Request(entry, sent),
    response: status === null ? null : new Response(entry, status, received),
    startedAt: Date.parse(entry.startedDateTime),
  }
}

type Given = Omit<Call, 'id' | 'url' | 'sent' | 'received' | 'status' | 'startedAt' | 'endedAt'>

type KeptUrl = (call: Call, length: number) => URL

export const keptUrls = (): KeptUrl => createRecent(({ exchange }: Call) => new URL(exchange.request.url))

const nothing: Record<string, string> = {}

export class JournalCall implements Call {
  readonly id
  readonly exchange
  readonly operation
  readonly environment
  readonly environmentIsKnown
  client
  readonly token
  readonly ids
  readonly status
  readonly size
  readonly known
  readonly page
  readonly startedAt
  readonly endedAt
  readonly clock
  readonly fault
  readonly #bodies
  readonly #urls

  constructor(given: Given, bodies: Bodies, urls: KeptUrl) {
    const { exchange } = given
    this.id = exchange.id
    this.exchange = exchange
    this.operation = given.operation
    this.environment = given.environment
    this.environmentIsKnown = given.environmentIsKnown
    this.client = given.client
    this.token = given.token
    this.ids = Object.keys(given.ids).length === 0 ? nothing : given.ids
    this.status = exchange.response?.status ?? null
    this.size = given.size
    this.known = given.known
    this.page = given.page
    this.startedAt = exchange.startedAt
    this.endedAt = exchange.startedAt + exchange.ms
    this.clock = given.clock
    this.fault = given.fault
    this.#bodies = bodies
    this.#urls = urls
  }

  get url(): URL {
    return this.#urls(this, this.exchange.request.url.length)
  }

  get sent(): unknown {
    return this.#bodies.sent.json
  }

  get received(): unknown {
    return this.exchange.response === null ? undefined : this.#bodies.received.json
  }
}

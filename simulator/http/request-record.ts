// A request to the public port with its answer as the journal keeps it: what was at hand, and the rest worked out when somebody asks.
import { lengthOf, textBody } from '../journal/record.ts'
import type { Head, JournalRecord, KeptBody } from '../journal/record.ts'
import { remembered } from '../lib/remembered.ts'
import type { Exchange } from './exchange.ts'
import { isHost } from './host-header.ts'
import { originForm } from './origin-form.ts'

const originBy = (protocol: 'http' | 'https') =>
  remembered((host: string) => `${protocol}://${isHost(host) ? host : 'localhost'}`, 1_000)

/** One text for all requests that name the same host. */
const origins = { http: originBy('http'), https: originBy('https') }

/** One text is cheaper to keep than two dozen, and most clients send the same headers again and again. */
const oneText = remembered((head: string) => head, 100)

/** What an exchange does not say of itself. */
type Known = Pick<JournalRecord, 'at' | 'domainAt' | 'environment' | 'orderId' | 'error'>

/** A head, and a body as a text or as the journal keeps others. */
type Answered = { head: Head; body: KeptBody | string }

const bodyOf = (body: KeptBody | string): KeptBody => (typeof body === 'string' ? textBody(body) : body)
const lengthIn = (body: KeptBody | string): number => (typeof body === 'string' ? body.length : lengthOf(body))

/** Thousands are kept and hardly one is looked at, so that each is one object. */
export class RequestRecord implements JournalRecord {
  id = 0
  declare isStart?: true
  readonly at: number
  readonly domainAt: number
  readonly totalMs: number
  readonly environment: JournalRecord['environment']
  readonly operation: string | null
  readonly clientId: string | null
  readonly orderId: string | null
  readonly fault: string | null
  readonly error: string | null
  readonly #method: string
  readonly #origin: string
  readonly #target: string
  readonly #httpVersion: string
  readonly #head: string
  readonly #body: KeptBody | string
  readonly #status: number
  readonly #answerHead: Head | null
  readonly #answerBody: KeptBody | string

  constructor(
    exchange: Exchange,
    { at, domainAt, environment, orderId, error }: Known,
    sent: KeptBody | undefined,
    answer: Answered | undefined,
  ) {
    const { req, res, protocol, host } = exchange
    this.at = at
    this.domainAt = domainAt
    this.totalMs = exchange.elapsed()
    this.environment = environment
    this.operation = exchange.operationId ?? null
    this.clientId = exchange.clientId ?? null
    this.orderId = orderId
    this.fault = exchange.fault ?? null
    this.error = error
    this.#method = exchange.method
    this.#origin = origins[protocol](host ?? '')
    this.#target = exchange.target
    this.#httpVersion = req.httpVersion
    this.#head = oneText(req.rawHeaders.join('\n'))
    this.#body = sent ?? ''
    this.#status = res.statusCode
    this.#answerHead = answer?.head ?? null
    this.#answerBody = answer?.body ?? ''
  }

  get kind() {
    return 'request' as const
  }

  get waitMs() {
    return this.totalMs
  }

  get event() {
    return null
  }

  /** A URL whatever was sent, which stands in the head as it came. */
  get #url() {
    const path = originForm(this.#target)
    return `${this.#origin}${path.startsWith('/') ? '' : '/'}${path}`
  }

  get request() {
    const httpVersion = `HTTP/${this.#httpVersion}`
    return { method: this.#method, url: this.#url, httpVersion, head: this.#head, body: bodyOf(this.#body) }
  }

  get response() {
    if (this.#answerHead === null) return null
    return { status: this.#status, head: this.#answerHead, body: bodyOf(this.#answerBody) }
  }

  get length() {
    return lengthIn(this.#body) + lengthIn(this.#answerBody)
  }
}

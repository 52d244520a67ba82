// Records an attempt of the webhook sender.
import type { Environment } from '../domain/records.ts'
import type { DeliveryErrorCode } from '../webhooks/delivery-error.ts'
import type { Attempt } from '../webhooks/journal.ts'
import type { Journal } from './create-journal.ts'
import { textBody } from './record.ts'
import type { JournalRecord } from './record.ts'

/** The journal's one word for why there is no answer. */
const words: Record<DeliveryErrorCode, string> = {
  address_refused: 'forbidden',
  closed: 'aborted',
  connection_failed: 'refused',
  connection_lost: 'reset',
  dns_failure: 'unresolved',
  dropped: 'dropped',
  invalid_url: 'invalid',
  plain_http_refused: 'forbidden',
  protocol_error: 'protocol',
  timeout: 'timeout',
  tls_failure: 'tls',
  too_many_redirects: 'redirects',
}

/** What the journal shows of an attempt, worked out when somebody asks: most are never looked at. */
class DeliveryRecord implements JournalRecord {
  id = 0
  readonly kind = 'delivery'
  readonly operation = null
  readonly clientId = null
  readonly #attempt: Attempt

  constructor(attempt: Attempt) {
    this.#attempt = attempt
  }

  get at() {
    return this.#attempt.sent_at
  }

  get domainAt() {
    return this.#attempt.started_at
  }

  get waitMs() {
    return this.#attempt.answered_ms ?? this.#attempt.total_ms
  }

  get totalMs() {
    return this.#attempt.total_ms
  }

  get account() {
    return this.#attempt.account
  }

  get environment() {
    return this.#attempt.account.split(':')[1] as Environment
  }

  get orderId() {
    return this.#attempt.order_id
  }

  get fault() {
    return this.#attempt.fault ?? null
  }

  get error() {
    const { error } = this.#attempt
    return error && words[error.code]
  }

  get event() {
    const { event_id: id, event_type: type, number } = this.#attempt
    return { id, type, attempt: number }
  }

  get request() {
    const { method, url, request } = this.#attempt
    return { method, url, httpVersion: 'HTTP/1.1', head: request.headers, body: textBody(request.body) }
  }

  get response() {
    const { error, response } = this.#attempt
    // A dropped attempt may be recorded as answered, which it never was.
    if (error !== null || response === null) return null
    const { status, headers, body, truncated } = response
    return { status, head: headers, body: textBody(body, truncated) }
  }

  get length() {
    return this.#attempt.request.body.length + (this.#attempt.response?.body.length ?? 0)
  }
}

export const recordDelivery = (journal: Journal, attempt: Attempt): void => journal.add(new DeliveryRecord(attempt))

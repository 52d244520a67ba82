// Records an attempt of the webhook sender.
import type { Environment } from '../domain/records.ts'
import type { DeliveryErrorCode } from '../webhooks/delivery-error.ts'
import type { Attempt } from '../webhooks/journal.ts'
import type { Journal } from './create-journal.ts'
import { textBody } from './record.ts'

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

export const recordDelivery = (journal: Journal, attempt: Attempt): void => {
  const { account, order_id, event_id, event_type, number, request, response, error, fault } = attempt
  journal.add({
    id: 0,
    kind: 'delivery',
    at: attempt.sent_at,
    domainAt: attempt.started_at,
    waitMs: attempt.answered_ms ?? attempt.total_ms,
    totalMs: attempt.total_ms,
    environment: account.split(':')[1] as Environment,
    operation: null,
    clientId: null,
    orderId: order_id,
    fault: fault ?? null,
    error: error && words[error.code],
    event: { id: event_id, type: event_type, attempt: number },
    request: {
      method: attempt.method,
      url: attempt.url,
      httpVersion: 'HTTP/1.1',
      head: request.headers,
      body: textBody(request.body),
    },
    // A dropped attempt may be recorded as answered, which it never was.
    response:
      error === null && response
        ? {
            status: response.status,
            head: response.headers,
            body: textBody(response.body, response.truncated),
          }
        : null,
  })
}

// Why an attempt got no answer: an error class for the journal, and a sentence for people.
export type DeliveryErrorCode =
  | 'address_refused'
  | 'closed'
  | 'connection_failed'
  | 'connection_lost'
  | 'dns_failure'
  | 'dropped'
  | 'invalid_url'
  | 'plain_http_refused'
  | 'protocol_error'
  | 'timeout'
  | 'tls_failure'
  | 'too_many_redirects'

export type DeliveryError = Error & { code: DeliveryErrorCode }

export const deliveryError = (code: DeliveryErrorCode, sentence: string): DeliveryError =>
  Object.assign(new Error(sentence), { code, name: 'DeliveryError' })

const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])
const CUT = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED'])

/** Turns whatever the HTTP client threw into a DeliveryError; one of ours passes unchanged. */
export function asDeliveryError(error: unknown): DeliveryError {
  if (error instanceof Error && error.name === 'DeliveryError') return error as DeliveryError
  const { code = '', message } = error as { code?: string; message: string }
  // Several addresses tried in vain come as one error that holds theirs.
  const inner =
    error instanceof AggregateError ? String((error.errors[0] as { code?: string } | undefined)?.code ?? '') : code
  const said = message === '' ? inner : message
  if (NOT_CONNECTED.has(inner)) return deliveryError('connection_failed', `The receiver took no connection (${said}).`)
  if (CUT.has(inner)) return deliveryError('connection_lost', `The connection ended before the answer did (${said}).`)
  if (inner.startsWith('HPE_') || inner.startsWith('UND_ERR_')) {
    return deliveryError('protocol_error', `The answer is not valid HTTP (${said}).`)
  }
  if (/CERT|TLS|SSL|^EPROTO$/.test(inner))
    return deliveryError('tls_failure', `TLS with the receiver failed (${said}).`)
  return deliveryError('connection_failed', `The attempt failed (${said}).`)
}

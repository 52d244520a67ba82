// Exchanges and deliveries as plain data for the run record, every secret masked, and what is shown of people in outline.
import { createHash } from 'node:crypto'
import type { RecordedBody, RecordedDelivery, RecordedExchange } from '../../reports/run-record.ts'
import type { Delivery } from '../evidence/delivery.ts'
import { textOf, type Exchange } from '../evidence/exchange.ts'
import type { Personal } from '../sut/personal.ts'
import type { Secrets } from '../sut/secrets.ts'

const keptBytes = 64 * 1024

const recordBody = (body: Uint8Array | null, masked = (text: string): string => text): RecordedBody => {
  if (body === null || body.length === 0) return null
  const kept = body.subarray(0, keptBytes)
  const text = body.includes(0) ? undefined : textOf(kept)
  const sha256 = createHash('sha256').update(body).digest('hex')
  const content = text === undefined ? { base64: Buffer.from(kept).toString('base64') } : { text: masked(text) }
  return { ...content, bytes: body.length, sha256, cut: body.length > keptBytes }
}

export const recordExchange = (exchange: Exchange, secrets: Secrets, personal: Personal): RecordedExchange => {
  const { request, response, startedAt, ...rest } = exchange
  return secrets.mask({
    id: rest.id,
    source: rest.source,
    operation: rest.operation,
    role: rest.role,
    environment: rest.environment,
    request: { ...request, body: recordBody(request.body) },
    response: response && {
      ...response,
      body: recordBody(response.body, (text) => personal.inBody(text)),
    },
    failure: rest.failure,
    started_at: new Date(startedAt).toISOString(),
    ms: rest.ms,
  })
}

export const recordDelivery = (delivery: Delivery, secrets: Secrets, personal: Personal): RecordedDelivery => {
  const { id, receivedAt, method, path, headers, body, fault, mistake = null, secure, answer } = delivery
  return secrets.mask({
    id,
    received_at: new Date(receivedAt).toISOString(),
    method,
    path,
    headers,
    body: recordBody(body, (text) => personal.inBody(text)),
    fault,
    mistake,
    secure,
    answer,
  })
}

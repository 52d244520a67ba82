// Exchanges and deliveries of a run record as the invariants take them; null where too little of them was kept.
import type { RecordedBody, RecordedDelivery, RecordedExchange } from '../../reports/run-record.ts'
import type { Delivery } from '../evidence/delivery.ts'
import type { SignatureFault } from '../evidence/signature-fault.ts'
import type { Mistake } from '../evidence/signature-fault.ts'
import { jsonOf, type Exchange, type Failure } from '../evidence/exchange.ts'
import { isRole, type Environment } from '../evidence/roles.ts'

const bytesOf = (body: RecordedBody): Uint8Array => {
  if (body === null) return new Uint8Array()
  return new Uint8Array(Buffer.from(body.text ?? body.base64 ?? '', body.text === undefined ? 'base64' : 'utf8'))
}

export const restoreExchange = (recorded: RecordedExchange): Exchange | null => {
  const { request, response, failure, role, environment, started_at, ...rest } = recorded
  if (response?.body?.cut) return null
  return {
    ...rest,
    role: role !== null && isRole(role) ? role : null,
    environment: environment as Environment,
    request: { ...request, body: request.body && bytesOf(request.body) },
    response: response && { ...response, body: bytesOf(response.body) },
    failure: failure as Failure | null,
    startedAt: Date.parse(started_at),
  }
}

export const restoreDelivery = (recorded: RecordedDelivery): Delivery | null => {
  const { received_at, body: kept, fault, mistake = null, secure = true, ...rest } = recorded
  if (kept?.cut) return null
  const body = bytesOf(kept)
  return {
    ...rest,
    receivedAt: Date.parse(received_at),
    secure,
    body,
    json: jsonOf(body),
    fault: fault as SignatureFault | null,
    mistake: mistake as Mistake | null,
  }
}

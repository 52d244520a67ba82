// Runs every judge on every exchange and every delivery, whoever caused it.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { isAnswered, type Exchange } from '../evidence/exchange.ts'
import type { Secrets } from '../sut/secrets.ts'
import type { Claim, Comparison } from '../evidence/comparison.ts'
import { correlationId } from './correlation-id.ts'
import { declaredStatus } from './declared-status.ts'
import { deliveryEnvelope } from './delivery-envelope.ts'
import { deliveryRequest } from './delivery-request.ts'
import { deliverySignature } from './delivery-signature.ts'
import { errorBody } from './error-body.ts'
import { errorCode } from './error-code.ts'
import { eventsDelivered, eventsRead } from './event-copies.ts'
import { fieldNames } from './field-names.ts'
import { identifiers } from './identifiers.ts'
import { jsonBody } from './json-body.ts'
import { createMemory, type DeliveryJudge, type ExchangeJudge } from './judge-definition.ts'
import { keptRequests } from './kept-requests.ts'
import { listedOrders } from './listed-orders.ts'
import { noCookie } from './no-cookie.ts'
import { noSecret } from './no-secret.ts'
import { orderIdentity } from './order-identity.ts'
import { orderNotes } from './order-notes.ts'
import { phoneTexts } from './phone-texts.ts'
import { rateLimit } from './rate-limit.ts'
import { reportData } from './report-data.ts'
import { fields } from './schema/fields.ts'
import { shapeOfAnswer, shapeOfDelivery, type ShapeJudge } from './schema/shape.ts'
import { settledByEvents, settledForGood } from './settled-for-good.ts'
import { signatureHeader } from './signature-header.ts'
import { statusTimes } from './status-times.ts'
import { values } from './values.ts'

const exchangeJudges: readonly ExchangeJudge[] = [
  declaredStatus,
  jsonBody,
  errorBody,
  errorCode,
  correlationId,
  rateLimit,
  noCookie,
  noSecret,
  orderIdentity,
  eventsRead,
  settledForGood,
  listedOrders,
  keptRequests,
]

const deliveryJudges: readonly DeliveryJudge[] = [
  deliveryRequest,
  signatureHeader,
  deliverySignature,
  deliveryEnvelope,
  eventsDelivered,
  settledByEvents,
]

const shapeJudges: readonly ShapeJudge[] = [
  fields,
  fieldNames,
  identifiers,
  values,
  orderNotes,
  phoneTexts,
  statusTimes,
  reportData,
]

export type Judged = { judge: string; comparisons: Comparison[] }

/** Every judge with the rules it speaks for. */
export const judges = (): { id: string; rules: readonly string[] }[] => [
  ...exchangeJudges,
  ...deliveryJudges,
  ...shapeJudges,
]

const located = (judge: string, id: string, claims: Claim[]): Judged => {
  const alone = [id]
  const comparisons = claims.map((claim) => ({
    ...claim,
    requests: claim.requests === undefined ? alone : [id, ...claim.requests],
  }))
  return { judge, comparisons }
}

/** For each rule the judges that speak for it. */
export const watchers = (): Map<string, string[]> => {
  const map = new Map<string, string[]>()
  for (const { id, rules } of judges()) for (const rule of new Set(rules)) map.set(rule, [...(map.get(rule) ?? []), id])
  return map
}

export type Judge = { exchange(exchange: Exchange): Judged[]; delivery(delivery: Delivery): Judged[] }

export const createJudge = (secrets: Secrets): Judge => {
  const memory = createMemory(secrets)
  return {
    exchange(exchange) {
      if (!isAnswered(exchange)) return []
      const shape = shapeOfAnswer(exchange)
      return [
        ...exchangeJudges.map(({ id, judge }) => located(id, exchange.id, judge(exchange, memory))),
        ...(shape ? shapeJudges.map(({ id, judge }) => located(id, exchange.id, judge(shape))) : []),
      ]
    },
    delivery(delivery) {
      const event = String(envelopeOf(delivery).id)
      memory.attempts.set(event, (memory.attempts.get(event) ?? 0) + 1)
      const shape = shapeOfDelivery(delivery)
      return [
        ...deliveryJudges.map(({ id, judge }) => located(id, delivery.id, judge(delivery, memory))),
        ...shapeJudges.map(({ id, judge }) => located(id, delivery.id, judge(shape))),
      ]
    },
  }
}

// Runs every invariant on every exchange and every delivery, whatever caused it.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { isObject } from '../contract/is-object.ts'
import { isAnswered, jsonOf, type Answered, type Exchange } from '../evidence/exchange.ts'
import type { Secrets } from '../sut/secrets.ts'
import type { Assertion } from '../evidence/assertion.ts'
import { answeredDeliveries, recordsOfAnswered } from './answered-deliveries.ts'
import { addressSummaries } from './address-summaries.ts'
import { askedLists } from './asked-lists.ts'
import { changedOrders } from './changed-orders.ts'
import { correlationId } from './correlation-id.ts'
import { countedOperations } from './counted-operations.ts'
import { declaredStatus } from './declared-status.ts'
import { deliveryEnvelope } from './delivery-envelope.ts'
import { deliveryRequest } from './delivery-request.ts'
import { deliverySignature } from './delivery-signature.ts'
import { errorBody } from './error-body.ts'
import { errorCode } from './error-code.ts'
import { errorDetails } from './error-details.ts'
import { eventsDelivered, eventsRead } from './event-copies.ts'
import { ordersDelivered, ordersRead } from './event-orders.ts'
import { textsDelivered, textsRead } from './event-texts.ts'
import { reportTimesDelivered, reportTimesRead } from './report-times.ts'
import { fieldNames } from './field-names.ts'
import { identifiers } from './identifiers.ts'
import { jsonBody, unreadable } from './json-body.ts'
import { createMemory, type DeliveryInvariant, type ExchangeInvariant } from './invariant.ts'
import { knownValues } from './known-values.ts'
import { keysElsewhere } from './keys-elsewhere.ts'
import { keptFields, rememberAmendment } from './kept-fields.ts'
import { keptRequests } from './kept-requests.ts'
import { keptUploads } from './kept-uploads.ts'
import { listOrder } from './list-order.ts'
import { listedOrders } from './listed-orders.ts'
import { noCookie } from './no-cookie.ts'
import { noSecret } from './no-secret.ts'
import { openedRequests } from './opened-requests.ts'
import { orderIdentity } from './order-identity.ts'
import { orderNotes } from './order-notes.ts'
import { phoneTexts } from './phone-texts.ts'
import { repliesDelivered, repliesRead } from './revision-replies.ts'
import { rateLimit } from './rate-limit.ts'
import { reportData } from './report-data.ts'
import { otherSpellings } from './other-spellings.ts'
import { refusedTexts, rememberWrite } from './refused-texts.ts'
import { fields } from './schema/fields.ts'
import { shapeOfAnswer, shapeOfDelivery, type ShapeInvariant } from './schema/shape.ts'
import { endOfOffHoldEvents, endOfOffHold } from './end-of-off-hold.ts'
import { eventIdsDelivered, eventIdsRead } from './event-ids.ts'
import { holdReasons } from './hold-reasons.ts'
import { signatureHeader } from './signature-header.ts'
import { pageCounts } from './page-counts.ts'
import { statusDates } from './status-dates.ts'
import { statusTimes } from './status-times.ts'
import { isUnreadRequest } from '../sut/intermediary.ts'
import { values } from './values.ts'

const exchangeInvariants: readonly ExchangeInvariant[] = [
  declaredStatus,
  jsonBody,
  errorBody,
  errorCode,
  errorDetails,
  correlationId,
  rateLimit,
  countedOperations,
  noCookie,
  noSecret,
  orderIdentity,
  eventsRead,
  ordersRead,
  textsRead,
  reportTimesRead,
  endOfOffHold,
  listedOrders,
  changedOrders,
  listOrder,
  keptFields,
  keptRequests,
  keptUploads,
  openedRequests,
  refusedTexts,
  otherSpellings,
  knownValues,
  askedLists,
  addressSummaries,
  recordsOfAnswered,
  repliesRead,
  holdReasons,
  eventIdsRead,
  keysElsewhere,
]

const deliveryInvariants: readonly DeliveryInvariant[] = [
  deliveryRequest,
  signatureHeader,
  deliverySignature,
  deliveryEnvelope,
  eventsDelivered,
  ordersDelivered,
  textsDelivered,
  reportTimesDelivered,
  endOfOffHoldEvents,
  answeredDeliveries,
  repliesDelivered,
  eventIdsDelivered,
]

const shapeInvariants: readonly ShapeInvariant[] = [
  fields,
  fieldNames,
  identifiers,
  values,
  orderNotes,
  phoneTexts,
  pageCounts,
  statusDates,
  statusTimes,
  reportData,
]

export type InvariantResult = { invariant: string; assertions: Assertion[] }

/** Those of deliveries, with the rules that no answer can show. */
export const invariantsOfDeliveries = (): { id: string; rules: readonly string[] }[] => {
  const ofAnswers = new Set([...exchangeInvariants, ...shapeInvariants].flatMap(({ rules }) => rules))
  return deliveryInvariants.map(({ id, rules }) => ({ id, rules: rules.filter((rule) => !ofAnswers.has(rule)) }))
}

/** Every invariant with its rules. */
export const invariants = (): { id: string; rules: readonly string[] }[] => [
  ...exchangeInvariants,
  ...deliveryInvariants,
  ...shapeInvariants,
]

const located = (invariant: string, id: string, claims: Assertion[]): InvariantResult => {
  const alone = [id]
  const assertions = claims.map((claim) => ({
    ...claim,
    requests: claim.requests.length === 0 ? alone : [id, ...claim.requests],
  }))
  return { invariant, assertions }
}

/** What an answer without a body, or with JSON that is no object, lacks is one failure. */
const ofBody = (exchange: Answered, claims: Assertion[]): Assertion[] => {
  const { body } = exchange.response
  const json = jsonOf(body)
  if (isObject(json) || (json === undefined && body.length > 0)) return claims
  return claims.map((claim) => (claim.passed ? claim : { ...claim, failure: unreadable(exchange) }))
}

/** For each rule its invariants. */
export const invariantsByRule = (): Map<string, string[]> => {
  const map = new Map<string, string[]>()
  for (const { id, rules } of invariants())
    for (const rule of new Set(rules)) map.set(rule, [...(map.get(rule) ?? []), id])
  return map
}

type InvariantChecker = {
  exchange(exchange: Exchange): InvariantResult[]
  delivery(delivery: Delivery): InvariantResult[]
}

export const createInvariantChecker = (secrets: Secrets): InvariantChecker => {
  const memory = createMemory(secrets)
  return {
    exchange(exchange) {
      if (!isAnswered(exchange)) {
        rememberWrite(exchange, memory)
        rememberAmendment(exchange, memory)
        return []
      }
      // What a storage or the HTTP layer answers is no answer of the service.
      if (exchange.redirected || isUnreadRequest(exchange)) return []
      const shape = shapeOfAnswer(exchange)
      return [
        ...exchangeInvariants.map(({ id, assert: invariant }) => located(id, exchange.id, invariant(exchange, memory))),
        ...(shape
          ? shapeInvariants.map(({ id, assert: invariant }) =>
              located(id, exchange.id, ofBody(exchange, invariant(shape))),
            )
          : []),
      ]
    },
    delivery(delivery) {
      const event = String(envelopeOf(delivery).id)
      memory.attempts.set(event, (memory.attempts.get(event) ?? 0) + 1)
      const shape = shapeOfDelivery(delivery)
      return [
        ...deliveryInvariants.map(({ id, assert: invariant }) => located(id, delivery.id, invariant(delivery, memory))),
        ...shapeInvariants.map(({ id, assert: invariant }) => located(id, delivery.id, invariant(shape))),
      ]
    },
  }
}

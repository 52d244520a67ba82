// Every delivery is a POST of JSON over HTTPS whose headers name the event it carries.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { headerOf } from '../evidence/exchange.ts'
import { assertion } from '../evidence/assertion.ts'
import { present } from '../evidence/expected.ts'
import type { DeliveryInvariant } from './invariant.ts'

const agent = 'Service-Webhooks/1.0'

const rules = {
  post: 'delivery.request-is-a-post',
  json: 'delivery.request-is-json',
  https: 'delivery.endpoint-is-called-over-https',
  idHeader: 'delivery.event-id-header',
  idEquals: 'delivery.event-id-header-equals-envelope-id',
  typeHeader: 'delivery.event-type-header',
  typeEquals: 'delivery.event-type-header-equals-envelope-type',
  agent: 'delivery.user-agent-header',
}

const assert = (delivery: Delivery) => {
  const { headers, method, secure, json } = delivery
  const { id, type } = envelopeOf(delivery)
  const given = (name: string) => headerOf(headers, name)
  const [idGiven, typeGiven] = [given('x-service-event-id'), given('x-service-event-type')]
  const content = given('content-type')
  const isJson = /^application\/json\s*(;|$)/i.test(content ?? '') && json !== undefined
  return [
    ...assertion(rules.post, method === 'POST', 'POST', method),
    ...assertion(rules.https, secure, 'https', 'http'),
    ...assertion(rules.json, isJson, 'application/json', content, 'header:Content-Type'),
    ...assertion(rules.idHeader, Boolean(idGiven), present, idGiven, 'header:X-Service-Event-Id'),
    ...assertion(rules.idEquals, idGiven === id, id, idGiven, 'header:X-Service-Event-Id'),
    ...assertion(rules.typeHeader, Boolean(typeGiven), present, typeGiven, 'header:X-Service-Event-Type'),
    ...(typeGiven === undefined
      ? []
      : assertion(rules.typeEquals, typeGiven === type, type, typeGiven, 'header:X-Service-Event-Type')),
    ...assertion(rules.agent, given('user-agent') === agent, agent, given('user-agent'), 'header:User-Agent'),
  ]
}

export const deliveryRequest: DeliveryInvariant = {
  id: 'invariant.delivery-request',
  rules: Object.values(rules),
  assert,
}

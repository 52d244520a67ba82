// One attempt at an event: body, time and signature put together, sent, and judged by the behaviour in force.
import type { Environment } from '../domain/records.ts'
import type { RaisedEvent, Reachable, Webhooks } from '../behaviour/webhooks.ts'
import type { DeliveryFault } from '../public/fault.ts'
import type { Faults, Strike } from '../faults/faults.ts'
import { sentUnder, signedUnder, unsentUnder } from './strike-attempt.ts'
import type { Clock } from '../time/clock.ts'
import type { Deliver } from './deliver.ts'
import type { Attempt } from './journal.ts'

export type Sending = Pick<Attempt, 'kind' | 'number'> & {
  event: RaisedEvent
  body: string
  configuration: Reachable
  /** The fault that the attempt carries. */
  struck?: Strike<DeliveryFault> | undefined
}

export type Attempter = {
  behaviour: Webhooks
  deliver: Deliver
  clock: Pick<Clock, 'now'>
  wire: () => number
  faults?: Pick<Faults, 'areOff' | 'forAttempt' | 'previousSecret'> | undefined
}

/** The fault that an attempt at an event carries; a specimen never has one. */
export const struckAt = (
  { faults }: Pick<Attempter, 'faults'>,
  { event, number }: Pick<Sending, 'event' | 'number'>,
): Strike<DeliveryFault> | undefined => {
  if (!faults || faults.areOff()) return undefined
  const [lenderId, environment] = event.account.split(':') as [string, Environment]
  const asked = { lenderId, environment, type: event.type, orderId: event.order_id, number }
  return faults.forAttempt(asked, event.account)
}

export async function makeAttempt(attempter: Attempter, sending: Sending): Promise<Attempt> {
  const { behaviour, deliver, clock, wire, faults } = attempter
  const { kind, number, event, configuration, struck } = sending
  const startedAt = clock.now()
  const url = behaviour.urlFor(configuration, event)
  const sentAt = wire()
  const usual = { t: behaviour.timestamp(sentAt, event), secret: behaviour.secretFor(configuration, event) }
  const { t, secret } = struck ? signedUnder(struck.fault, usual, faults?.previousSecret(event.account)) : usual
  const signed = Buffer.from(sending.body)
  const v1 = behaviour.signature(secret, t, signed)
  const body = sentUnder(struck?.fault, sending.body)
  const headers = behaviour.headers(event, behaviour.signatureHeader(t, v1))
  const { method, timeoutMs, needsWholeAnswer, followRedirects } = behaviour
  const result =
    unsentUnder(struck?.fault, headers) ??
    (await deliver.send({
      url,
      method,
      headers,
      body: body === sending.body ? signed : Buffer.from(body),
      timeoutMs,
      needsWholeAnswer,
      followRedirects,
    }))
  const { sent, answer, error, timings } = result
  const attempt: Attempt = {
    event_id: event.id,
    event_type: event.type,
    account: event.account,
    kind,
    number,
    method,
    url,
    order_id: event.order_id,
    started_at: startedAt,
    ended_at: clock.now(),
    sent_at: sentAt,
    t,
    request: { headers: sent, body },
    response: answer && { ...answer, body: answer.body.toString() },
    error: error && { code: error.code, message: error.message },
    accepted: answer !== null && behaviour.accepted(answer.status, answer.body),
    answered_ms: timings.answered_ms,
    total_ms: timings.total_ms,
  }
  return struck ? { ...attempt, fault: struck.id } : attempt
}

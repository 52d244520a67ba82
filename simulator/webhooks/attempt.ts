// One attempt at an event: body, time and signature put together, sent, and judged by the behaviour in force.
import type { RaisedEvent, Reachable, Webhooks } from '../behaviour/webhooks.ts'
import type { Clock } from '../time/clock.ts'
import type { Deliver } from './deliver.ts'
import type { Attempt } from './journal.ts'

export type Sending = Pick<Attempt, 'kind' | 'number'> & { event: RaisedEvent; body: string; configuration: Reachable }

export type Attempter = { behaviour: Webhooks; deliver: Deliver; clock: Pick<Clock, 'now'>; wire: () => number }

export async function makeAttempt({ behaviour, deliver, clock, wire }: Attempter, sending: Sending): Promise<Attempt> {
  const { kind, number, event, body, configuration } = sending
  const startedAt = clock.now()
  const url = behaviour.urlFor(configuration, event)
  const bytes = Buffer.from(body)
  const sentAt = wire()
  const t = behaviour.timestamp(sentAt, event)
  const v1 = behaviour.signature(behaviour.secretFor(configuration, event), t, bytes)
  const { sent, answer, error, timings } = await deliver.send({
    url,
    method: behaviour.method,
    headers: behaviour.headers(event, behaviour.signatureHeader(t, v1)),
    body: bytes,
    timeoutMs: behaviour.timeoutMs,
    needsWholeAnswer: behaviour.needsWholeAnswer,
    followRedirects: behaviour.followRedirects,
  })
  return {
    event_id: event.id,
    event_type: event.type,
    account: event.account,
    kind,
    number,
    method: behaviour.method,
    url,
    order_id: event.order_id,
    started_at: startedAt,
    ended_at: clock.now(),
    sent_at: sentAt,
    t,
    request: { headers: sent, body },
    response: answer && { ...answer, body: answer.body.toString() },
    error: error && { code: error.code, message: error.message },
    accepted: answer !== null && behaviour.accepted(answer.status),
    ...timings,
  }
}

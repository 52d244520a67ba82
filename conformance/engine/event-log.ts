// The events of a run on their way to the reporters: masked here and nowhere else, and kept for finding causes.
import { bounds } from '../../fixtures/bounds.ts'
import type { Unstamped } from '../../reports/run-record.ts'
import type { Emit } from '../kit/event-stream.ts'
import type { Personal } from '../sut/personal.ts'
import type { Secrets } from '../sut/secrets.ts'
import { bareRecorder, createRecorder } from './record.ts'
import type { Listener } from './listeners.ts'
import { maskEvent } from './mask-event.ts'
import { createFindingCap } from './finding-cap.ts'
import { shortenText, shortenValue } from './shorten.ts'
import { createTrace, type Trace } from './trace.ts'

export type EventLog = {
  emit: Emit
  /** An event as it may be shown: no secret of the run in it, and of people an outline. */
  mask(event: Unstamped): Unstamped
  trace: Trace
  /** Puts exchanges and deliveries into the record. */
  recorder: Listener
}

/** What quotes a target, and holds no plan, whose texts are sent again as they are. */
const quoting: ReadonlySet<Unstamped['type']> = new Set([
  'note',
  'preflight',
  'check-finished',
  'rule-judged',
  'run-finished',
])

type FindingEvent = Extract<Unstamped, { type: 'finding' }>

const createFindingShortener = (mask: (text: string) => string): ((finding: FindingEvent) => FindingEvent) => {
  let written = 0
  const short = (value: unknown): unknown => {
    const shown = shortenValue(value, mask, bounds.recorded.items)
    const text = JSON.stringify(shown) ?? ''
    const most = written < bounds.recorded.enoughValues ? bounds.recorded.value.first : bounds.recorded.value.later
    written += Math.min(text.length, most)
    return text.length > most ? `${text.slice(0, most)}… (${text.length - most} more characters)` : shown
  }
  return (finding) => ({
    ...finding,
    ...(finding.key !== undefined && { key: shortenText(finding.key, bounds.recorded.pointer, mask) }),
    expected: short(finding.expected),
    received: short(finding.received),
    pointer: finding.pointer && shortenText(finding.pointer, bounds.recorded.pointer, mask),
  })
}

/** `isKept`: without a record nothing is shown to anybody, so that nothing needs a mask. */
export const createEventLog = (give: Emit, secrets: Secrets, personal: Personal, isKept = true): EventLog => {
  const trace = createTrace()
  const record = isKept ? createRecorder(secrets, personal) : bareRecorder
  const own = (text: string): string => secrets.maskOwn(text)
  const whole = { text: own, value: (value: unknown) => secrets.maskOwn(value) }
  const short = {
    text: (text: string) => shortenText(text, bounds.recorded.text, own),
    value: (value: unknown) => shortenValue(value, own),
  }
  const shortenFinding = createFindingShortener(own)
  const likeOf = createFindingCap()
  // Exchanges and deliveries are masked as they are recorded; a reason or a note may quote the target.
  const mask = (event: Unstamped): Unstamped => {
    if (event.type === 'exchange' || event.type === 'delivery') return event
    if (event.type === 'finding') return personal.inEvent(shortenFinding(event))
    return personal.inEvent(maskEvent(event, quoting.has(event.type) ? short : whole))
  }
  const emit: Emit = (given) => {
    const like = given.type === 'finding' ? likeOf(given) : null
    const event: Unstamped =
      given.type === 'finding' && like !== null ? { type: 'finding-again', like, requests: given.requests } : given
    const masked = isKept ? mask(event) : event
    trace.event(masked)
    give(masked)
  }
  return {
    emit,
    mask,
    trace,
    recorder: {
      exchange: (exchange) => emit({ type: 'exchange', exchange: record.exchange(exchange) }),
      delivery: (delivery) => emit({ type: 'delivery', delivery: record.delivery(delivery) }),
    },
  }
}

// What a run says on its way out: masked here and nowhere else, and kept for the search of causes.
import type { Unstamped } from '../../reports/run-record.ts'
import type { Emit } from '../kit/event-stream.ts'
import type { Personal } from '../sut/personal.ts'
import type { Secrets } from '../sut/secrets.ts'
import { bareRecorder, createRecorder } from './record.ts'
import type { Listener } from './listeners.ts'
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

/** Of a list or an object in a finding; and characters. */
const mostItems = 100
const longestPointer = 512

const shortenFinding = (
  finding: Extract<Unstamped, { type: 'finding' }>,
  mask: (text: string) => string,
): Unstamped => ({
  ...finding,
  expected: shortenValue(finding.expected, mask, mostItems),
  received: shortenValue(finding.received, mask, mostItems),
  pointer: finding.pointer && shortenText(finding.pointer, longestPointer, mask),
})

/** `isKept`: without a record nothing is shown to anybody, so that nothing needs a mask. */
export const createEventLog = (give: Emit, secrets: Secrets, personal: Personal, isKept = true): EventLog => {
  const trace = createTrace()
  const record = isKept ? createRecorder(secrets, personal) : bareRecorder
  const own = (text: string): string => secrets.maskOwn(text)
  // Exchanges and deliveries are masked as they are recorded; a reason or a note may quote what a target said.
  const mask = (event: Unstamped): Unstamped => {
    if (event.type === 'exchange' || event.type === 'delivery') return event
    if (event.type === 'finding') return personal.inEvent(shortenFinding(event, own))
    if (quoting.has(event.type)) return personal.inEvent(shortenValue(event, own) as Unstamped)
    return personal.inEvent(secrets.maskOwn(event))
  }
  const emit: Emit = (event) => {
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

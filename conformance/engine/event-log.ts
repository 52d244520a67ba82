// What a run says on its way out: masked here and nowhere else, and kept for the search of causes.
import type { Unstamped } from '../../reports/run-record.ts'
import type { Emit } from '../kit/event-stream.ts'
import type { Personal } from '../sut/personal.ts'
import type { Secrets } from '../sut/secrets.ts'
import { recordDelivery, recordExchange } from './record.ts'
import type { Listener } from './listeners.ts'
import { createTrace, type Trace } from './trace.ts'

export type EventLog = {
  emit: Emit
  /** An event as it may be shown: no secret of the run in it, and of people an outline. */
  mask(event: Unstamped): Unstamped
  trace: Trace
  /** Puts exchanges and deliveries into the record. */
  recorder: Listener
}

export const createEventLog = (give: Emit, secrets: Secrets, personal: Personal): EventLog => {
  const trace = createTrace()
  // Exchanges and deliveries are masked as they are recorded; a reason or a note may quote what a target said.
  const mask = (event: Unstamped): Unstamped =>
    event.type === 'exchange' || event.type === 'delivery' ? event : personal.inEvent(secrets.maskOwn(event))
  const emit: Emit = (event) => {
    const masked = mask(event)
    trace.event(masked)
    give(masked)
  }
  return {
    emit,
    mask,
    trace,
    recorder: {
      exchange: (exchange) => emit({ type: 'exchange', exchange: recordExchange(exchange, secrets, personal) }),
      delivery: (delivery) => emit({ type: 'delivery', delivery: recordDelivery(delivery, secrets, personal) }),
    },
  }
}

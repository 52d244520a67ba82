// What the parts of one simulator ask of its faults.
import type { WebhookConfiguration } from '../domain/records.ts'
import type { DeliveryFault, Fault, FaultRecord, RequestFault, SimulatorFaults } from '../public/fault.ts'
import type { AttemptAsked, CallAsked, Moment } from './matches.ts'

/** A fault that strikes, with its id for the journal. */
export type Strike<F extends Fault = Fault> = { id: string; fault: F }

export type Faults = SimulatorFaults & {
  get(id: string): FaultRecord | undefined
  /** Whether anything may strike at all. */
  areOff(): boolean
  inForce(): number
  /** Grows whenever the list of faults, or a count in it, changes. */
  changes(): number
  /** Counts a call for every fault that is for it, and gives the first whose turn it is; none where the call carries one already. */
  forCall(moment: Moment, asked: CallAsked, carries: string | undefined): Strike<RequestFault> | undefined
  forAttempt(asked: Omit<AttemptAsked, 'hasPrevious'>, account: string): Strike<DeliveryFault> | undefined
  /** Called with each change of a webhook, so that the former secret is known. */
  changed(before: WebhookConfiguration, after: WebhookConfiguration): void
  previousSecret(account: string): string | undefined
  /** Ends what faults keep waiting. */
  readonly closing: AbortSignal
  close(): void
}

// Readings of events: what each one says, what the calls of the run explain, and what one change raises.
import { whetherRaised } from '../inline-documents.ts'
import type { Observer } from '../observer.ts'
import { causeObservers } from './after-calls.ts'
import { changeObservers } from './one-change.ts'
import { payloadObservers } from './payload.ts'

export const observers: readonly Observer[] = [
  whetherRaised('events.inline-document-added'),
  ...payloadObservers,
  ...causeObservers,
  ...changeObservers,
]

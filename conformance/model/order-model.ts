// One order as the suite understands it: plain data, a set of readings wherever the contract leaves one open.
import type { ProductKind, RevisionKind } from './actions.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'

export type RequestStatus = 'submitted' | 'accepted' | 'declined' | 'completed'

/** Opened by us; `status` holds every state it may be in. */
export type RequestModel = { kind: RevisionKind; status: RequestStatus[] }

export type NoteType = 'order' | 'appointment'

export type OrderModel = {
  product: ProductKind
  /** Every status the order may show now; one when it is known. */
  status: StatusCode[]
  /** What a hold or a cancellation may have remembered; empty when nothing is. */
  previous: StatusCode[]
  /** Whether a report was delivered. */
  delivered: boolean
  /** First and revised reports together. */
  deliveries: number
  assigned: boolean | 'open'
  loanNumber: boolean | 'open'
  requests: RequestModel[]
  /** Sent by us. */
  messages: number
  /** Documents on the order for certain, at least N by kind. */
  documents: Record<string, number>
  dates: { appointment: 'null' | 'set' | 'open'; completed: 'null' | 'open' }
  notes: Record<NoteType, string[]>
  /** Amended fields by their name on create, with every value each may have. */
  fields: Record<string, (string | null)[]>
  /** Rules that the next read of the status proves. */
  owed: string[]
  /** What the target did was not permitted: nothing more can be expected of this order. */
  lost: boolean
}

export const newOrder = (product: ProductKind, loanNumber: boolean): OrderModel => ({
  product,
  status: ['new', 'pending_review'],
  previous: [],
  delivered: false,
  deliveries: 0,
  assigned: false,
  loanNumber,
  requests: [],
  messages: 0,
  documents: {},
  dates: { appointment: 'null', completed: 'null' },
  notes: { order: [], appointment: [] },
  fields: {},
  owed: [],
  lost: false,
})

export const union = <T>(...sets: readonly (readonly T[])[]): T[] => [...new Set(sets.flat())]

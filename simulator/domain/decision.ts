// A decision: what a command changes and which events it raises, as plain data for the committer.
import type { Document, Message, Order, RevisionRequest } from './records.ts'

export type Raised = { type: string; order: Order; data: Record<string, unknown> }

export type Decision = {
  order: Order
  documents?: Document[]
  messages?: Message[]
  revisions?: RevisionRequest[]
  raised: Raised[]
}

/** Joins decisions on one order that follow each other; the last order wins, events keep their order. */
export const sequence = (first: Decision, ...rest: Decision[]): Decision =>
  rest.reduce(
    (all, next) => ({
      order: next.order,
      documents: [...(all.documents ?? []), ...(next.documents ?? [])],
      messages: [...(all.messages ?? []), ...(next.messages ?? [])],
      revisions: [...(all.revisions ?? []), ...(next.revisions ?? [])],
      raised: [...all.raised, ...next.raised],
    }),
    first,
  )

// What the company may make of a revision request, said as this port says it (States / Revision request states).
import type { RevisionRequest } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'

/** A revised report accepts a submitted request on the way. */
const from: Record<string, readonly string[]> = {
  accepted: ['submitted'],
  declined: ['submitted'],
  completed: ['submitted', 'accepted'],
}

export const checkRevisionMove = ({ id, status }: RevisionRequest, to: 'accepted' | 'declined' | 'completed'): void => {
  if (from[to]!.includes(status)) return
  const sentence = `A ${from[to]!.join(' or ')} request can become ${to}; ${id} is ${status}: open another one.`
  throw new Refusal('conflict', sentence, { status: 409 })
}

// The moves of a revision request that the company may make, in the words of this port (States / Revision request states).
import type { RevisionRequest } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'

const statuses = ['submitted', 'accepted', 'declined', 'completed'] as const

/** A revised report accepts a submitted request on the way. */
const mayMove = ({ behaviour: { revisions } }: Services, from: string, to: string): boolean =>
  to === 'completed' ? revisions.stepsToCompletion(from).length > 0 : revisions.mayMove(from, to)

export const checkRevisionMove = (
  services: Services,
  { id, status }: RevisionRequest,
  to: 'accepted' | 'declined' | 'completed',
): void => {
  if (mayMove(services, status, to)) return
  const from = statuses.filter((one) => mayMove(services, one, to))
  const sentence = `A ${from.join(' or ')} request can become ${to}; ${id} is ${status}: open another one.`
  throw new Refusal('conflict', sentence, { status: 409 })
}

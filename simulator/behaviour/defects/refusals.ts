// A change to refusals on their way out, for bugs in how an error is shown.
import type { Behaviour } from '../behaviour.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Wire } from '../operators/edit-wire.ts'

/** Edits a copy of the body of each refusal that is meant. */
export const refusals =
  (isMeant: (refusal: Refusal) => boolean, edit: (body: Wire) => void) =>
  ({ problems }: Behaviour): void => {
    const { body } = problems
    problems.body = function edited(refusal, correlationId) {
      const shown = body.call(this, refusal, correlationId)
      if (!isMeant(refusal)) return shown
      const copy = structuredClone(shown)
      edit(copy)
      return copy
    }
  }

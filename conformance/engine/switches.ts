// Distinguishes an action that is switched off for the main credential from one that the status refuses.
import type { Answered } from '../evidence/exchange.ts'
import { switchedOff } from '../sut/switched-off.ts'
import type { Inconclusive } from '../evidence/inconclusive.ts'
import type { Session } from './session.ts'

const taken = new WeakMap<Session, Set<string>>()

/** The operations that the target has carried out for the main credential so far. */
const takenIn = (session: Session): Set<string> => {
  const known = taken.get(session)
  if (known) return known
  const operations = new Set<string>()
  session.listeners.add({
    exchange({ operation, role, response }) {
      if (operation !== null && role === 'main' && response !== null && response.status < 300) operations.add(operation)
    },
  })
  taken.set(session, operations)
  return operations
}

/** Whether the target has carried out an operation for the main credential, as far as this was watched. */
export const hasCarriedOut = (session: Session, operation: string): boolean => takenIn(session).has(operation)

/** Why an answer says nothing of a rule that it seems to break; null where it does. */
export const excuseIn = (session: Session): ((answer: Answered) => Inconclusive | null) => {
  const operations = takenIn(session)
  return (answer) => (operations.has(answer.operation ?? '') ? null : switchedOff(answer))
}

// Refuses a match of the journal that nothing can fit: an operation or an event that the contract does not have.
import type { Contract } from '../contract/contract.ts'
import { Refusal } from '../domain/refusal.ts'
import type { JournalMatch } from '../public/har-types.ts'

const requireKnown = (field: string, value: string | undefined, known: readonly string[]): void => {
  if (value === undefined || known.includes(value)) return
  const message = `must be one of ${known.join(', ')}`
  const sentence = `${field} of a match ${message}, but is ${JSON.stringify(value.slice(0, 100))}; correct it.`
  throw new Refusal('unusable_value', sentence, {
    status: 422,
    details: [{ field, code: 'invalid_value', value, message }],
  })
}

/** `contract`: that of the simulator, as a reading adds events. @throws Refusal 422 `unusable_value` */
export const checkMatch = ({ operation, event_type }: JournalMatch, { routes, webhooks }: Contract): void => {
  requireKnown('operation', operation, Object.keys(routes))
  requireKnown('event_type', event_type, webhooks.event_types)
}

// Actions that the company has switched off for the main credential, as it may (Errors / Status codes, 403).
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { notApplicable, reason, type Inconclusive } from '../evidence/inconclusive.ts'

const actions = ['holdOrder', 'resumeOrder', 'cancelOrder', 'amendOrder', 'createRevisionRequest']

/** What an answer says to be switched off; null for any other answer. */
export const switchedOff = ({ operation, role, response }: Answered): Inconclusive | null => {
  if (response.status !== 403 || role !== 'main' || operation === null || !actions.includes(operation)) return null
  const { code } = (jsonOf(response.body) ?? {}) as { code?: unknown }
  return code === 'action_not_permitted_for_client' ? notApplicable(reason('switched-off', { operation })) : null
}

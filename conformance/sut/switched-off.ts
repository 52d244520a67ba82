// Actions that the company has switched off for the main credential, as it may (Errors / Status codes, 403).
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { notApplicable, type Inconclusive } from '../evidence/inconclusive.ts'

const actions = new Map([
  ['holdOrder', 'hold an order'],
  ['resumeOrder', 'resume an order'],
  ['cancelOrder', 'cancel an order'],
  ['amendOrder', 'amend an order'],
  ['createRevisionRequest', 'ask for revisions'],
])

/** What an answer says to be switched off; null for any other answer. */
export const switchedOff = ({ operation, role, response }: Answered): Inconclusive | null => {
  const action = actions.get(operation ?? '')
  if (response.status !== 403 || role !== 'main' || action === undefined) return null
  const { code } = (jsonOf(response.body) ?? {}) as { code?: unknown }
  return code === 'action_not_permitted_for_client'
    ? notApplicable(`the company does not let this lender ${action}`)
    : null
}

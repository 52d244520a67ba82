// Each operation on orders is there and does its work when it is called soundly with a valid token.
import { amendments, tookEffect } from '../../scenarios/amendments.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import type { CheckContext } from '../../kit/context.ts'
import { isUnusable, refusedForItsName } from '../../steps/amend.ts'
import { isOfTheStatus } from '../../steps/order-state.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { heldOrder } from '../../scenarios/held-order.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { blocked, notApplicable, reason, Inconclusive } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules: Record<string, string> = {
  listOrders: 'transport.serves-get-orders',
  amendOrder: 'transport.serves-patch-order',
  holdOrder: 'transport.serves-post-hold',
  resumeOrder: 'transport.serves-post-resume',
  cancelOrder: 'transport.serves-post-cancel',
  createRevisionRequest: 'transport.serves-post-revision-requests',
  listRevisionRequests: 'transport.serves-get-revision-requests',
  listMessages: 'transport.serves-get-messages',
  sendMessage: 'transport.serves-post-messages',
  listDocuments: 'transport.serves-get-order-documents',
  uploadDocument: 'transport.serves-post-order-documents',
  getDocument: 'transport.serves-get-document',
  downloadDocument: 'transport.serves-get-download',
  listEvents: 'transport.serves-get-events',
}

const opens = 'auth.a-bearer-token-opens-every-operation'

const isSwitchedOff = (answer: Answered): boolean =>
  answer.response.status === 403 && fieldAt(answer, '/code') === 'action_not_permitted_for_client'

/** Null where the scenario that resumes an order ended before; what stopped it, where a hold or a resume is switched off. */
const resumed = async (shared: CheckContext['shared']): Promise<Answered | Inconclusive | null> => {
  try {
    return (await shared(heldOrder)).resume
  } catch (error) {
    if (error instanceof Inconclusive) return error.verdict === 'not-applicable' ? error : null
    throw error
  }
}

/** What an amendment was answered whose fields the target knows; null where it may know them by other names. */
const amended = async (shared: CheckContext['shared'], answer: Answered): Promise<Answered | null> => {
  if (!isUnusable(answer)) return answer
  const { fields, madeUp } = await shared(amendments)
  const taken = fields.find(tookEffect)
  if (taken) return taken.answer
  return refusedForItsName(answer, madeUp) ? null : answer
}

export default check({
  id: 'transport.every-operation-is-served',
  verifies: [...Object.values(rules), opens],
  needs: ['orders'],
  async run({ shared, expect }) {
    const { answers } = await shared(grandWalk)
    const resume = await resumed(shared)
    const isStopped = resume instanceof Inconclusive
    const given: Partial<Record<string, Answered>> = {
      ...answers,
      ...(resume && !isStopped && { resumeOrder: resume }),
    }
    const uncalled: string[] = []
    for (const [operation, rule] of Object.entries(rules)) {
      const first = given[operation]
      const answer = first && operation === 'amendOrder' ? await amended(shared, first) : first
      if (!answer || isOfTheStatus(answer)) uncalled.push(operation)
      else if (!isSwitchedOff(answer)) expect(rule).status(answer, '2xx')
      if (answer && operation !== 'downloadDocument')
        expect(opens).that(
          { value: answer.response.status, requests: [answer.id] },
          (status) => status !== 401,
          'not 401',
        )
    }
    const off = Object.entries(given).find(([, answer]) => answer && isSwitchedOff(answer))
    if (off) throw notApplicable(reason('switched-off', { operation: off[0] }))
    if (isStopped) throw resume
    const failed = Object.values(given).find((answer) => answer && !succeeded(answer))
    if (uncalled.length > 0) throw blocked(reason('not-called', { operations: uncalled }), ...(failed ? [failed] : []))
  },
})

// The company accepts the due date asked for, where the target has not answered on its own already.
import type { StepContext } from '../kit/context.ts'
import { notTested, Inconclusive } from '../evidence/inconclusive.ts'
import { requirePort } from '../sut/control.ts'
import { readOrder } from './order-state.ts'
import { fieldAt } from './read.ts'

/** @throws Inconclusive `not-tested` where the target has declined it on its own, as it may */
export const acceptDueDate = async (context: StepContext, id: string, asked: string): Promise<void> => {
  const isTaken = async () => fieldAt(await readOrder(context, id), '/dates/due_date') === asked
  if (await isTaken()) return
  const port = requirePort(context, 'acceptDueDate')
  try {
    await port.ask('POST', `/orders/${id}/due-date/accept`, {})
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    if (await isTaken()) return
    if (context.environment === 'sandbox') throw notTested('due-date-answered-first')
    throw error
  }
}

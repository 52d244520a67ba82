// An order in a status it only passes through: what it refuses there, and the advance that leads on from there.
import type { StepContext } from '../run/context.ts'
import type { Answered } from '../target/exchange.ts'
import { act } from './act.ts'
import { advance } from './advance.ts'
import { readOrder, statusOf } from './order-state.ts'
import { fieldAt } from './read.ts'

export type Passing = {
  /** The order as it came to the status. */
  arrived: Answered
  resume: Answered
  correction: Answered
  /** An advance backwards, which no earlier status allows. */
  outside: Answered
  onward: Answered
  moved: Answered
  /** Whether a refusal is sure to have found the order in that status. */
  stillThere(answer: Answered): boolean
}

/** The order was in `appraiser_assigned` before. */
export const passThrough = async (context: StepContext, id: string, status: string): Promise<Passing> => {
  const { client } = context
  const params = { order_id: id }
  const arrived = await readOrder(context, id)
  const resume = await act(context, 'resume', id, 'A resume of an order that is not on hold.')
  const json = { kind: 'correction', reason: 'The garage is missing.' }
  const correction = await client.call('createRevisionRequest', { params, json })
  const outside = await client.call('advanceOrder', { params, json: { to_status: 'new' } })
  const { answer: onward, order: moved } = await advance(context, id, 'appointment_scheduled')
  const stillThere = (answer: Answered): boolean =>
    statusOf(arrived) === status && [status, undefined].includes(fieldAt(answer, '/current_status') as string)
  return { arrived, resume, correction, outside, onward, moved, stillThere }
}

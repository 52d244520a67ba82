// The machine of the demo world, and orders in each status.
import t from 'tap'
import { lifecycle } from '../../conformance/contract/contract.ts'
import { advance, correction, create, hold, resume, type Action } from '../../conformance/model/actions.ts'
import { mergeExpected, type SeenEvent } from '../../conformance/model/event-patterns.ts'
import { judgeHistory } from '../../conformance/model/history.ts'
import { compareAnswer } from '../../conformance/model/compare-answer.ts'
import type { Answer, Observation } from '../../conformance/model/observation.ts'
import { newOrder, type OrderModel } from '../../conformance/model/order-model.ts'
import { createMachine } from '../../conformance/model/machine.ts'

export const tables = lifecycle()
export const machine = createMachine(tables, { 'lifecycle.placement-delay': 'on-command' })

/** An order in a status, as it would be had it come there by moves the contract shows. */
export const orderIn = (status: string, more: Partial<OrderModel> = {}): OrderModel => {
  const delivered = ['report_complete', 'revised_report_complete', 'revision_requested', 'reconsideration_requested']
  const previous = ['on_hold', 'off_hold', 'reactivated', 'cancelled'].includes(status) ? ['awaiting_review'] : []
  return { ...newOrder('plain', true), status: [status], previous, delivered: delivered.includes(status), ...more }
}

export const ok = (body: unknown, status = 200): Answer => ({ status, body })
export const shows = (code: string, more: object = {}): Answer =>
  ok({ id: 'ord_1', status: { code, label: code }, ...more })
export const refusal = (current: string, value = current, code = 'action_not_allowed_in_status'): Answer =>
  ok(
    { code, current_status: current, details: [{ field: 'status', code: 'current_status', value, message: 'No.' }] },
    409,
  )

export const see = (model: OrderModel | null, action: Action, answer: Answer): Observation =>
  compareAnswer(machine, model, action, answer)
export const broken = ({ claims }: Observation): string[] => claims.filter((one) => !one.passed).map(({ rule }) => rule)

export const known = [
  'order.created',
  'order.status_changed',
  'order.assigned',
  'order.on_hold',
  'order.resumed',
  'order.cancelled',
  'order.completed',
  'order.document_added',
  'order.message_posted',
  'order.revision_requested',
  'order.revision_responded',
]

/** The expected events of a life whose answers are these. */
export const sequenceOf = (steps: [Action, Answer][]): ReturnType<typeof mergeExpected>[] => {
  let model: OrderModel | null = null
  return steps.map(([action, answer]) => {
    const seen: Observation = see(model, action, answer)
    t.strictSame(broken(seen), [], action.do)
    model = seen.next
    return mergeExpected(seen.taken)
  })
}

const sequence = sequenceOf([
  [create('plain'), { ...shows('new', { documents: [] }), status: 201 }],
  [advance('cancelled'), refusal('new', 'cancelled')],
  [advance('appraiser_assigned'), shows('appraiser_assigned')],
  [hold, shows('on_hold', { previous_status: { code: 'appraiser_assigned', label: 'x' } })],
  [hold, refusal('on_hold')],
  [resume, shows('off_hold')],
  [{ do: 'message', to: 'manager' }, ok({}, 201)],
  [advance('report_complete'), shows('report_complete')],
  [correction, ok({ status: 'submitted', kind: 'correction' }, 201)],
  [advance('revised_report_complete'), shows('revised_report_complete')],
])
export const wrong = (events: SeenEvent[], whole = true): string[] =>
  judgeHistory(sequence, events, known, { whole })
    .filter((one) => !one.passed)
    .map(({ rule }) => rule)

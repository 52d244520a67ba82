// Calls that are carried out in part although they are refused: the order is looked at after the work instead of before it.
import type { Behaviour } from '../../simulator/behaviour/behaviour.ts'
import type { Order } from '../../simulator/domain/records.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import { mutation, type Mutation, type Wire } from '../../simulator/behaviour/operators/index.ts'

type Lifecycle = Behaviour['lifecycle']
type Call = 'hold' | 'resume' | 'cancel' | 'revision' | 'advance'

/** `only`: in this status alone. */
type Effect = { moves: boolean; raises: boolean; only?: string }

const calls = {
  hold: { decision: 'mayHold', operation: 'holdOrder', type: 'order.on_hold', id: 'id' },
  resume: { decision: 'mayResume', operation: 'resumeOrder', type: 'order.resumed', id: 'id' },
  cancel: { decision: 'mayCancel', operation: 'cancelOrder', type: 'order.cancelled', id: 'id' },
  revision: {
    decision: 'mayRequestRevision',
    operation: 'createRevisionRequest',
    type: 'order.revision_requested',
    id: 'order_id',
  },
  advance: { decision: 'mayAdvance', operation: 'advanceOrder', type: 'order.status_changed', id: 'id' },
} as const

const refusal = (status: string, value: string): Refusal =>
  new Refusal('action_not_allowed_in_status', `An order in status ${status} takes no such call.`, {
    currentStatus: status,
    details: [{ field: 'status', code: 'current_status', value, message: `the order is in status ${status}` }],
  })

export const carriedOut = (call: Call, { moves, raises, only }: Effect): Mutation =>
  mutation('late', ({ events, lifecycle, wire }) => {
    const { decision, operation, type, id } = calls[call]
    const late = new Map<string, { status: string; previous: string | null; to: string }>()

    const may = lifecycle[decision] as (order: Order, to: string) => boolean
    const decided = function decidedLater(this: Lifecycle, order: Order, to: string) {
      if (may.call(this, order, to)) return true
      const { code } = order.status
      // An order that remembers a status, and will go back to it, would forget it: that is another bug.
      const remembers = ['off_hold', 'reactivated', ...(call === 'revision' ? ['on_hold'] : [])].includes(code)
      if (remembers || (only !== undefined && code !== only) || to?.endsWith('report_complete')) return false
      late.set(order.id, { status: code, previous: order.previous_status, to: call === 'advance' ? to : code })
      return true
    }
    Object.assign(lifecycle, { [decision]: decided })

    const { landsIn, remembered } = lifecycle
    lifecycle.landsIn = (order, to) => (late.has(order.id) && !moves ? order.status.code : landsIn(order, to))
    lifecycle.remembered = function kept(order) {
      const { status } = order
      return late.has(order.id) && status.code === 'on_hold'
        ? (order.previous_status ?? 'new')
        : remembered.call(this, order)
    }

    const { raised } = events
    events.raised = (made) => {
      const one = late.get(made.order.id)
      if (!one) return raised(made)
      if (!moves) Object.assign(made.order, { previous_status: one.previous })
      if (!raises) return []
      return raised(made)
        .filter((event) => event.type === type)
        .map((event) =>
          call === 'advance'
            ? { ...event, data: { ...event.data, status: { ...(event.data['status'] as Wire), code: one.to } } }
            : event,
        )
    }

    const { finish } = wire
    wire.finish = function refusedLate(operationId, answer, asker) {
      const key = String((answer.body as Wire | undefined)?.[id])
      const one = operationId === operation ? late.get(key) : undefined
      if (!one) return finish.call(this, operationId, answer, asker)
      late.delete(key)
      throw refusal(one.status, one.to)
    }
  })

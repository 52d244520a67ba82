// Which operation of the company comes next on the way to an event: worked out from the order as it is now. Pure.
import type { components } from '../../../fixtures/control.js'

export type OrderNow = Pick<
  components['schemas']['CompanyOrder'],
  'order' | 'delivered' | 'appraiser' | 'revision_requests'
>

type NextMove = { path: string; body: object }

const move = (path: string, body: object = {}): NextMove => ({ path, body })

/** Statuses of an order that is worked on, in the order of the contract's catalog. */
const work = [
  'appraiser_assigned',
  'appraiser_accepted',
  'borrower_contacted',
  'appointment_scheduled',
  'awaiting_review',
]

const note = 'Raised by assay trigger.'

/** Null where the company can work on the order as it is. */
const opening = ({ order }: OrderNow): NextMove | null => {
  const { code } = order.status
  if (code === 'pending_review') return move('/place')
  if (code === 'on_hold') return move('/resume')
  return code === 'cancelled' ? move('/move', { to_status: 'reactivated', note }) : null
}

/** A report is out: until then the one move that leads there. */
const delivering = (now: OrderNow): NextMove | null => opening(now) ?? (now.delivered ? null : move('/deliver'))

const nextStatus = ({ order, delivered }: OrderNow): NextMove => {
  const { code } = order.status
  const next = work[work.indexOf(code) + 1]
  if (delivered || next === undefined) return move('/move', { to_status: code, repeat: true, note })
  return move('/move', { to_status: next, note })
}

const dayMs = 86_400_000
const dayAfter = (date: string): string => new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)

const raised = (fee: string | null): string => (Number(fee ?? '475.00') + 25).toFixed(2)

const submitted = ({ revision_requests }: OrderNow): string | undefined =>
  revision_requests.find(({ status }) => status === 'submitted')?.id

const correction = move('/revision-requests', { kind: 'correction', reason: note })

const towards: Record<string, (now: OrderNow) => NextMove> = {
  'order.status_changed': (now) => opening(now) ?? nextStatus(now),
  'order.assigned': (now) => opening(now) ?? move('/assign', { name: 'Avery Sample' }),
  'order.on_hold': (now) => opening(now) ?? move('/hold', { reason: note }),
  'order.resumed': (now) =>
    now.order.status.code === 'on_hold'
      ? move('/resume', { reason: note })
      : (opening(now) ?? move('/hold', { reason: note })),
  'order.cancelled': (now) => opening(now) ?? move('/cancel', { reason: note }),
  'order.completed': (now) => opening(now) ?? move('/deliver'),
  'order.document_added': (now) => delivering(now) ?? move('/documents', { kind: 'ssr' }),
  'order.message_posted': () => move('/messages', { from: 'manager', subject: 'assay trigger', body: note }),
  'order.revision_requested': (now) => delivering(now) ?? correction,
  'order.revision_responded': (now) => {
    const id = submitted(now)
    return id === undefined ? (delivering(now) ?? correction) : move(`/revision-requests/${id}/accept`, { body: note })
  },
  'order.due_date_changed': ({ order }) => move('/due-date', { due_date: dayAfter(order.dates!.due_date) }),
  'order.fee_changed': ({ order }) =>
    move('/fee', { appraisal_fee: raised(order.fees?.appraisal_fee ?? null), reason: note }),
}

/** The types that an order can be brought to; `order.created` is for a new order alone. */
export const triggerTypes: readonly string[] = ['order.created', ...Object.keys(towards)]

export const nextMove = (type: string, now: OrderNow): NextMove => towards[type]!(now)

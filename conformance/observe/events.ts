// Readings of what an event says: its fields, and what stands where nobody gave anything.
import { either, isObject, type Follower } from './observer.ts'
import { byEvent, codeIn, type RaisedEvent } from './raised.ts'

/** What every payload has, and the key fields of each type (Events / Event catalog). */
const keyFields: Record<string, readonly string[]> = {
  'order.created': ['order_type', 'status', 'due_date', 'lender_reference'],
  'order.status_changed': ['status', 'previous_status', 'note'],
  'order.assigned': ['appraiser', 'assigned_at'],
  'order.on_hold': ['status', 'reason'],
  'order.resumed': ['status', 'reason'],
  'order.cancelled': ['status', 'reason'],
  'order.completed': ['status', 'report_format', 'revision', 'completed_at', 'documents'],
  'order.document_added': ['document'],
  'order.message_posted': ['message'],
  'order.revision_requested': ['revision_request'],
  'order.revision_responded': ['revision_request_id', 'status', 'response'],
  'order.due_date_changed': ['due_date', 'previous_due_date', 'requested_by'],
  'order.fee_changed': ['appraisal_fee', 'previous_appraisal_fee', 'currency', 'reason'],
}
const inEveryPayload = ['order_id', 'order_number']

const payload: Follower = {
  freedom: 'events.extra-payload-fields',
  follow() {
    const plain = new Set<string>()
    return byEvent(({ type, data }) => {
      const known = keyFields[type]
      if (!known || plain.has(type)) return null
      if (Object.keys(data).some((key) => !known.includes(key) && !inEveryPayload.includes(key)))
        return 'further-fields'
      plain.add(type)
      return plain.size === 4 ? 'key-fields-only' : null
    })()
  },
}

const responded = ({ type, data }: RaisedEvent): string | null => {
  if (type !== 'order.revision_responded') return null
  return typeof data['status'] === 'string' ? 'of-the-request' : isObject(data['status']) ? 'of-the-order' : null
}

const resumedStatus = (event: RaisedEvent): string | null => {
  const code = event.type === 'order.resumed' ? codeIn(event, 'status') : undefined
  return code === undefined || code === 'on_hold' ? null : either(code === 'off_hold', 'off-hold', 'working-status')
}

export const eventObservers: readonly Follower[] = [
  payload,
  { freedom: 'events.revision-responded-status', follow: byEvent(responded) },
  { freedom: 'events.resumed-status', follow: byEvent(resumedStatus) },
  {
    freedom: 'events.fee-reason',
    follow: byEvent(({ type, data }) =>
      type === 'order.fee_changed' && data['reason'] === null ? 'null-value' : null,
    ),
  },
]

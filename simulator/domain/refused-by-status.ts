// The refusal of what the status of an order does not allow (States / Refusals).
import type { Order } from './records.ts'
import { Refusal } from './refusal.ts'

/** 409 with the current status at top level and in the details. */
export const refusedByStatus = (
  order: Order,
  action: string,
  value: string = order.status.code,
  code = 'action_not_allowed_in_status',
): Refusal =>
  new Refusal(code, `An order in status ${order.status.code} cannot be ${action}.`, {
    ...(code !== 'action_not_allowed_in_status' && { status: 409 }),
    currentStatus: order.status.code,
    details: [
      { field: 'status', code: 'current_status', value, message: `the order is in status ${order.status.code}` },
    ],
  })

// Made-up findings and exchanges for the tests of causes.
import type { Look } from '../engine/trace.ts'
import type { Finding } from '../../reports/run-record.ts'

export const finding = (rule: string, requests: string[], more: Partial<Finding> = {}): Finding => ({
  rule,
  check: 'actions.a-check',
  expected: 'refused with 409 (hold on o3)',
  received: 'answered 200',
  pointer: 'status',
  requests,
  ...more,
})

/** The exchange `x201` was a hold answered 200, `x4500` a creation answered 500, and so on. */
export const look: Look = (id) => {
  const operation = { 2: 'holdOrder', 3: 'listEvents', 4: 'createOrder', 5: 'cancelOrder' }[id[1] ?? ''] ?? null
  return id.startsWith('x') ? { operation, status: id.endsWith('500') ? 500 : 200 } : null
}

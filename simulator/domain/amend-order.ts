// Amending an order (Endpoints / PATCH /orders/{order_id}).
import type { DomainContext } from './context.ts'
import type { Decision } from './decision.ts'
import { refusedByStatus } from './act-on-order.ts'
import { touch, unchanged } from './change-order.ts'
import type { OrderPatch } from './order-draft.ts'
import { contactsOf, mergeParties, noParties } from './parties.ts'
import type { Order } from './records.ts'
import type { Detail } from './refusal.ts'
import { offending, Refusal } from './refusal.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const fixed = (field: string, value: unknown): Detail => ({
  field,
  code: 'invalid_value',
  value: offending(value),
  message: 'cannot be amended; cancel and place a new order',
})

/** Where what was sent differs from what the order has: keys left out say nothing, nor do keys that nobody knows. */
const differences = (field: string, sent: unknown, kept: unknown): Detail[] => {
  if (sent === undefined || sent === kept) return []
  if (!isObject(sent) || !isObject(kept) || Array.isArray(sent) !== Array.isArray(kept)) return [fixed(field, sent)]
  if (Array.isArray(sent) && sent.length !== (kept as unknown as unknown[]).length) return [fixed(field, sent)]
  return Object.keys(kept)
    .filter((key) => Object.hasOwn(sent, key))
    .flatMap((key) => differences(`${field}.${key}`, sent[key], kept[key]))
}

/** Fields that only a new order can set, sent with another value than the order has, and borrowers that it does not have. */
const fixedFieldsSent = ({ behaviour }: DomainContext, order: Order, patch: OrderPatch): Detail[] => {
  const borrowers = patch.borrowers && { ...patch.borrowers }
  const changed = Object.entries(behaviour.amendment.fixed(order)).flatMap(([field, kept]) =>
    differences(field, field === 'borrowers' ? borrowers : patch[field], kept),
  )
  const added = (patch.borrowers ?? []).slice(order.borrowers.length)
  return [...changed, ...added.map((sent, index) => fixed(`borrowers.${order.borrowers.length + index}`, sent))]
}

const checkPatch = (context: DomainContext, order: Order, patch: OrderPatch): void => {
  const { behaviour, now } = context
  const structural = behaviour.amendment.structural(order, patch)
  if (structural.length > 0) {
    throw new Refusal('validation_failed', 'The amendment is incomplete; details says where.', { details: structural })
  }
  const details = fixedFieldsSent(context, order, patch)
  if (patch.due_date && behaviour.amendment.isPast(patch.due_date, now, order.property.address.state)) {
    details.push({ field: 'due_date', code: 'invalid_value', value: patch.due_date, message: 'is in the past' })
  }
  if (details.length > 0) {
    throw new Refusal('semantic_validation_failed', 'The amendment cannot be taken; details says why.', { details })
  }
}

const fieldsOf = ({ loan, ...others }: OrderPatch): string[] => [
  ...Object.keys(others).filter((field) => others[field] !== undefined),
  ...Object.keys(loan ?? {}).map((field) => `loan.${field}`),
]

export const amendOrder = (context: DomainContext, order: Order, patch: OrderPatch): Decision => {
  const { behaviour, now } = context
  checkPatch(context, order, patch)
  if (!behaviour.lifecycle.mayAmend(order, fieldsOf(patch))) throw refusedByStatus(order, 'amended')
  const amended = behaviour.amendment.outcome(order, patch, {
    lender_reference: patch.lender_reference === undefined ? order.lender_reference : patch.lender_reference,
    appraiser_instructions:
      patch.appraiser_instructions === undefined ? order.appraiser_instructions : patch.appraiser_instructions,
    loan: {
      ...order.loan,
      ...(patch.loan?.number !== undefined && { number: patch.loan.number }),
      ...(patch.loan?.client !== undefined && { client: patch.loan.client }),
      ...(patch.loan?.investor !== undefined && { investor: patch.loan.investor }),
    },
    borrowers: order.borrowers.map((borrower, index) => {
      const sent = patch.borrowers?.[index]
      return sent?.contacts ? { ...borrower, contacts: contactsOf(sent.contacts) } : borrower
    }),
    parties: patch.parties === null ? noParties : mergeParties(order.parties, patch.parties),
    notes: (patch.notes ?? []).reduce(behaviour.amendment.appendNote, order.notes),
    due_date: patch.due_date ? behaviour.amendment.dueDate(order.due_date, patch.due_date) : order.due_date,
  })
  const requested_due_date = patch.due_date === undefined ? order.requested_due_date : patch.due_date
  const isVisible = (Object.keys(amended) as (keyof Order)[]).some(
    (key) => JSON.stringify(amended[key]) !== JSON.stringify(order[key]),
  )
  const next = { ...order, ...amended, requested_due_date }
  return unchanged(isVisible ? touch(next, {}, now) : next)
}

// Amending an order (Endpoints / PATCH /orders/{order_id}).
import type { DomainContext } from './context.ts'
import type { Decision } from './decision.ts'
import { refusedByStatus } from './act-on-order.ts'
import { touch, unchanged } from './change-order.ts'
import type { OrderPatch } from './order-draft.ts'
import { contactsOf, mergeParties } from './parties.ts'
import type { Order } from './records.ts'
import type { Detail } from './refusal.ts'
import { Refusal } from './refusal.ts'

const fixed = (field: string): Detail => ({
  field,
  code: 'invalid_value',
  message: 'cannot be amended; cancel and place a new order',
})

/** Fields that only a new order can set, and borrower names that differ from those on the order (rule 3). */
const fixedFieldsSent = ({ behaviour }: DomainContext, order: Order, patch: OrderPatch): Detail[] => {
  const { fixedFields, fixedLoanFields } = behaviour.amendment
  const loan = (patch.loan ?? {}) as Record<string, unknown>
  const names = (patch.borrowers ?? []).flatMap((sent, index) => {
    const kept = order.borrowers[index]
    if (!kept) return [fixed(`borrowers.${index}`)]
    return (['first_name', 'last_name'] as const)
      .filter((name) => typeof sent[name] === 'string' && sent[name] !== kept[name])
      .map((name) => fixed(`borrowers.${index}.${name}`))
  })
  return [
    ...fixedFields.filter((field) => patch[field] !== undefined).map(fixed),
    ...fixedLoanFields.filter((field) => loan[field] !== undefined).map((field) => fixed(`loan.${field}`)),
    ...names,
  ]
}

const checkPatch = (context: DomainContext, order: Order, patch: OrderPatch): void => {
  const { behaviour, now } = context
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
  if (!behaviour.lifecycle.mayAmend(order, fieldsOf(patch))) throw refusedByStatus(order, 'amended')
  checkPatch(context, order, patch)
  const amended: Partial<Order> = {
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
    parties: mergeParties(order.parties, patch.parties),
    notes: (patch.notes ?? []).reduce(behaviour.amendment.appendNote, order.notes),
    due_date: patch.due_date ? behaviour.amendment.dueDate(order.due_date, patch.due_date) : order.due_date,
  }
  const requested_due_date = patch.due_date ?? order.requested_due_date
  const isVisible = (Object.keys(amended) as (keyof Order)[]).some(
    (key) => JSON.stringify(amended[key]) !== JSON.stringify(order[key]),
  )
  const next = { ...order, ...amended, requested_due_date }
  return unchanged(isVisible ? touch(next, {}, now) : next)
}

// Amending an order (Endpoints / PATCH /orders/{order_id}).
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { sequence } from '../domain/decision.ts'
import { refusedByStatus } from '../domain/refused-by-status.ts'
import { touch, unchanged } from './change-order.ts'
import type { OrderPatch } from '../domain/order-draft.ts'
import type { Order } from '../domain/records.ts'
import type { Detail } from '../domain/refusal.ts'
import { offending, Refusal } from '../domain/refusal.ts'
import { changeDueDate } from './work-on-order.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const fixed = (field: string, value: unknown): Detail => ({
  field,
  code: 'invalid_value',
  value: offending(value),
  message: 'cannot be amended; cancel and place a new order',
})

type Keeps = (field: string, sent: unknown, kept: unknown) => boolean

/** Where what was sent differs from what the order has: keys left out say nothing, nor do keys that nobody knows. */
const differences = (field: string, sent: unknown, kept: unknown, keeps: Keeps): Detail[] => {
  if (sent === undefined || keeps(field, sent, kept)) return []
  if (!isObject(sent) || !isObject(kept) || Array.isArray(sent) !== Array.isArray(kept)) return [fixed(field, sent)]
  if (Array.isArray(sent) && sent.length !== (kept as unknown as unknown[]).length) return [fixed(field, sent)]
  return Object.keys(kept)
    .filter((key) => Object.hasOwn(sent, key))
    .flatMap((key) => differences(`${field}.${key}`, sent[key], kept[key], keeps))
}

/** Fields that only a new order can set, sent with another value than the order has, and borrowers that it does not have. */
const fixedFieldsSent = ({ behaviour }: DomainContext, order: Order, patch: OrderPatch): Detail[] => {
  const borrowers = patch.borrowers && { ...patch.borrowers }
  const keeps: Keeps = (...given) => behaviour.amendment.keeps(...given)
  const changed = Object.entries(behaviour.amendment.fixed(order)).flatMap(([field, kept]) =>
    differences(field, field === 'borrowers' ? borrowers : patch[field], kept, keeps),
  )
  const added = (patch.borrowers ?? []).slice(order.borrowers.length)
  return [...changed, ...added.map((sent, index) => fixed(`borrowers.${order.borrowers.length + index}`, sent))]
}

const checkPatch = (context: DomainContext, order: Order, patch: OrderPatch): void => {
  const { behaviour, now } = context
  const { amendment } = behaviour
  const structural = amendment.structural(order, patch)
  if (structural.length > 0) {
    throw new Refusal('validation_failed', 'The amendment is incomplete; details says where.', { details: structural })
  }
  const details = fixedFieldsSent(context, order, patch)
  const refusal = details.length > 0 ? amendment.fixedRefusal(details) : null
  if (refusal) throw refusal
  if (patch.due_date && amendment.isPast(patch.due_date, now, order.property.address.postal_code)) {
    throw new Refusal('semantic_validation_failed', 'The amendment cannot be taken; details says why.', {
      details: [{ field: 'due_date', code: 'invalid_value', value: patch.due_date, message: 'is in the past' }],
    })
  }
}

export const fieldsOf = ({ loan, ...others }: OrderPatch): string[] => [
  ...Object.keys(others).filter((field) => others[field] !== undefined),
  ...Object.keys(isObject(loan) ? loan : {}).map((field) => `loan.${field}`),
]

const aligned = ({ behaviour }: DomainContext, order: Order, patch: OrderPatch): OrderPatch =>
  patch.borrowers
    ? {
        ...patch,
        borrowers: behaviour.amendment.addressed(
          order,
          patch.borrowers.map((one) => one ?? {}),
        ),
      }
    : patch

export const amendOrder = (context: DomainContext, order: Order, sent: OrderPatch): Decision => {
  const { behaviour, now } = context
  const { amendment, lifecycle, problems } = behaviour
  const patch = aligned(context, order, sent)
  checkPatch(context, order, patch)
  if (!lifecycle.mayAmend(order, fieldsOf(patch)))
    throw refusedByStatus(order, 'amended', undefined, problems.closedForAmendment)
  const amended = amendment.outcome(order, patch, {
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
      const contacts = patch.borrowers?.[index]?.contacts
      return contacts === undefined
        ? borrower
        : { ...borrower, contacts: amendment.contacts(borrower.contacts, contacts ?? []) }
    }),
    parties: amendment.parties(order.parties, patch.parties),
    notes: (patch.notes ?? []).reduce((notes, note) => amendment.appendNote(notes, note, now), order.notes),
    due_date: patch.due_date ? amendment.dueDate(order.due_date, patch.due_date) : order.due_date,
  })
  const { requested_due_date: former } = order
  const { due_date: asked = former } = patch
  const requested_due_date = patch.due_date ? amendment.waitingDueDate(former, patch.due_date) : asked
  const isVisible = (Object.keys(amended) as (keyof Order)[]).some(
    (key) => JSON.stringify(amended[key]) !== JSON.stringify(order[key]),
  )
  const next = { ...order, ...amended, requested_due_date }
  const taken = unchanged(amendment.touches(isVisible) ? touch(next, {}, now) : next)
  const isAccepted =
    patch.due_date && patch.due_date !== order.due_date && amendment.acceptsAtOnce(order, patch.due_date, now)
  return isAccepted ? sequence(taken, changeDueDate(context, taken.order, patch.due_date!, 'lender')) : taken
}

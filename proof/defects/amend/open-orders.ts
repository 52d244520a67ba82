// Defects of amendments of an order in a status that is seldom amended in, of what waits on it, and of what a rich loan has.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Order } from '../../../simulator/domain/records.ts'
import type { Defect } from '../defect.ts'
import { making } from './changes.ts'

const leaves = 'amend.leaves-what-it-does-not-name'

export const amendOpenOrders: readonly Defect[] = rows({
  'amendment-drops-the-case-number': {
    breaks: leaves,
    bug: 'The form of amendments does not know the FHA case number, so that it is gone after any of them.',
    deep: 'only on an order with a case number',
    apply: making((order, _patch, { loan = order.loan }) => ({ loan: { ...loan, fha_case_number: null } })),
  },
  'amendment-resets-the-rural-flag': {
    breaks: leaves,
    bug: 'The form of amendments does not know whether the property is rural, so that it is not after any of them.',
    deep: 'only on an order with that flag',
    apply: making((order) => ({ flags: { ...order.flags, rural: false } })),
  },
  'amendment-drops-the-unit': {
    breaks: leaves,
    bug: 'The address is read again from the place that the postal code names, without its unit.',
    deep: 'only for an address with a unit',
    also: ['amend.property-cannot-change'],
    apply: making((order) => ({
      property: { ...order.property, address: { ...order.property.address, unit: null } },
    })),
  },
  'amendment-refused-once-a-message-was-left': {
    breaks: 'amend.loan-investor-can-change',
    bug: 'An order counts as closed for amendments while its appraiser waits to be called back.',
    deep: 'only in one status',
    apply: op.refuse('lifecycle.mayAmend', ({ status }) => status.code === 'left_message_for_borrower'),
  },
  'amendment-refused-in-review': {
    breaks: 'amend.parties-can-change',
    bug: 'An order whose report is submitted counts as closed for amendments.',
    deep: 'only in one status',
    apply: op.refuse('lifecycle.mayAmend', ({ status }) => status.code === 'awaiting_review'),
  },
  'amendment-refused-once-rejected': {
    breaks: 'amend.notes-can-be-sent',
    bug: 'An order whose report went back counts as closed for amendments.',
    deep: 'only in one status',
    also: ['amend.sent-note-is-added-to-its-type'],
    apply: op.refuse('lifecycle.mayAmend', ({ status }) => status.code === 'report_rejected_for_correction'),
  },
  'amendment-refused-under-review': {
    breaks: 'amend.appraiser-instructions-can-change',
    bug: 'An order counts as closed for amendments until the company has placed it.',
    deep: 'only in one status',
    apply: op.refuse('lifecycle.mayAmend', ({ status }) => status.code === 'pending_review'),
  },
  'held-instructions-ignored': {
    breaks: 'amend.appraiser-instructions-can-change',
    bug: 'Instructions go to the appraiser alone, and to nobody while no work is done.',
    deep: 'only while the order is held',
    apply: making((order) =>
      order.status.code === 'on_hold' ? { appraiser_instructions: order.appraiser_instructions } : {},
    ),
  },
  'amendment-refused-just-after-a-hold': {
    breaks: 'amend.appraiser-instructions-can-change',
    bug: 'An order counts as closed for amendments until it is back at work.',
    deep: 'only in one status',
    apply: op.refuse('lifecycle.mayAmend', ({ status }) => status.code === 'off_hold'),
  },
  'end-of-a-hold-undoes-amendments': {
    breaks: 'amend.appraiser-instructions-can-change',
    bug: 'The job that ends a hold writes the order as it was when the job was planned.',
    deep: 'only when amended between a resume and the end of the hold',
    apply: op.perTarget((planned = new Map<string, Order['appraiser_instructions']>()) => [
      'stale',
      op.note('lifecycle.afterResume', ({ id, appraiser_instructions: kept, status }) => {
        if (status.code === 'on_hold') planned.set(id, kept)
      }),
      op.note('lifecycle.afterRest', (order) => {
        if (planned.has(order.id)) order.appraiser_instructions = planned.get(order.id)!
      }),
    ]),
  },
  'declined-due-date-taken': {
    breaks: 'amend.due-date-waits-for-the-company',
    bug: 'Whatever the company answers to a due date that was asked for makes it the date of the order.',
    deep: 'only for a due date that the company declines',
    apply: op.wrap('amendment.dueDateOnceDeclined', (kept, { requested_due_date }) => requested_due_date ?? kept),
  },
  'due-date-request-lost-by-an-amendment': {
    breaks: 'amend.accepted-due-date-becomes-the-orders',
    bug: 'An amendment writes the order again, without the due date that waits for the company.',
    deep: 'only while a due date is asked for',
    apply: op.together(
      'drop',
      op.note('amendment.outcome', (order, patch) => {
        if (!patch.due_date) order.requested_due_date = null
      }),
    ),
  },
  'due-date-request-lost-by-a-move': {
    breaks: 'amend.accepted-due-date-becomes-the-orders',
    bug: 'A change of status writes the order again, without the due date that waits for the company.',
    deep: 'only while a due date is asked for',
    apply: op.together(
      'drop',
      op.note('lifecycle.landsIn', (order) => {
        order.requested_due_date = null
      }),
    ),
  },
  'assignment-prices-the-order-again': {
    breaks: 'order.appraisal-fee-is-what-the-lender-is-charged',
    bug: 'An assignment prices the order again, and the fee that the company has set before is lost.',
    deep: 'only once the company has changed the fee',
    apply: op.perTarget((priced = new Map<string, Order['fees']>()) => [
      'stale',
      op.note('lifecycle.landsIn', (order, to) => {
        if (to === 'appraiser_assigned') order.fees = priced.get(order.id) ?? order.fees
      }),
      op.note('events.raised', ({ order, raised }) => {
        if (raised.some(({ type }) => type === 'order.created')) priced.set(order.id, order.fees)
      }),
    ]),
  },
  'amended-loan-drops-the-add-ons': {
    breaks: leaves,
    bug: 'An amended loan is written again from what can be amended, without its add-ons.',
    deep: 'only for an order with add-ons',
    apply: making((_order, patch, { loan }) => (patch.loan && loan ? { loan: { ...loan, add_ons: [] } } : {})),
  },
  'amended-loan-drops-the-loan-type': {
    breaks: leaves,
    bug: 'An amended loan is written again from what can be amended, without its type.',
    deep: 'only for an order with a loan type',
    apply: making((_order, patch, { loan }) => (patch.loan && loan ? { loan: { ...loan, loan_type: null } } : {})),
  },
  'amended-loan-drops-the-price': {
    breaks: leaves,
    bug: 'An amended loan is written again from what can be amended, without its price.',
    deep: 'only for a purchase',
    apply: making((_order, patch, { loan }) => (patch.loan && loan ? { loan: { ...loan, purchase_price: null } } : {})),
  },
  'held-order-keeps-its-due-date': {
    breaks: 'amend.accepted-due-date-becomes-the-orders',
    bug: 'A hold sets the dates aside, and one that moves meanwhile is reported and lost.',
    deep: 'only on a held order',
    apply: op.instead('events.dueDateChanged', (usual, order, previous, by) => {
      const data = usual(order, previous, by)
      if (order.status.code === 'on_hold') order.due_date = previous
      return data
    }),
  },
  'held-order-keeps-its-fee': {
    breaks: 'order.appraisal-fee-is-what-the-lender-is-charged',
    bug: 'A hold sets the fee aside, and one that changes meanwhile is reported and lost.',
    deep: 'only on a held order',
    apply: op.instead('events.feeChanged', (usual, order, previous, reason) => {
      const data = usual(order, previous, reason)
      if (order.status.code === 'on_hold') order.fees = { ...order.fees, appraisal_fee: previous }
      return data
    }),
  },
})

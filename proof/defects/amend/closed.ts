// Defects of amendments of a closed order, which are refused and change nothing.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

/** What is taken where it comes alone. */
const takenAlone = (name: string): Mutation =>
  op.accept('lifecycle.mayAmend', (_order, fields) => fields.length > 0 && fields.every((field) => field === name))

export const amendClosed: readonly Defect[] = rows({
  'loan-number-opens-a-cancelled-order': {
    breaks: 'amend.closed-order-refused-with-409',
    bug: 'An amendment of a cancelled order that brings a loan number is taken with all that comes with it.',
    deep: 'only together with a loan number',
    apply: op.accept(
      'lifecycle.mayAmend',
      ({ status }, fields) => status.code === 'cancelled' && fields.includes('loan.number'),
    ),
  },
  'cancelled-order-takes-more-of-the-loan': {
    breaks: 'amend.closed-order-refused-with-409',
    bug: 'An amendment of a cancelled order is taken when it begins with the loan number and goes on with other fields of the loan.',
    deep: 'only for a loan number with other fields of the loan, and with nothing else',
    apply: op.accept(
      'lifecycle.mayAmend',
      ({ status }, fields) => status.code === 'cancelled' && fields.length > 1 && fields[0] === 'loan.number',
    ),
  },
  'cancelled-order-amended': {
    breaks: 'amend.closed-order-refused-with-409',
    bug: 'A cancelled order can be amended.',
    apply: op.set('lifecycle.closedForAmendment', (usual) => usual.filter((status) => status !== 'cancelled')),
  },
  'closed-order-takes-a-due-date': {
    breaks: 'amend.closed-order-refused-with-409',
    bug: 'An amendment with a due date is a request to the company, and passes whatever the status is.',
    deep: 'only with a due date',
    apply: op.accept('lifecycle.mayAmend', (_order, fields) => fields.includes('due_date')),
  },
  'closed-order-takes-notes-alone': {
    breaks: 'amend.closed-order-refused-with-409',
    bug: 'Notes are kept apart from the order, where nobody asks whether it is closed.',
    deep: 'only for notes alone',
    apply: takenAlone('notes'),
  },
  'closed-order-takes-a-due-date-alone': {
    breaks: 'amend.closed-order-refused-with-409',
    bug: 'An amendment with nothing but a due date is a request to the company, and passes whatever the status is.',
    deep: 'only for a due date alone',
    apply: takenAlone('due_date'),
  },
  'closed-order-takes-contacts-alone': {
    breaks: 'amend.closed-order-refused-with-409',
    bug: 'Contacts are kept apart from the order, where nobody asks whether it is closed.',
    deep: 'only for contacts alone',
    apply: takenAlone('borrowers'),
  },
  'refused-amendment-half-done': {
    breaks: 'amend.refusal-leaves-the-order-unchanged',
    bug: 'The instructions of a closed order are overwritten before the amendment is refused.',
    apply: op.wrap('lifecycle.mayAmend', (may, order) => {
      const others = order.notes.filter(({ type }) => type !== 'order')
      if (!may) order.notes = [...others, { type: 'order', text: 'An amendment was refused.' }]
      return may
    }),
  },
  'refused-amendment-is-written': {
    breaks: 'amend.refusal-leaves-the-order-unchanged',
    bug: 'The reference of a cancelled order is written before the amendment is refused.',
    also: ['list.order-item-agrees-with-the-order'],
    apply: op.together(
      'late',
      op.note('amendment.structural', (order, { lender_reference }) => {
        if (order.status.code === 'cancelled' && lender_reference) Object.assign(order, { lender_reference })
      }),
    ),
  },
})

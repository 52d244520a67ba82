// Defects of an amendment that comes beside the work on an order, or beside another amendment.
import * as op from '../../operators/index.ts'
import { rows } from '../rows.ts'
import type { Order } from '../../../domain/records.ts'
import type { Defect } from '../defect.ts'
import { contested } from '../actions/contested.ts'
import { making } from './changes.ts'

const working = new Set([
  'appraiser_assigned',
  'appraiser_accepted',
  'borrower_contacted',
  'left_message_for_borrower',
  'appointment_scheduled',
  'awaiting_review',
  'report_rejected_for_correction',
])

const leaves = 'amend.leaves-what-it-does-not-name'

export const amendWork: readonly Defect[] = rows({
  'amendment-drops-the-appraiser': {
    breaks: leaves,
    bug: 'An amendment writes the order again, without the appraiser that it had.',
    deep: 'only once an appraiser is assigned',
    apply: making((order) => (order.appraiser ? { appraiser: null } : {})),
  },
  'amendment-prices-the-order-again': {
    breaks: leaves,
    bug: 'An amendment prices the order again, and the fee that the company has set since is lost.',
    deep: 'only once the company has changed the fee',
    apply: op.perTarget((priced = new Map<string, Order['fees']>()) => [
      making((order) => ({ fees: priced.get(order.id) ?? order.fees })),
      op.note('events.raised', ({ order, raised }) => {
        if (raised.some(({ type }) => type === 'order.created')) priced.set(order.id, order.fees)
      }),
    ]),
  },
  'amendment-refused-once-worked-on': {
    breaks: 'amend.lender-reference-can-change',
    bug: 'An order counts as closed for amendments from its assignment on.',
    deep: 'only of an order that is worked on',
    apply: op.refuse('lifecycle.mayAmend', (order) => working.has(order.status.code)),
  },
  'amendment-resumes-a-held-order': {
    breaks: leaves,
    bug: 'An amendment of a held order takes it off hold.',
    deep: 'only of a held order',
    apply: making((order) =>
      order.status.code === 'on_hold' && order.previous_status
        ? { status: { ...order.status, code: order.previous_status } }
        : {},
    ),
  },
  'sent-with-a-due-date-forgotten': {
    breaks: 'amend.lender-reference-can-change',
    bug: 'An amendment that asks for a due date goes to the company, and what came with it is forgotten.',
    deep: 'only beside a due date',
    apply: making(({ lender_reference, appraiser_instructions, loan, borrowers, parties, notes }, patch) =>
      patch.due_date ? { lender_reference, appraiser_instructions, loan, borrowers, parties, notes } : {},
    ),
  },
  'amended-agent-ignored': {
    breaks: 'amend.parties-can-change',
    bug: 'Of amended parties the additional contacts alone are taken over.',
    apply: op.instead('amendment.parties', (usual, kept, sent) =>
      sent ? { ...usual(kept, sent), real_estate_agent: kept.real_estate_agent } : usual(kept, sent),
    ),
  },
  'second-amended-party-ignored': {
    breaks: 'amend.parties-can-change',
    bug: 'Of the additional contacts of an amendment the first is taken over alone.',
    deep: 'only for several additional contacts',
    apply: op.misread('amendment.parties', (kept, sent) => [
      kept,
      sent?.additional_contacts ? { ...sent, additional_contacts: sent.additional_contacts.slice(0, 1) } : sent,
    ]),
  },
  'amendment-refused-until-worked-on': {
    breaks: 'amend.appraiser-instructions-can-change',
    bug: 'An order counts as closed for amendments until its appraiser is assigned.',
    also: ['amend.due-date-can-be-requested'],
    apply: op.refuse('lifecycle.mayAmend', ({ status }) => !working.has(status.code)),
  },
  'amendment-refused-while-held': {
    breaks: 'amend.lender-reference-can-change',
    bug: 'An order on hold counts as closed for amendments.',
    deep: 'only of a held order',
    apply: op.refuse('lifecycle.mayAmend', ({ status }) => status.code === 'on_hold'),
  },
  'amendment-refused-once-reactivated': {
    breaks: 'amend.lender-reference-can-change',
    bug: 'An order that was cancelled once stays closed for amendments until it is back at work.',
    deep: 'only of a reactivated order',
    apply: op.refuse('lifecycle.mayAmend', ({ status }) => status.code === 'reactivated'),
  },
  'resume-undoes-amendments': {
    breaks: 'amend.lender-reference-can-change',
    bug: 'A hold puts the order away as it is, and the resume brings back this copy, without what was amended meanwhile.',
    deep: 'only when amended while held',
    apply: op.perTarget((away = new Map<string, Order>()) => [
      'stale',
      op.note('lifecycle.afterHold', (order) => void away.set(order.id, order)),
      op.note('lifecycle.afterResume', (order) => {
        const { lender_reference, notes, loan } = away.get(order.id) ?? order
        Object.assign(order, { lender_reference, notes, loan })
      }),
    ]),
  },
  'amendments-overwrite-each-other': {
    breaks: leaves,
    bug: 'An amendment writes the whole row as it was read, so that of two of different fields sent together one is lost.',
    deep: 'under concurrency',
    also: ['amend.lender-reference-can-change'],
    apply: op.mutation('drop', (behaviour) => {
      const { amendment } = behaviour
      const orders = contested(behaviour)
      const read = new Map<string, Order>()
      const { outcome } = amendment
      amendment.outcome = (order, patch, amended) => {
        const usual = outcome.call(amendment, order, patch, amended)
        if (!orders.has(order.id)) {
          read.delete(order.id)
          return usual
        }
        const stale = read.get(order.id) ?? order
        read.set(order.id, stale)
        return {
          ...usual,
          ...(patch.lender_reference === undefined && { lender_reference: stale.lender_reference }),
          ...(patch.appraiser_instructions === undefined && { appraiser_instructions: stale.appraiser_instructions }),
        }
      }
    }),
  },
  'last-of-two-notes-of-one-type': {
    breaks: 'amend.sent-note-is-added-to-its-type',
    bug: 'Of two notes of one type in one amendment the last alone is added.',
    deep: 'only for two of one type',
    apply: op.wrap('amendment.read', (known) =>
      Array.isArray(known.notes)
        ? {
            ...known,
            notes: known.notes.filter((one, at, all) => all.findLastIndex(({ type }) => type === one.type) === at),
          }
        : known,
    ),
  },
  'joined-note-cut': {
    breaks: 'amend.sent-note-is-added-to-its-type',
    bug: 'A note that has grown beyond 500 letters is cut.',
    deep: 'only beyond 500 letters',
    apply: op.wrap('amendment.joinNote', (usual) => usual.slice(0, 500)),
  },
  'reference-amended-once': {
    breaks: 'amend.lender-reference-can-change',
    bug: 'A reference can be amended once.',
    deep: 'only for a second amendment',
    also: ['amend.leaves-what-it-does-not-name'],
    apply: op.perTarget((amended = new Set<string>()) =>
      making((order, { lender_reference }) => {
        if (lender_reference === undefined) return {}
        if (amended.has(order.id)) return { lender_reference: order.lender_reference }
        amended.add(order.id)
        return {}
      }),
    ),
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

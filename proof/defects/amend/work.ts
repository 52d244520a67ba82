// Defects of an amendment that comes beside the work on an order, or beside another amendment.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Order } from '../../../simulator/domain/records.ts'
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
})

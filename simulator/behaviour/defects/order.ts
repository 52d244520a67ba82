// Defects that break rules of the area order.
import { instead, misread, replace, wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import type { Order } from '../../domain/records.ts'
import { changeAt, dropAt, type Wire } from '../operators/edit-wire.ts'

/** Changes every full order on its way out. */
const shown = (breaks: string, id: string, bug: string, change: (order: Wire) => void): Defect => ({
  id,
  breaks,
  bug,
  apply: ({ present }) => {
    const { order } = present
    present.order = function (...given) {
      const wire = structuredClone(order.apply(this, given))
      change(wire)
      return wire
    }
  },
})

const asOther = (breaks: string, path: string, bug: string, make: (value: unknown) => unknown): Defect =>
  shown(`order.${breaks}`, `order-${breaks.replace(/^has-/, 'wrong-')}`, bug, (order) => changeAt(order, path, make))

/** Shows `updated_at` as it was until something besides what is overlooked changes. */
const overlooked = (breaks: string, id: string, bug: string, without: (order: Order) => Partial<Order>): Defect => ({
  id,
  breaks,
  bug,
  apply: ({ present }) => {
    const { dates } = present
    const before = new Map<string, { rest: string; updated_at: number }>()
    present.dates = function (order) {
      const rest = JSON.stringify({ ...order, updated_at: null, ...without(order) })
      const known = before.get(order.id)
      const updated_at = known?.rest === rest ? known.updated_at : order.updated_at
      before.set(order.id, { rest, updated_at })
      return dates.call(this, { ...order, updated_at })
    }
  },
})

const fields: Defect[] = [
  shown(
    'order.borrower-address-is-shaped-as-the-propertys',
    'order-without-borrowers-address-county',
    'The order leaves out borrowers.*.address.county.',
    (order) => dropAt(order, 'borrowers.*.address.county'),
  ),
  asOther('has-id', 'id', 'The order shows its key of the database, a number.', () => 4711),
  asOther('has-order-number', 'order_number', 'The order number is a JSON number.', (text) =>
    Number(String(text).replaceAll(/\D/g, '')),
  ),
  asOther('status-is-an-object', 'status', 'The status is its code alone.', (status) => (status as Wire)['code']),
  asOther('has-status-code', 'status.code', 'The status code is a number of the database.', () => 3),
  asOther(
    'order-type-is-an-object',
    'order_type',
    'The order type is its code alone.',
    (type) => (type as Wire)['code'],
  ),
  asOther('has-order-type-code', 'order_type.code', 'Codes that look like numbers are sent as numbers.', (code) =>
    Number.isNaN(Number(code)) ? code : Number(code),
  ),
  asOther('loan-is-an-object', 'loan', 'The loan is a list of one.', (loan) => [loan]),
  asOther('property-is-an-object', 'property', 'The property is a list of one.', (property) => [property]),
  asOther('has-borrowers', 'borrowers', 'A lone borrower is sent without its list.', (borrowers) =>
    (borrowers as unknown[]).length === 1 ? (borrowers as unknown[])[0] : borrowers,
  ),
  asOther('has-at-most-two-borrowers', 'borrowers', 'The borrowers are joined with a row too many.', (borrowers) => {
    const list = borrowers as unknown[]
    return list.length === 2 ? [...list, list[0]] : list
  }),
  asOther('note-has-text', 'notes.*.text', 'The text of a note is sent as its lines.', (text) =>
    String(text).split('\n'),
  ),
  asOther('appraisal-fee-is-money-or-null', 'fees.appraisal_fee', 'The fee is a JSON number.', (fee) =>
    fee === null ? null : Number(fee),
  ),
  asOther('has-property-postal-code', 'property.address.postal_code', 'The postal code is a number.', Number),
  asOther('loan-type-code-and-name-are-strings', 'loan.loan_type.name', 'Names come by language.', (name) => ({
    en: name,
  })),
  asOther('loan-add-on-codes-and-names-are-strings', 'loan.add_ons.*.name', 'Names come by language.', (name) => ({
    en: name,
  })),
  shown(
    'order.has-loan-agency-case-number',
    'agency-case-number-by-agency',
    'The agency case number is an object with its agency.',
    (order) => changeAt(order, 'loan.agency_case_number', () => ({ agency: 'fha', number: null })),
  ),
]

const times: Defect[] = [
  overlooked(
    'order.updated-at-moves-with-the-status',
    'status-does-not-touch',
    'A change of status does not touch `updated_at`.',
    () => ({ status: undefined, previous_status: undefined, appraiser: undefined }),
  ),
  overlooked(
    'order.updated-at-moves-with-a-date',
    'date-does-not-touch',
    'A date that moves does not touch `updated_at`.',
    () => ({ due_date: undefined, appointment_at: undefined, completed_at: undefined }),
  ),
  overlooked(
    'order.updated-at-moves-with-the-fee',
    'fee-does-not-touch',
    'The fee is kept in a table of its own, and a quote does not touch the order.',
    () => ({ fees: undefined }),
  ),
  overlooked(
    'order.updated-at-moves-with-a-document',
    'document-does-not-touch',
    'An upload is put beside the order without touching it.',
    () => ({ document_ids: undefined }),
  ),
  overlooked(
    'order.updated-at-moves-with-a-message',
    'message-does-not-touch',
    'A message of the company does not touch the order.',
    () => ({}),
  ),
  {
    id: 'own-message-does-not-touch',
    breaks: 'order.updated-at-moves-with-a-message',
    bug: 'Messages of the company touch the order, and those of the lender do not.',
    deep: "only for the lender's own message",
    apply: ({ events, present }) => {
      const own = new Set<string>()
      const { messagePosted } = events
      events.messagePosted = function noting(shown, message, summaries) {
        if (message.author === 'lender') own.add(message.order_id)
        else own.delete(message.order_id)
        return messagePosted.call(this, shown, message, summaries)
      }
      const { dates } = present
      const before = new Map<string, { rest: string; updated_at: number }>()
      present.dates = function untouched(order) {
        const rest = JSON.stringify({ ...order, updated_at: null })
        const known = before.get(order.id)
        const updated_at = own.has(order.id) && known?.rest === rest ? known.updated_at : order.updated_at
        before.set(order.id, { rest, updated_at })
        return dates.call(this, { ...order, updated_at })
      }
    },
  },
  overlooked(
    'order.updated-at-moves-with-its-own-fields',
    'amendment-does-not-touch',
    'An amendment writes the fields and forgets `updated_at`.',
    () => ({ appraiser_instructions: undefined, lender_reference: undefined, notes: undefined, loan: undefined }),
  ),
  {
    id: 'settling-does-not-touch',
    breaks: 'order.updated-at-moves-with-the-status',
    bug: 'The job that takes an order out of off_hold writes the status alone.',
    deep: 'only after off_hold',
    apply: ({ lifecycle, present }) => {
      const stays = new Map<string, { changed_at: number; updated_at: number }>()
      const { changedAt } = lifecycle
      lifecycle.changedAt = function noting(order, to, now) {
        const changed_at = changedAt.call(this, order, to, now)
        if (order.status.code === 'off_hold') stays.set(order.id, { changed_at, updated_at: order.updated_at })
        return changed_at
      }
      const { dates } = present
      present.dates = function asOfTheResume(order) {
        const kept = stays.get(order.id)
        const isSettled = kept !== undefined && order.updated_at <= kept.changed_at
        return dates.call(this, isSettled ? { ...order, updated_at: kept.updated_at } : order)
      }
    },
  },
  {
    ...overlooked(
      'order.updated-at-moves-with-its-own-fields',
      'parties-do-not-touch',
      'The parties are kept in a table of their own, and an amendment of them does not touch the order.',
      () => ({ parties: undefined }),
    ),
    deep: 'only for an amendment of the parties alone',
  },
  {
    ...overlooked(
      'order.updated-at-moves-with-its-own-fields',
      'notes-do-not-touch',
      'The notes are kept in a table of their own, and an amendment of them does not touch the order.',
      () => ({ notes: undefined }),
    ),
    deep: 'only for an amendment of the notes alone',
  },
  {
    id: 'amended-note-does-not-touch',
    breaks: 'order.updated-at-moves-with-its-own-fields',
    bug: 'An amendment with notes is kept as notes are, without touching the order.',
    deep: 'only with notes',
    apply: ({ amendment }) => {
      const { outcome, touches } = amendment
      let hasNotes = false
      amendment.outcome = (order, patch, amended) => {
        hasNotes = Boolean(patch.notes)
        return outcome.call(amendment, order, patch, amended)
      }
      amendment.touches = (isVisible) => !hasNotes && touches.call(amendment, isVisible)
    },
  },
  shown(
    'order.status-changed-at-moves-with-the-status',
    'changed-at-is-created-at',
    'The time of the status is that of the order.',
    (order) => changeAt(order, 'status.changed_at', () => (order['dates'] as Wire)['created_at']),
  ),
  {
    id: 'settled-order-keeps-the-time-of-its-resume',
    breaks: 'order.status-changed-at-moves-with-the-status',
    bug: 'An order that leaves off_hold keeps the time at which it was resumed as that of its status.',
    deep: 'only after off_hold',
    apply: replace(
      'lifecycle.changedAt',
      (order) => order.status.changed_at,
      (order) => order.status.code === 'off_hold',
    ),
  },
  {
    id: 'refused-hold-dates-the-status-anew',
    breaks: 'order.status-changed-at-moves-with-the-status',
    bug: 'The time of the status is written before the status is found to refuse the hold.',
    deep: 'only by a refused hold',
    apply: wrap('lifecycle.mayHold', (may, order) => {
      if (!may) order.status.changed_at += 1_000
      return may
    }),
  },
  {
    id: 'created-at-in-local-time',
    breaks: 'order.created-at-never-changes',
    bug: 'The column of the creation time holds local time and is shown as if it were UTC.',
    apply: misread('present.dates', (order) => [{ ...order, created_at: order.created_at - 5 * 3_600_000 }]),
  },
  shown(
    'order.created-at-never-changes',
    'created-at-follows-updates',
    'Rows are replaced on every change, and the creation time with them.',
    (order) => changeAt(order, 'dates.created_at', () => (order['dates'] as Wire)['updated_at']),
  ),
  shown(
    'order.appointment-at-is-null-until-set',
    'appointment-defaults-to-the-due-date',
    'An order without an appointment shows its due date as one.',
    (order) => changeAt(order, 'dates.appointment_at', (at) => at ?? (order['dates'] as Wire)['due_date']),
  ),
  shown(
    'order.completed-at-is-null-until-set',
    'completed-at-is-a-zero-time',
    'A time that is not set is written as the beginning of 1970.',
    (order) => changeAt(order, 'dates.completed_at', (at) => at ?? '1970-01-01T00:00:00.000Z'),
  ),
  shown(
    'order.appraiser-is-null-until-assigned',
    'empty-appraiser',
    'An order without an appraiser shows an empty one.',
    (order) => changeAt(order, 'appraiser', (appraiser) => appraiser ?? { name: null }),
  ),
]

/** Remembers the draft whose rules were asked last: an order is placed from it in the same breath. */
const withDraft = ({ creation }: Behaviour, use: (draft: Record<string, unknown>) => void): void => {
  const { emailRole } = creation.structural
  creation.structural.emailRole = (draft, context) => {
    use(draft as unknown as Record<string, unknown>)
    return emailRole(draft, context)
  }
}

const placing: Defect[] = [
  {
    id: 'one-order-number-for-all',
    breaks: 'order.order-number-is-unique-within-a-company',
    bug: 'The counter of order numbers is read and never moved on.',
    apply: replace('creation.orderNumber', () => '26-1001'),
  },
  {
    id: 'read-is-a-list-item',
    breaks: 'order.read-is-the-full-order',
    bug: 'Reading one order uses the presenter of the list.',
    apply: instead('wire.finish', (usual, operationId, answer) => {
      if (operationId !== 'getOrder') return usual(operationId, answer)
      const { id, order_number, lender_reference, status, order_type, dates } = answer.body as Wire
      const body = { id, order_number, lender_reference, status, order_type, dates }
      return usual(operationId, { ...answer, body })
    }),
  },
  {
    id: 'quoted-product-is-free',
    breaks: 'order.appraisal-fee-is-null-while-the-product-is-quoted',
    bug: 'A product without a price counts as zero.',
    apply: misread('creation.fee', (product) => [product.fee === null ? { ...product, fee: '0.00' } : product]),
  },
  {
    id: 'quoted-add-on-is-free',
    breaks: 'order.appraisal-fee-is-null-while-an-add-on-is-quoted',
    bug: 'An add-on without a price is left out of the sum.',
    apply: misread('creation.fee', (product) => [
      { ...product, add_ons: product.add_ons.filter((addOn) => addOn.fee !== null) },
    ]),
  },
  {
    id: 'last-add-on-decides-whether-the-fee-is-quoted',
    breaks: 'order.appraisal-fee-is-null-while-an-add-on-is-quoted',
    bug: 'Whether the fee awaits a quote is decided by the last add-on alone.',
    deep: 'only where an add-on with a price follows a quoted one',
    apply: instead('creation.fee', (usual, product, addOns) => {
      const last = product.add_ons.find(({ code }) => code === addOns.at(-1))
      const isPriced = last !== undefined && last.fee !== null
      const priced = product.add_ons.filter((addOn) => !isPriced || addOn.fee !== null)
      return usual({ ...product, add_ons: priced }, addOns)
    }),
  },
  {
    id: 'quote-stays-hidden',
    breaks: 'order.appraisal-fee-appears-once-quoted',
    bug: 'Whether the fee is shown is decided when the order is placed.',
    apply: ({ present }) => {
      const { order } = present
      const hidden = new Set<string>()
      present.order = function (...given) {
        const wire = order.apply(this, given)
        const fees = wire['fees'] as Order['fees']
        if (fees.appraisal_fee === null) hidden.add(String(wire['id']))
        return hidden.has(String(wire['id'])) ? { ...wire, fees: { ...fees, appraisal_fee: null } } : wire
      }
    },
  },
  {
    id: 'fees-taken-from-the-request',
    breaks: 'order.fees-are-read-only',
    bug: 'The body of the create is laid over the order, fees included.',
    apply: (behaviour) => {
      let sent: unknown
      withDraft(behaviour, (draft) => {
        sent = (draft['fees'] as { appraisal_fee?: unknown } | undefined)?.appraisal_fee
      })
      const { creation } = behaviour
      const { fee } = creation
      creation.fee = (product, addOns) => (typeof sent === 'string' ? sent : fee(product, addOns))
    },
  },
  {
    id: 'notes-are-listed-as-sent',
    breaks: 'order.has-one-note-per-type',
    bug: 'Two notes of one type are stored as two.',
    apply: replace('creation.mergeNotes', (notes) => notes.map(({ type, text }) => ({ type, text }))),
  },
  shown(
    'order.no-note-is-of-type-appraisal',
    'appointment-note-is-called-appraisal',
    'The note type of the appointment is shown under the name it has inside.',
    (order) => changeAt(order, 'notes.*.type', (type) => (type === 'appointment' ? 'appraisal' : type)),
  ),
  {
    id: 'canada-is-taken',
    breaks: 'order.property-is-in-the-united-states',
    bug: 'Postal codes are looked up in a table of North America.',
    apply: ({ creation }) => {
      const { postalCode } = creation.semantic
      const { resolve } = creation
      const isCanadian = (code: string) => /^[A-Z]\d[A-Z] \d[A-Z]\d$/.test(code)
      creation.semantic.postalCode = (draft, context) =>
        isCanadian(draft.property.address.postal_code) ? [] : postalCode(draft, context)
      creation.resolve = (code) =>
        isCanadian(code) ? { ...resolve('10001')!, city: 'Ottawa', state: 'ON', county: '' } : resolve(code)
    },
  },
  {
    id: 'territories-are-abroad',
    breaks: 'order.property-in-a-territory-is-taken',
    bug: 'Only the fifty states and the capital count as the United States.',
    apply: ({ creation }) => {
      const { postalCode } = creation.semantic
      creation.semantic.postalCode = (draft, context) => {
        const { postal_code } = draft.property.address
        const state = creation.resolve(postal_code)?.state ?? ''
        if (!['PR', 'VI', 'GU', 'AS', 'MP'].includes(state)) return postalCode(draft, context)
        return [
          { field: 'property.address.postal_code', code: 'invalid_value', value: postal_code, message: 'is abroad' },
        ]
      }
    },
  },
  shown(
    'order.documents-are-empty-at-creation',
    'confirmation-on-a-new-order',
    'A confirmation is put on every new order.',
    (order) => {
      if ((order['documents'] as unknown[]).length > 0) return
      const created_at = (order['dates'] as Wire)['created_at']
      const file = { filename: 'confirmation.pdf', content_type: 'application/pdf', size_bytes: 900, created_at }
      order['documents'] = [{ id: `doc_${String(order['id']).slice(4)}`, kind: 'supporting', ...file }]
    },
  ),
  shown(
    'order.read-includes-its-documents',
    'documents-left-to-their-own-list',
    'The order never lists its documents.',
    (order) => {
      order['documents'] = []
    },
  ),
  {
    ...shown(
      'order.read-includes-its-documents',
      'cancelled-order-without-documents',
      'Once an order is cancelled nobody looks for its documents any more.',
      (order) => {
        if ((order['status'] as Wire)['code'] === 'cancelled') order['documents'] = []
      },
    ),
    deep: 'only once cancelled',
  },
  shown(
    'order.receives-report-omitted-shows-false',
    'receives-report-by-default',
    'A borrower receives the report by default.',
    (order) => changeAt(order, 'borrowers.*.receives_report', () => true),
  ),
  shown(
    'order.receives-status-updates-omitted-shows-false',
    'status-updates-unset',
    'A flag that was not sent is shown as null.',
    (order) => changeAt(order, 'borrowers.*.receives_status_updates', (value) => (value === true ? true : null)),
  ),
  {
    id: 'read-is-accepted',
    breaks: 'order.read-answers-200',
    bug: 'A read is answered 202, as if it were work.',
    apply: ({ wire }) => {
      wire.success['getOrder'] = 202
    },
  },
]

export const order: readonly Defect[] = [...fields, ...times, ...placing]

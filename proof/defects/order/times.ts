// Defects of the times of an order, and of what moves them.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import type { Order } from '../../../simulator/domain/records.ts'

/** Shows `updated_at` as it was until something besides what is overlooked changes, on the orders that are meant. */
export const overlooked = (
  without: (order: Order) => Partial<Order>,
  isMeant: (order: Order) => boolean = () => true,
): Mutation =>
  op.perTarget((before = new Map<string, { rest: string; updated_at: number }>()) =>
    op.misread('present.dates', (order) => {
      const rest = JSON.stringify({ ...order, updated_at: null, ...without(order) })
      const known = before.get(order.id)
      const updated_at = isMeant(order) && known?.rest === rest ? known.updated_at : order.updated_at
      before.set(order.id, { rest, updated_at })
      return [{ ...order, updated_at }]
    }),
  )

export const orderTimes: readonly Defect[] = rows({
  'status-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-the-status',
    bug: 'A change of status does not touch `updated_at`.',
    apply: overlooked(() => ({ status: undefined, previous_status: undefined, appraiser: undefined })),
  },
  'date-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-a-date',
    bug: 'A date that moves does not touch `updated_at`.',
    apply: overlooked(() => ({ due_date: undefined, appointment_at: undefined, completed_at: undefined })),
  },
  'fee-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-the-fee',
    bug: 'The fee is kept in a table of its own, and a quote does not touch the order.',
    apply: overlooked(() => ({ fees: undefined })),
  },
  'document-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-a-document',
    bug: 'An upload is put beside the order without touching it.',
    apply: overlooked(() => ({ document_ids: undefined })),
  },
  'document-leaves-updated-at-of-a-held-order': {
    breaks: 'order.updated-at-moves-with-a-document',
    bug: 'An upload touches the order only while somebody works on it.',
    deep: 'only on a held order',
    apply: overlooked(
      () => ({ document_ids: undefined }),
      ({ status }) => status.code === 'on_hold',
    ),
  },
  'document-leaves-updated-at-of-a-cancelled-order': {
    breaks: 'order.updated-at-moves-with-a-document',
    bug: 'An upload touches the order unless it is closed.',
    deep: 'only on a cancelled order',
    apply: overlooked(
      () => ({ document_ids: undefined }),
      ({ status }) => status.code === 'cancelled',
    ),
  },
  'accepted-due-date-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-a-date',
    bug: 'The due date that a lender asked for is filled in once it is accepted, without touching the order.',
    deep: 'only for a due date that the lender asked for',
    apply: op.perTarget((asked = new Set<string>()) => [
      overlooked(
        () => ({ due_date: undefined, requested_due_date: undefined }),
        ({ id }) => asked.has(id),
      ),
      op.note('amendment.outcome', ({ id }, { due_date }) => {
        if (due_date !== undefined) asked.add(id)
      }),
    ]),
  },
  'message-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-a-message',
    bug: 'A message of the company does not touch the order.',
    apply: overlooked(() => ({})),
  },
  'amendment-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-its-own-fields',
    bug: 'An amendment writes the fields and forgets `updated_at`.',
    apply: overlooked(() => ({
      appraiser_instructions: undefined,
      lender_reference: undefined,
      notes: undefined,
      loan: undefined,
    })),
  },
  'end-of-off-hold-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-the-status',
    bug: 'The job that takes an order out of off_hold writes the status alone.',
    deep: 'only after off_hold',
    apply: op.perTarget((stays = new Map<string, { changed_at: number; updated_at: number }>()) => [
      op.misread('present.dates', (order) => {
        const kept = stays.get(order.id)
        const isSettled = kept !== undefined && order.updated_at <= kept.changed_at
        return [isSettled ? { ...order, updated_at: kept.updated_at } : order]
      }),
      op.wrap('lifecycle.changedAt', (changed_at, { id, status, updated_at }) => {
        if (status.code === 'off_hold') stays.set(id, { changed_at, updated_at })
        return changed_at
      }),
    ]),
  },
  'placing-does-not-touch': {
    breaks: 'order.updated-at-moves-with-the-status',
    bug: 'The company places an order that it reviewed by writing the status alone.',
    deep: 'only after a review',
    apply: op.perTarget((reviewed = new Set<string>()) =>
      overlooked(
        () => ({ status: undefined, previous_status: undefined }),
        ({ id, status: { code } }) => {
          if (code === 'pending_review') reviewed.add(id)
          return code === 'new' && reviewed.has(id)
        },
      ),
    ),
  },
  'first-quote-does-not-touch': {
    breaks: 'order.updated-at-moves-with-the-fee',
    bug: 'A fee that was null is filled in where it is missing, without touching the order.',
    deep: 'only for the first quote',
    apply: op.perTarget((waiting = new Set<string>()) =>
      overlooked(
        () => ({ fees: undefined }),
        ({ id, fees }) => {
          if (fees.appraisal_fee === null) waiting.add(id)
          return fees.appraisal_fee !== null && waiting.has(id)
        },
      ),
    ),
  },
  'resume-does-not-touch': {
    breaks: 'order.updated-at-moves-with-the-status',
    bug: 'A resume writes the status alone.',
    deep: 'only after a resume',
    apply: overlooked(
      () => ({ status: undefined, previous_status: undefined }),
      ({ status }) => status.code === 'off_hold',
    ),
  },
  'amended-parties-leave-updated-at': {
    breaks: 'order.updated-at-moves-with-its-own-fields',
    bug: 'The parties are kept in a table of their own, and an amendment of them does not touch the order.',
    deep: 'only for an amendment of the parties alone',
    apply: overlooked(() => ({ parties: undefined })),
  },
  'amended-loan-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-its-own-fields',
    bug: 'The loan is kept in a table of its own, and an amendment of it does not touch the order.',
    deep: 'only for an amendment of the loan alone',
    apply: overlooked(() => ({ loan: undefined })),
  },
  'amended-contacts-leave-updated-at': {
    breaks: 'order.updated-at-moves-with-its-own-fields',
    bug: 'The contacts are kept in a table of their own, and an amendment of them does not touch the order.',
    deep: 'only for an amendment of the contacts alone',
    apply: overlooked(() => ({ borrowers: undefined })),
  },
  'amended-notes-leave-updated-at': {
    breaks: 'order.updated-at-moves-with-its-own-fields',
    bug: 'The notes are kept in a table of their own, and an amendment of them does not touch the order.',
    deep: 'only for an amendment of the notes alone',
    apply: overlooked(() => ({ notes: undefined })),
  },
  'amended-note-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-its-own-fields',
    bug: 'An amendment with notes is kept as notes are, without touching the order.',
    deep: 'only with notes',
    apply: op.perTarget((hasNotes = false) => [
      op.refuse('amendment.touches', () => hasNotes),
      op.note('amendment.outcome', (_order, { notes }) => (hasNotes = Boolean(notes))),
    ]),
  },
  'changed-at-is-created-at': {
    breaks: 'order.status-changed-at-moves-with-the-status',
    bug: 'The time of the status is that of the order.',
    apply: op.falsify('present.order', 'status.changed_at', (_at, { dates }) => (dates as Wire)['created_at']),
  },
  'end-of-off-hold-keeps-changed-at': {
    breaks: 'order.status-changed-at-moves-with-the-status',
    bug: 'An order that leaves off_hold keeps the time at which it was resumed as that of its status.',
    deep: 'only after off_hold',
    apply: op.wrap('lifecycle.changedAt', (usual, { status: { code, changed_at } }) =>
      code === 'off_hold' ? changed_at : usual,
    ),
  },
  'end-of-off-hold-in-whole-seconds-keeps-changed-at': {
    breaks: 'order.status-changed-at-moves-with-the-status',
    bug: 'The order shows when it was resumed as the time of the status after off_hold, and its event shows the right one.',
    deep: 'only after off_hold, and only where times are cut to the second',
    apply: op.perTarget((resumed = new Map<string, { from: number; to: number }>()) => [
      op.wrap('lifecycle.changedAt', (to, { id, status: { code, changed_at: from } }) => {
        if (code === 'off_hold') resumed.set(id, { from, to })
        return to
      }),
      op.falsify('present.order', 'status.changed_at', (at, { id }) => {
        const { from = 0, to } = resumed.get(String(id)) ?? {}
        const shown = Date.parse(String(at)) === to ? from : Date.parse(String(at))
        return new Date(shown - (shown % 1_000)).toISOString()
      }),
    ]),
  },
  'refused-hold-moves-changed-at': {
    breaks: 'order.status-changed-at-moves-with-the-status',
    bug: 'The time of the status is written before the status is found to refuse the hold.',
    deep: 'only by a refused hold',
    apply: op.wrap('lifecycle.mayHold', (may, order) => {
      if (!may) order.status.changed_at += 1_000
      return may
    }),
  },
  'created-at-in-local-time': {
    breaks: 'order.created-at-never-changes',
    bug: 'The column of the creation time holds local time and is shown as if it were UTC.',
    apply: op.misread('present.dates', (order) => [{ ...order, created_at: order.created_at - 5 * 3_600_000 }]),
  },
  'created-at-follows-updates': {
    breaks: 'order.created-at-never-changes',
    bug: 'Rows are replaced on every change, and the creation time with them.',
    apply: op.falsify('present.order', 'dates.created_at', (_at, { dates }) => (dates as Wire)['updated_at']),
  },
  'appointment-defaults-to-the-due-date': {
    breaks: 'order.appointment-at-is-null-until-set',
    bug: 'An order without an appointment shows its due date as one.',
    apply: op.falsify('present.order', 'dates.appointment_at', (at, { dates }) => at ?? (dates as Wire)['due_date']),
  },
  'completed-at-is-a-zero-time': {
    breaks: 'order.completed-at-is-null-until-set',
    bug: 'A time that is not set is written as the beginning of 1970.',
    apply: op.falsify('present.order', 'dates.completed_at', (at) => at ?? '1970-01-01T00:00:00.000Z'),
  },
  'empty-appraiser': {
    breaks: 'order.appraiser-is-null-until-assigned',
    bug: 'An order without an appraiser shows an empty one.',
    apply: op.falsify('present.order', 'appraiser', (appraiser) => appraiser ?? { name: null }),
  },
})

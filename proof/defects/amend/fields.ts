// Defects of what an amendment changes, and of what it leaves.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Order } from '../../../simulator/domain/records.ts'
import type { Defect } from '../defect.ts'
import { contested } from '../actions/contested.ts'
import { making } from './changes.ts'

/** A field that stays where an amendment should move it. */
const ignored = (breaks: string, field: keyof Order): Defect => ({
  id: `amended-${field.replaceAll('_', '-')}-ignored`,
  breaks: `amend.${breaks}`,
  bug: `An amendment of ${field} is answered well and forgotten.`,
  apply: making((order) => ({ [field]: order[field] })).as('skip'),
})

const ignoredOfLoan = (field: 'number' | 'client' | 'investor'): Defect => ({
  id: `amended-loan-${field}-ignored`,
  breaks: `amend.loan-${field}-can-change`,
  bug: `An amended loan ${field} is answered well and forgotten.`,
  apply: making((order, _patch, { loan }) => ({ loan: { ...order.loan, ...loan, [field]: order.loan[field] } })).as(
    'skip',
  ),
})

export const amendFields: readonly Defect[] = [
  ignored('lender-reference-can-change', 'lender_reference'),
  ignored('appraiser-instructions-can-change', 'appraiser_instructions'),
  ignored('contacts-can-change', 'borrowers'),
  ignored('parties-can-change', 'parties'),
  ignored('notes-can-be-sent', 'notes'),
  ignoredOfLoan('number'),
  ignoredOfLoan('client'),
  ignoredOfLoan('investor'),
  ...rows({
    'amended-loan-replaced': {
      breaks: 'amend.leaves-what-it-does-not-name',
      bug: 'An amended loan replaces what the order had of it.',
      apply: making((order, patch) => ({
        ...(patch.loan && {
          loan: { ...order.loan, number: null, investor: null, client: null, ...(patch.loan as object) },
        }),
      })),
    },
    'amended-reference-resets-the-flags': {
      breaks: 'amend.leaves-what-it-does-not-name',
      bug: 'An order whose reference is amended is rewritten, with the flags of a new one.',
      deep: 'only on an order with flags',
      apply: making((order, { lender_reference }) =>
        lender_reference === undefined ? {} : { flags: { ...order.flags, rush: false, complex: false } },
      ),
    },
    'due-date-refused': {
      breaks: 'amend.due-date-can-be-requested',
      bug: 'Every other due date counts as one in the past.',
      apply: op.accept('amendment.isPast'),
    },
    'due-date-moves-at-once': {
      breaks: 'amend.due-date-waits-for-the-company',
      bug: 'The due date asked for becomes the date of the order.',
      apply: op.replace('amendment.dueDate', (_current, requested) => requested),
    },
    'earlier-due-date-moves-at-once': {
      breaks: 'amend.due-date-waits-for-the-company',
      bug: 'A date before the one of the order is taken over without the company, for it is no extension.',
      deep: 'only for a date before the one of the order',
      apply: op.replace('amendment.dueDate', (current, requested) => (requested < current ? requested : current)),
    },
    'due-date-beside-a-loan-number-moves-at-once': {
      breaks: 'amend.due-date-waits-for-the-company',
      bug: 'What comes with a loan number is taken over as a whole, the due date too.',
      deep: 'only beside a loan number',
      apply: making((_order, { due_date, loan }) => (due_date && loan ? { due_date: due_date as string } : {})),
    },
    'second-due-date-request-is-dropped': {
      breaks: 'amend.accepted-due-date-becomes-the-orders',
      bug: 'A due date that is asked for while another request waits is taken and forgotten.',
      deep: 'only while another due date is asked for',
      apply: op.wrap('amendment.waitingDueDate', (requested, former) => former ?? requested),
    },
    'accepted-due-date-not-shown': {
      breaks: 'amend.accepted-due-date-becomes-the-orders',
      bug: 'A read shows the due date of the creation for ever.',
      apply: op.staleAt('present.dates', 'due_date', (_dates, { id }) => id),
    },
    'note-added-to-the-first': {
      breaks: 'amend.sent-note-is-added-to-its-type',
      bug: 'A sent note joins whichever note comes first.',
      apply: op.misread('amendment.appendNote', (notes, sent) => [
        notes,
        { ...sent, type: notes[0]?.type ?? sent.type },
      ]),
    },
    'note-drops-the-other-type': {
      breaks: 'amend.sent-note-is-added-to-its-type',
      bug: 'What an order has of notes is taken for one, and the second is lost when either is added to.',
      deep: 'only on an order with notes of both types',
      apply: op.misread('amendment.appendNote', (notes) => [notes.slice(0, 1)]),
    },
    'second-note-of-an-amendment-is-lost': {
      breaks: 'amend.sent-note-is-added-to-its-type',
      bug: 'Of the notes of an amendment the first is added alone.',
      deep: 'only for an amendment with several notes',
      apply: op.wrap('amendment.read', (known) =>
        Array.isArray(known.notes) ? { ...known, notes: known.notes.slice(0, 1) } : known,
      ),
    },
    'notes-sent-together-overwrite': {
      breaks: 'amend.sent-note-is-added-to-its-type',
      bug: 'The notes are read, added to and written back without a lock: of two sent together the first is lost.',
      deep: 'under concurrency',
      apply: op.mutation('drop', (behaviour) => {
        const { amendment } = behaviour
        const orders = contested(behaviour)
        const read = new Map<string, Order['notes']>()
        const { outcome } = amendment
        amendment.outcome = (order, patch, amended) => {
          const usual = outcome.call(amendment, order, patch, amended)
          if (!orders.has(order.id)) read.delete(order.id)
          if (!orders.has(order.id) || !patch.notes) return usual
          const stale = read.get(order.id) ?? order.notes
          read.set(order.id, stale)
          const added = patch.notes.reduce((notes, note) => amendment.appendNote(notes, note, 0), stale)
          return { ...usual, notes: added }
        }
      }),
    },
    'amended-contacts-may-be-none': {
      breaks: 'amend.borrower-keeps-a-contact',
      bug: 'That a borrower needs a contact is looked at on create alone, so that an empty list replaces them all.',
      apply: op.wrap('amendment.structural', (details) => details.filter(({ field }) => !field.endsWith('.contacts'))),
    },
    'amended-email-may-be-a-cell-phones': {
      breaks: 'amend.email-with-the-role-cell-not-taken',
      bug: 'The roles of a contact are checked on create by its type, in an amendment against the whole list.',
      apply: op.skip('amendment.emailRoles'),
    },
    'amended-contacts-wipe-the-address': {
      breaks: 'amend.leaves-what-it-does-not-name',
      bug: 'A borrower whose contacts are amended is rewritten from what was sent, without the address.',
      deep: 'only for a borrower with an address',
      apply: making((order, patch, { borrowers = order.borrowers }) => ({
        borrowers: borrowers.map((one, index) =>
          patch.borrowers?.[index]?.contacts ? { ...one, address: null } : one,
        ),
      })),
    },
    'amended-contacts-reset-the-flags': {
      breaks: 'amend.leaves-what-it-does-not-name',
      bug: 'A borrower whose contacts are amended has the receive flags of a new one.',
      deep: 'only for a borrower that receives something',
      apply: making((order, patch, { borrowers = order.borrowers }) => ({
        borrowers: borrowers.map((one, index) =>
          patch.borrowers?.[index]?.contacts ? { ...one, receives_report: false, receives_status_updates: false } : one,
        ),
      })),
    },
    'contacts-of-one-borrower-fail': {
      breaks: 'amend.contacts-can-change',
      bug: 'An entry is expected for each borrower of the order, and where there is none the amendment fails.',
      deep: 'only of one borrower of two',
      apply: making((order, { borrowers }) =>
        borrowers
          ? {
              borrowers: order.borrowers.map((one, at) => ({
                ...one,
                contacts: borrowers[at]!.contacts ?? one.contacts,
              })),
            }
          : {},
      ),
    },
    'contacts-of-one-borrower-clear-the-others': {
      breaks: 'amend.leaves-what-it-does-not-name',
      bug: 'A borrower whom an amendment of contacts leaves out has none afterwards.',
      deep: 'only of one borrower of two',
      apply: making((_order, patch, { borrowers = [] }) =>
        patch.borrowers
          ? { borrowers: borrowers.map((one, at) => (patch.borrowers?.[at] ? one : { ...one, contacts: [] })) }
          : {},
      ),
    },
    'second-borrowers-contacts-go-to-the-first': {
      breaks: 'amend.contacts-can-change',
      bug: 'Whichever borrower they are sent for, amended contacts are written to the first.',
      deep: 'only for a second borrower',
      apply: making((order, patch, { borrowers = order.borrowers }) => {
        const last = patch.borrowers?.findLastIndex((sent) => sent?.contacts) ?? -1
        if (last < 1) return {}
        const [first, ...others] = order.borrowers
        return { borrowers: [{ ...first!, contacts: borrowers[last]!.contacts }, ...others] }
      }),
    },
    'second-borrowers-contacts-lost': {
      breaks: 'amend.contacts-can-change',
      bug: 'Of the borrowers whose contacts are amended the first is looked at alone.',
      deep: 'only for a second borrower',
      apply: making((order, _patch, { borrowers = order.borrowers }) => ({
        borrowers: [...borrowers.slice(0, 1), ...order.borrowers.slice(1)],
      })),
    },
    'note-replaced': {
      breaks: 'amend.sent-note-keeps-the-earlier-text',
      bug: 'A sent note replaces the note of its type.',
      apply: op.replace('amendment.appendNote', (notes, sent) => [
        ...notes.filter(({ type }) => type !== sent.type),
        { type: sent.type, text: sent.text },
      ]),
    },
    'amended-instructions-without-emoji': {
      breaks: 'amend.appraiser-instructions-can-change',
      bug: 'Amended instructions are kept in 16 bits a character.',
      deep: 'only for characters beyond the basic plane',
      apply: making((_order, { appraiser_instructions: sent }) =>
        sent ? { appraiser_instructions: sent.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?') } : {},
      ),
    },
    'notes-with-ids': {
      breaks: 'amend.notes-have-no-ids',
      bug: 'A read shows the ids under which notes are kept.',
      apply: op.edit('getOrder', (order) => {
        order['notes'] = (order['notes'] as Wire[]).map((note, index) => ({ id: `note_${index}`, ...note }))
      }),
    },
    'notes-cleared-by-an-empty-list': {
      breaks: 'amend.notes-cannot-be-removed',
      bug: 'An empty list of notes clears them.',
      apply: making((_order, { notes }) => (notes !== undefined && (notes ?? []).length === 0 ? { notes: [] } : {})),
    },
    'note-that-is-part-of-another-dropped': {
      breaks: 'amend.sent-note-is-added-to-its-type',
      bug: 'A note whose text the note of its type says already is not added.',
      deep: 'only for a note that is part of another',
      apply: op.instead('amendment.joinNote', (usual, kept, sent, now) =>
        kept.includes(sent) ? kept : usual(kept, sent, now),
      ),
    },
    'note-sent-twice-is-added-once': {
      breaks: 'amend.sent-note-is-added-to-its-type',
      bug: 'A note with the text of one that was sent before is taken for a repetition.',
      deep: 'only for a note that is sent twice',
      apply: op.instead('amendment.joinNote', (usual, kept, sent, now) =>
        kept.split('\n').includes(sent) ? kept : usual(kept, sent, now),
      ),
    },
    'mistyped-amendment-kept': {
      breaks: 'order.has-lender-reference',
      bug: 'An amendment is stored whatever the type of its values.',
      deep: 'only for a value of the wrong type',
      apply: op.loosen('amendOrder', 'lender_reference', { type: undefined }),
    },
  }),
]

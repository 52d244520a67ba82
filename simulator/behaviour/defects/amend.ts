// Defects that break rules of the area amend.
import * as op from '../operators/index.ts'
import type { Mutation, Wire } from '../operators/index.ts'
import { rows } from './rows.ts'
import type { OrderPatch } from '../../domain/order-draft.ts'
import type { Order } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Defect } from './defect.ts'
import { contested } from './actions.ts'

/** Changes what an amendment makes of the order. */
const making = (change: (order: Order, patch: OrderPatch, amended: Amended) => Amended): Mutation =>
  op.wrap('amendment.outcome', (outcome, order, patch, amended) => ({ ...outcome, ...change(order, patch, amended) }))

/** Lets through what only a new order can set, and takes it over. */
const loosened = (change: (order: Order, patch: OrderPatch) => Amended): Mutation =>
  op.together(
    'accept',
    making(change),
    op.replace('amendment.fixed', () => ({})),
  )

/** A field of the loan is taken over beside what can be amended. */
const loanTakenOver = (field: 'purpose' | 'purchase_price'): Mutation =>
  loosened((order, patch) => {
    const sent = (patch.loan as Record<string, string> | null | undefined)?.[field]
    return sent === undefined ? {} : { loan: { ...order.loan, [field]: sent } }
  })

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

type Amended = Partial<Order>

const named = (code: string): { code: string; name: string } => ({ code, name: code })

export const amend: readonly Defect[] = [
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
    'loan-number-opens-a-cancelled-order': {
      breaks: 'amend.closed-order-refused-with-409',
      bug: 'An amendment of a cancelled order that brings a loan number is taken with all that comes with it.',
      deep: 'only together with a loan number',
      apply: op.accept(
        'lifecycle.mayAmend',
        ({ status }, fields) => status.code === 'cancelled' && fields.includes('loan.number'),
      ),
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
    'property-amended': {
      breaks: 'amend.property-cannot-change',
      bug: 'A property sent replaces the one that the order has.',
      apply: loosened((order, patch) => {
        const sent = patch['property'] as Partial<Order['property']> | undefined
        return sent ? { property: { ...order.property, ...sent, address: order.property.address } } : {}
      }),
    },
    'borrower-renamed': {
      breaks: 'amend.borrower-names-cannot-change',
      bug: "Borrowers' names are taken over from an amendment.",
      apply: loosened((order, patch) => ({
        borrowers: order.borrowers.map((borrower, index) => {
          const { first_name, last_name } = (patch.borrowers?.[index] ?? {}) as {
            first_name?: string
            last_name?: string
          }
          return {
            ...borrower,
            first_name: first_name ?? borrower.first_name,
            last_name: last_name ?? borrower.last_name,
          }
        }),
      })),
    },
    'first-name-alone-amended': {
      breaks: 'amend.borrower-names-cannot-change',
      bug: 'A first name without the last name is taken for a correction of its spelling.',
      deep: 'only for a first name sent alone',
      apply: loosened((order, patch) => ({
        borrowers: order.borrowers.map((borrower, index) => {
          const { first_name, last_name } = (patch.borrowers?.[index] ?? {}) as Partial<typeof borrower>
          return last_name === undefined ? { ...borrower, first_name: first_name ?? borrower.first_name } : borrower
        }),
      })),
    },
    'order-type-amended': {
      breaks: 'amend.order-type-cannot-change',
      bug: 'The product of an order can be changed by its code.',
      apply: loosened((order, patch) => {
        const code = patch['order_type_code']
        return typeof code === 'string' ? { order_type: { ...order.order_type, code } } : {}
      }),
    },
    'loan-type-amended': {
      breaks: 'amend.loan-type-cannot-change',
      bug: 'The loan type of an order can be changed by its code.',
      apply: loosened((order, patch) => {
        const code = patch['loan_type_code']
        return typeof code === 'string' ? { loan: { ...order.loan, loan_type: named(code) } } : {}
      }),
    },
    'add-ons-amended': {
      breaks: 'amend.add-ons-cannot-change',
      bug: 'The add-ons of an order can be changed by their codes.',
      apply: loosened((order, patch) => {
        const codes = patch['add_on_codes']
        return Array.isArray(codes) ? { loan: { ...order.loan, add_ons: (codes as string[]).map(named) } } : {}
      }),
    },
    'status-amended': {
      breaks: 'amend.status-cannot-change',
      bug: 'The patch is merged into the record of the order, its status included.',
      apply: loosened((order, patch) => {
        const { code } = (patch['status'] ?? {}) as { code?: string }
        return code === undefined ? {} : { status: { ...order.status, code } }
      }),
    },
    'flags-amended': {
      breaks: 'amend.flags-cannot-change',
      bug: 'The flags can be changed by the names that they have on a create.',
      apply: loosened((order, patch) => {
        const sent = Object.keys(order.flags).filter((flag) => typeof patch[flag] === 'boolean')
        return { flags: { ...order.flags, ...Object.fromEntries(sent.map((flag) => [flag, patch[flag] as boolean])) } }
      }),
    },
    'flags-amended-as-they-are-read': {
      breaks: 'amend.flags-cannot-change',
      bug: 'The flags can be changed by the object that a read shows.',
      apply: loosened((order, patch) => ({
        flags: { ...order.flags, ...(patch['flags'] as Partial<Order['flags']> | undefined) },
      })),
    },
    'receive-flags-amended': {
      breaks: 'amend.receive-flags-cannot-change',
      bug: 'Borrowers are merged with what is sent of them, their receive flags included.',
      apply: loosened((order, patch) => ({
        borrowers: order.borrowers.map((borrower, index) => {
          const {
            receives_report = borrower.receives_report,
            receives_status_updates = borrower.receives_status_updates,
          } = (patch.borrowers?.[index] ?? {}) as Partial<typeof borrower>
          return { ...borrower, receives_report, receives_status_updates }
        }),
      })),
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
    'refused-amendment-half-done': {
      breaks: 'amend.refusal-leaves-the-order-unchanged',
      bug: 'The instructions of a closed order are overwritten before the amendment is refused.',
      apply: op.wrap('lifecycle.mayAmend', (may, order) => {
        const others = order.notes.filter(({ type }) => type !== 'order')
        if (!may) order.notes = [...others, { type: 'order', text: 'An amendment was refused.' }]
        return may
      }),
    },
    'switched-off-amendment-taken': {
      breaks: 'amend.not-permitted-is-403',
      bug: 'Whether the company lets a lender amend is not looked at.',
      apply: op.skip('access.checkMayAmend'),
    },
    'switched-off-amendment-takes-notes': {
      breaks: 'amend.not-permitted-is-403',
      bug: 'An amendment with notes is taken for a message, which every lender may send.',
      deep: 'only with notes',
      apply: op.mutation('accept', ({ access, amendment }) => {
        const { checkMayAmend } = access
        const askers = new Map<string, Parameters<typeof checkMayAmend>[0]>()
        access.checkMayAmend = (lender) => void askers.set(lender.id, lender)
        const { outcome } = amendment
        amendment.outcome = (order, patch, amended) => {
          if (!patch.notes) checkMayAmend.call(access, askers.get(order.account.split(':')[0]!)!)
          return outcome.call(amendment, order, patch, amended)
        }
      }),
    },
    'switched-off-amendment-done-all-the-same': {
      breaks: 'amend.not-permitted-leaves-the-order-unchanged',
      bug: 'The amendment is written before the permission is looked at.',
      deep: 'only for a lender who may not amend',
      apply: op.perTarget((barred = new Set<string>(), done = new Set<string>()) => [
        'late',
        op.answer('amendOrder', (given) => {
          if (done.size === 0) return given
          done.clear()
          return new Refusal('action_not_permitted_for_client', 'The company does not let this lender amend.', {
            status: 403,
          })
        }),
        op.replace('access.checkMayAmend', ({ id, may_amend }) => {
          if (!may_amend) barred.add(id)
        }),
        op.note('amendment.outcome', ({ account }) => {
          if (barred.has(account.split(':')[0]!)) done.add(account)
        }),
      ]),
    },
    'switched-off-amendment-not-billable': {
      breaks: 'amend.not-permitted-has-its-code',
      bug: 'A lender that may not amend is refused because its account is not billable.',
      apply: op.instead('access.checkMayAmend', function (usual, lender) {
        return lender.may_amend ? usual(lender) : this.checkBillable({ ...lender, billing: 'card' })
      }),
    },
    'loan-purpose-amended': {
      breaks: 'amend.loan-purpose-cannot-change',
      bug: 'Of the loan purpose is taken over beside what can be amended.',
      apply: loanTakenOver('purpose'),
    },
    'purchase-price-amended': {
      breaks: 'amend.purchase-price-cannot-change',
      bug: 'Of the loan purchase_price is taken over beside what can be amended.',
      apply: loanTakenOver('purchase_price'),
    },
  }),
]

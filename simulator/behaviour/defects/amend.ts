// Defects that break rules of the area amend.
import { accept, misread, replace, set, skip, wrap } from '../operators/index.ts'
import type { OrderPatch } from '../../domain/order-draft.ts'
import type { Order } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import { contested } from './actions.ts'
import { answered } from './answered.ts'
import type { Wire } from '../operators/edit-wire.ts'

type Amended = Partial<Order>

const decided = (breaks: string, id: string, bug: string, apply: (behaviour: Behaviour) => void): Defect => ({
  id,
  breaks: `amend.${breaks}`,
  bug,
  apply,
})

/** Changes what an amendment makes of the order. */
const making = (
  breaks: string,
  id: string,
  bug: string,
  change: (order: Order, patch: OrderPatch, amended: Amended) => Amended,
): Defect =>
  decided(
    breaks,
    id,
    bug,
    wrap('amendment.outcome', (usual, order, patch, amended) => ({
      ...usual,
      ...change(order, patch, amended),
    })),
  )

/** Fields that stay where an amendment should move them. */
const ignored = (breaks: string, field: keyof Order): Defect =>
  making(
    breaks,
    `amended-${field.replaceAll('_', '-')}-ignored`,
    `An amendment of ${field} is answered well and forgotten.`,
    (order) => ({
      [field]: order[field],
    }),
  )

const ignoredOfLoan = (field: 'number' | 'client' | 'investor'): Defect =>
  making(
    `loan-${field}-can-change`,
    `amended-loan-${field}-ignored`,
    `An amended loan ${field} is answered well and forgotten.`,
    (order, _patch, amended) => ({
      loan: { ...order.loan, ...amended.loan, [field]: order.loan[field] },
    }),
  )

/** Lets through what only a new order can set, and takes it over. */
const loosened = (
  breaks: string,
  id: string,
  bug: string,
  change: (order: Order, patch: OrderPatch) => Amended,
): Defect =>
  decided(breaks, id, bug, ({ amendment }) => {
    amendment.fixed = () => ({})
    const { outcome } = amendment
    amendment.outcome = (order, patch, amended) => ({
      ...outcome.call(amendment, order, patch, amended),
      ...change(order, patch),
    })
  })

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
  making(
    'leaves-what-it-does-not-name',
    'amended-loan-replaced',
    'An amended loan replaces what the order had of it.',
    (order, patch) => ({
      ...(patch.loan && {
        loan: { ...order.loan, number: null, investor: null, client: null, ...(patch.loan as object) },
      }),
    }),
  ),
  {
    ...making(
      'leaves-what-it-does-not-name',
      'amended-reference-resets-the-flags',
      'An order whose reference is amended is rewritten, with the flags of a new one.',
      (order, { lender_reference }) =>
        lender_reference === undefined ? {} : { flags: { ...order.flags, rush: false, complex: false } },
    ),
    deep: 'only on an order with flags',
  },
  decided(
    'due-date-can-be-requested',
    'due-date-refused',
    'Every other due date counts as one in the past.',
    accept('amendment.isPast'),
  ),
  decided(
    'due-date-waits-for-the-company',
    'due-date-moves-at-once',
    'The due date asked for becomes the date of the order.',
    replace('amendment.dueDate', (_current, requested) => requested),
  ),
  {
    id: 'earlier-due-date-moves-at-once',
    breaks: 'amend.due-date-waits-for-the-company',
    bug: 'A date before the one of the order is taken over without the company, for it is no extension.',
    deep: 'only for a date before the one of the order',
    apply: replace('amendment.dueDate', (current, requested) => (requested < current ? requested : current)),
  },
  {
    id: 'accepted-due-date-not-shown',
    breaks: 'amend.accepted-due-date-becomes-the-orders',
    bug: 'A read shows the due date of the creation for ever.',
    apply: ({ present }) => {
      const first = new Map<string, string>()
      const { dates } = present
      present.dates = function (order) {
        if (!first.has(order.id)) first.set(order.id, order.due_date)
        return { ...dates.call(this, order), due_date: first.get(order.id) }
      }
    },
  },
  decided(
    'sent-note-is-added-to-its-type',
    'note-added-to-the-first',
    'A sent note joins whichever note comes first.',
    misread('amendment.appendNote', (notes, sent) => [notes, { ...sent, type: notes[0]?.type ?? sent.type }]),
  ),
  {
    id: 'note-drops-the-other-type',
    breaks: 'amend.sent-note-is-added-to-its-type',
    bug: 'What an order has of notes is taken for one, and the second is lost when either is added to.',
    deep: 'only on an order with notes of both types',
    apply: misread('amendment.appendNote', (notes) => [notes.slice(0, 1)]),
  },
  {
    id: 'second-note-of-an-amendment-is-lost',
    breaks: 'amend.sent-note-is-added-to-its-type',
    bug: 'Of the notes of an amendment the first is added alone.',
    deep: 'only for an amendment with several notes',
    apply: wrap('amendment.read', (known) =>
      Array.isArray(known.notes) ? { ...known, notes: known.notes.slice(0, 1) } : known,
    ),
  },
  {
    id: 'notes-sent-together-overwrite',
    breaks: 'amend.sent-note-is-added-to-its-type',
    bug: 'The notes are read, added to and written back without a lock: of two sent together the first is lost.',
    deep: 'under concurrency',
    apply: (behaviour) => {
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
    },
  },
  {
    ...making(
      'contacts-can-change',
      'amended-contacts-wipe-the-address',
      'A borrower whose contacts are amended is rewritten from what was sent, without the address.',
      (order, patch, { borrowers = order.borrowers }) => ({
        borrowers: borrowers.map((one, index) =>
          patch.borrowers?.[index]?.contacts ? { ...one, address: null } : one,
        ),
      }),
    ),
    deep: 'only for a borrower with an address',
  },
  {
    ...making(
      'contacts-can-change',
      'amended-contacts-reset-the-flags',
      'A borrower whose contacts are amended has the receive flags of a new one.',
      (order, patch, { borrowers = order.borrowers }) => ({
        borrowers: borrowers.map((one, index) =>
          patch.borrowers?.[index]?.contacts ? { ...one, receives_report: false, receives_status_updates: false } : one,
        ),
      }),
    ),
    deep: 'only for a borrower that receives something',
  },
  {
    ...making(
      'contacts-can-change',
      'second-borrowers-contacts-go-to-the-first',
      'Whichever borrower they are sent for, amended contacts are written to the first.',
      (order, patch, { borrowers = order.borrowers }) => {
        const last = patch.borrowers?.findLastIndex((sent) => sent?.contacts) ?? -1
        if (last < 1) return {}
        const [first, ...others] = order.borrowers
        return { borrowers: [{ ...first!, contacts: borrowers[last]!.contacts }, ...others] }
      },
    ),
    deep: 'only for a second borrower',
  },
  {
    ...making(
      'contacts-can-change',
      'second-borrowers-contacts-lost',
      'Of the borrowers whose contacts are amended the first is looked at alone.',
      (order, _patch, { borrowers = order.borrowers }) => ({
        borrowers: [...borrowers.slice(0, 1), ...order.borrowers.slice(1)],
      }),
    ),
    deep: 'only for a second borrower',
  },
  decided(
    'sent-note-keeps-the-earlier-text',
    'note-replaced',
    'A sent note replaces the note of its type.',
    replace('amendment.appendNote', (notes, sent) => [
      ...notes.filter(({ type }) => type !== sent.type),
      { type: sent.type, text: sent.text },
    ]),
  ),
  {
    id: 'notes-with-ids',
    breaks: 'amend.notes-have-no-ids',
    bug: 'A read shows the ids under which notes are kept.',
    apply: answered('getOrder', (body) => {
      body['notes'] = (body['notes'] as Wire[]).map((note, index) => ({ id: `note_${index}`, ...note }))
    }),
  },
  making(
    'notes-cannot-be-removed',
    'notes-cleared-by-an-empty-list',
    'An empty list of notes clears them.',
    (_order, { notes }) => (notes !== undefined && (notes ?? []).length === 0 ? { notes: [] } : {}),
  ),
  loosened(
    'property-cannot-change',
    'property-amended',
    'A property sent replaces the one that the order has.',
    (order, patch) => {
      const sent = patch['property'] as Partial<Order['property']> | undefined
      return sent ? { property: { ...order.property, ...sent, address: order.property.address } } : {}
    },
  ),
  loosened(
    'borrower-names-cannot-change',
    'borrower-renamed',
    "Borrowers' names are taken over from an amendment.",
    (order, patch) => ({
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
    }),
  ),
  {
    ...loosened(
      'borrower-names-cannot-change',
      'first-name-alone-amended',
      'A first name without the last name is taken for a correction of its spelling.',
      (order, patch) => ({
        borrowers: order.borrowers.map((borrower, index) => {
          const { first_name, last_name } = (patch.borrowers?.[index] ?? {}) as Partial<typeof borrower>
          return last_name === undefined ? { ...borrower, first_name: first_name ?? borrower.first_name } : borrower
        }),
      }),
    ),
    deep: 'only for a first name sent alone',
  },
  loosened(
    'order-type-cannot-change',
    'order-type-amended',
    'The product of an order can be changed by its code.',
    (order, patch) => {
      const code = patch['order_type_code']
      return typeof code === 'string' ? { order_type: { ...order.order_type, code } } : {}
    },
  ),
  loosened(
    'loan-type-cannot-change',
    'loan-type-amended',
    'The loan type of an order can be changed by its code.',
    (order, patch) => {
      const code = patch['loan_type_code']
      return typeof code === 'string' ? { loan: { ...order.loan, loan_type: named(code) } } : {}
    },
  ),
  loosened(
    'add-ons-cannot-change',
    'add-ons-amended',
    'The add-ons of an order can be changed by their codes.',
    (order, patch) => {
      const codes = patch['add_on_codes']
      return Array.isArray(codes) ? { loan: { ...order.loan, add_ons: (codes as string[]).map(named) } } : {}
    },
  ),
  loosened(
    'status-cannot-change',
    'status-amended',
    'The patch is merged into the record of the order, its status included.',
    (order, patch) => {
      const { code } = (patch['status'] ?? {}) as { code?: string }
      return code === undefined ? {} : { status: { ...order.status, code } }
    },
  ),
  loosened(
    'flags-cannot-change',
    'flags-amended',
    'The flags can be changed by the names that they have on a create.',
    (order, patch) => {
      const sent = Object.keys(order.flags).filter((flag) => typeof patch[flag] === 'boolean')
      return { flags: { ...order.flags, ...Object.fromEntries(sent.map((flag) => [flag, patch[flag] as boolean])) } }
    },
  ),
  loosened(
    'flags-cannot-change',
    'flags-amended-as-they-are-read',
    'The flags can be changed by the object that a read shows.',
    (order, patch) => ({ flags: { ...order.flags, ...(patch['flags'] as Partial<Order['flags']> | undefined) } }),
  ),
  ...(
    [
      ['loan-purpose-cannot-change', 'loan-purpose-amended', 'purpose'],
      ['purchase-price-cannot-change', 'purchase-price-amended', 'purchase_price'],
    ] as const
  ).map(([breaks, id, field]) =>
    loosened(breaks, id, `Of the loan ${field} is taken over beside what can be amended.`, (order, patch) => {
      const sent = (patch.loan as Record<string, string> | null | undefined)?.[field]
      return sent === undefined ? {} : { loan: { ...order.loan, [field]: sent } }
    }),
  ),
  loosened(
    'receive-flags-cannot-change',
    'receive-flags-amended',
    'Borrowers are merged with what is sent of them, their receive flags included.',
    (order, patch) => ({
      borrowers: order.borrowers.map((borrower, index) => {
        const {
          receives_report = borrower.receives_report,
          receives_status_updates = borrower.receives_status_updates,
        } = (patch.borrowers?.[index] ?? {}) as Partial<typeof borrower>
        return { ...borrower, receives_report, receives_status_updates }
      }),
    }),
  ),
  decided(
    'closed-order-refused-with-409',
    'cancelled-order-amended',
    'A cancelled order can be amended.',
    set('lifecycle.closedForAmendment', (usual) => usual.filter((status) => status !== 'cancelled')),
  ),
  {
    ...decided(
      'closed-order-refused-with-409',
      'closed-order-takes-a-due-date',
      'An amendment with a due date is a request to the company, and passes whatever the status is.',
      accept('lifecycle.mayAmend', (_order, fields) => fields.includes('due_date')),
    ),
    deep: 'only with a due date',
  },
  decided(
    'refusal-leaves-the-order-unchanged',
    'refused-amendment-half-done',
    'The instructions of a closed order are wiped before it is refused.',
    wrap('lifecycle.mayAmend', (may, order) => {
      if (!may) order.notes = [...order.notes, { type: 'order', text: 'An amendment was refused.' }]
      return may
    }),
  ),
  decided(
    'not-permitted-is-403',
    'switched-off-amendment-taken',
    'Whether the company lets a lender amend is not looked at.',
    skip('access.checkMayAmend'),
  ),
  {
    id: 'switched-off-amendment-takes-notes',
    breaks: 'amend.not-permitted-is-403',
    bug: 'An amendment with notes is taken for a message, which every lender may send.',
    deep: 'only with notes',
    apply: ({ access, amendment }) => {
      const { checkMayAmend } = access
      const askers = new Map<string, Parameters<typeof checkMayAmend>[0]>()
      access.checkMayAmend = (lender) => void askers.set(lender.id, lender)
      const { outcome } = amendment
      amendment.outcome = (order, patch, amended) => {
        if (!patch.notes) checkMayAmend.call(access, askers.get(order.account.split(':')[0]!)!)
        return outcome.call(amendment, order, patch, amended)
      }
    },
  },
  {
    id: 'switched-off-amendment-done-all-the-same',
    breaks: 'amend.not-permitted-leaves-the-order-unchanged',
    bug: 'The amendment is written before the permission is looked at.',
    deep: 'only for a lender who may not amend',
    apply: ({ access, amendment, wire }) => {
      const barred = new Set<string>()
      const done = new Set<string>()
      access.checkMayAmend = (lender) => {
        if (!lender.may_amend) barred.add(lender.id)
      }
      const { outcome } = amendment
      amendment.outcome = (order, patch, amended) => {
        if (barred.has(order.account.split(':')[0]!)) done.add(order.account)
        return outcome.call(amendment, order, patch, amended)
      }
      const { finish } = wire
      wire.finish = function late(operationId, answer, asker) {
        if (operationId === 'amendOrder' && done.size > 0) {
          done.clear()
          throw new Refusal('action_not_permitted_for_client', 'The company does not let this lender amend.', {
            status: 403,
          })
        }
        return finish.call(this, operationId, answer, asker)
      }
    },
  },
  decided(
    'not-permitted-has-its-code',
    'switched-off-amendment-not-billable',
    'A lender that may not amend is refused because its account is not billable.',
    ({ access }) => {
      const { checkMayAmend, checkBillable } = access
      access.checkMayAmend = (lender) =>
        lender.may_amend
          ? checkMayAmend.call(access, lender)
          : checkBillable.call(access, { ...lender, billing: 'card' })
    },
  ),
]

// Defects of amendments that must be refused, or change nothing.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { OrderPatch } from '../../../simulator/domain/order-draft.ts'
import type { Order } from '../../../simulator/domain/records.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import type { Defect } from '../defect.ts'
import { type Amended, making } from './changes.ts'

/** Lets through what only a new order can set, and takes it over. */
const loosened = (change: (order: Order, patch: OrderPatch, amended: Amended) => Amended): Mutation =>
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

const named = (code: string): { code: string; name: string } => ({ code, name: code })

/** An amendment that has this field is taken of a lender who may not amend. */
const takenWith = (field: 'notes' | 'due_date'): Mutation =>
  op.mutation('accept', ({ access, amendment }) => {
    const { checkMayAmend } = access
    const askers = new Map<string, Parameters<typeof checkMayAmend>[0]>()
    access.checkMayAmend = (lender) => void askers.set(lender.id, lender)
    const { outcome } = amendment
    amendment.outcome = (order, patch, amended) => {
      if (patch[field] === undefined) checkMayAmend.call(access, askers.get(order.account.split(':')[0]!)!)
      return outcome.call(amendment, order, patch, amended)
    }
  })

export const amendRefusals: readonly Defect[] = rows({
  'portal-order-not-amended': {
    breaks: 'amend.lender-reference-can-change',
    bug: 'An order that came from the portal cannot be amended, as it has no client.',
    deep: 'only for an order that no credential placed',
    apply: op.wrap('lifecycle.mayAmend', (usual, { client_id }) => usual && client_id !== null),
  },
  'property-amended': {
    breaks: 'amend.property-cannot-change',
    bug: 'A property sent replaces the one that the order has.',
    apply: loosened((order, patch) => {
      const sent = patch['property'] as Partial<Order['property']> | undefined
      return sent ? { property: { ...order.property, ...sent, address: order.property.address } } : {}
    }),
  },
  'past-date-of-an-amendment-crashes': {
    breaks: 'amend.due-date-can-be-requested',
    bug: 'The refusal of a date in the past is put together of what is not there.',
    deep: 'only for a date in the past',
    apply: op.instead('amendment.isPast', (usual, ...given) => {
      if (usual(...given)) throw new Refusal('internal_error', 'The service failed to answer.')
      return false
    }),
  },
  'another-property-crashes': {
    breaks: 'amend.property-cannot-change',
    bug: 'An amendment of what cannot change is not foreseen and ends in the handler of last resort.',
    apply: op.replace('amendment.fixedRefusal', () => new Refusal('internal_error', 'The service failed to answer.')),
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
  'last-borrower-renamed': {
    breaks: 'amend.borrower-names-cannot-change',
    bug: 'The names of the first borrower alone are compared, and another may be renamed.',
    deep: 'only for a second borrower',
    apply: loosened((order, patch, { borrowers = order.borrowers }) => ({
      borrowers: borrowers.map((borrower, index) => {
        const { last_name } = (patch.borrowers?.[index] ?? {}) as Partial<typeof borrower>
        return index > 0 ? { ...borrower, last_name: last_name ?? borrower.last_name } : borrower
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
  'switched-off-amendment-taken': {
    breaks: 'amend.not-permitted-is-403',
    bug: 'Whether the company lets a lender amend is not looked at.',
    apply: op.skip('access.checkMayAmend'),
  },
  'switched-off-amendment-takes-notes': {
    breaks: 'amend.not-permitted-is-403',
    bug: 'An amendment with notes is taken for a message, which every lender may send.',
    deep: 'only with notes',
    apply: takenWith('notes'),
  },
  'switched-off-amendment-takes-a-due-date': {
    breaks: 'amend.not-permitted-is-403',
    bug: 'A due date is a request, which every lender may make.',
    deep: 'only with a due date',
    apply: takenWith('due_date'),
  },
  'switched-off-amendment-takes-effect': {
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
})

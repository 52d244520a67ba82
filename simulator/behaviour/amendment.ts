// What an amendment may change, and how (Endpoints / PATCH /orders/{order_id}).
import type { Contract } from '../contract/contract.ts'
import type { OrderPatch, PartiesDraft } from '../domain/order-draft.ts'
import { contactsOf, mergeParties, noParties } from '../domain/parties.ts'
import type { Contact, Environment, Note, Order, Parties } from '../domain/records.ts'
import type { Detail } from '../domain/refusal.ts'
import { Refusal } from '../domain/refusal.ts'
import { emailRoles } from './creation.ts'
import { localDate } from '../places/time-zones.ts'

type BorrowerPatch = NonNullable<NonNullable<OrderPatch['borrowers']>[number]>

/** What the company makes of a due date that the lender asks for. */
type DueDateAnswer = { seconds: number; accepts: boolean }

export const amendment = (_contract: Contract) => ({
  /** An amendment under the names of a creation, whatever names it was sent under. */
  named: (patch: OrderPatch): OrderPatch => patch,

  /** What is understood of an amendment. Throws where it is refused for what it leaves out or sends as null. */
  read(patch: OrderPatch): OrderPatch {
    return this.named(patch)
  },

  /** The borrowers sent, each in the place of the one it means; those that mean none of the order's come after them. */
  addressed: (_order: Order, sent: readonly BorrowerPatch[]): (BorrowerPatch | undefined)[] => [...sent],

  /** What only a new order can set, nested as on creation, with the values that the order has (rule 3). */
  fixed: (order: Order): Record<string, unknown> => {
    const { number: _number, client: _client, investor: _investor, ...loan } = order.loan
    return {
      order_type_code: order.order_type.code,
      order_type: order.order_type,
      loan_type_code: loan.loan_type?.code ?? null,
      add_on_codes: loan.add_ons.map(({ code }) => code),
      ...order.flags,
      loan,
      property: order.property,
      borrowers: { ...order.borrowers.map(({ contacts: _contacts, ...borrower }) => borrower) },
    }
  },

  /** Whether a fixed field may be sent with this value. */
  keeps: (_field: string, sent: unknown, kept: unknown): boolean => sent === kept,

  /** How fields that cannot change are refused; null passes them over. */
  fixedRefusal: (details: Detail[]): Refusal | null =>
    new Refusal('semantic_validation_failed', 'The amendment cannot be taken; details says why.', { details }),

  emailRoles: (patch: OrderPatch): Detail[] => emailRoles(patch),

  /** Refused with `validation_failed`: the borrower keeps a contact, and no email address is a cell phone's. */
  structural(order: Order, patch: OrderPatch): Detail[] {
    return [
      ...(patch.borrowers ?? []).flatMap((sent, index) =>
        sent?.contacts !== undefined &&
        this.contacts(order.borrowers[index]?.contacts ?? [], sent.contacts ?? []).length === 0 &&
        order.borrowers[index]?.role === 'borrower'
          ? [
              {
                field: `borrowers.${index}.contacts`,
                code: 'required',
                value: null,
                message: 'needs a phone or an email',
              },
            ]
          : [],
      ),
      ...this.emailRoles(patch),
    ]
  },

  contacts: (_kept: readonly Contact[], sent: readonly Contact[]): Contact[] => contactsOf(sent),

  /** Only the members sent change. */
  parties: (kept: Parties, sent: PartiesDraft | null | undefined): Parties =>
    sent === null ? noParties : mergeParties(kept, sent),

  /** A sent note is added to the note of its type (rule 2). */
  appendNote(notes: readonly Note[], sent: Note, now: number): Note[] {
    const present = notes.some(({ type }) => type === sent.type)
    if (!present) return [...notes, { type: sent.type, text: sent.text }]
    return notes.map((note) =>
      note.type === sent.type ? { type: note.type, text: this.joinNote(note.text, sent.text, now) } : note,
    )
  },

  joinNote: (kept: string, sent: string, _now: number): string => `${kept}\n${sent}`,

  /** A due date sent is a request: the order's own date stays (rule 1). */
  dueDate: (current: string, _requested: string): string => current,

  /** The due date that waits for the company, when another one is asked for while the former does. */
  waitingDueDate: (_former: string | null, requested: string): string => requested,

  /** Whether the company accepts a due date the moment it is asked for. */
  acceptsAtOnce: (_order: Order, _requested: string, _now: number): boolean => false,

  /** What happens on its own to a requested due date; null: it waits until the company decides. */
  dueDateAnswer: (_environment: Environment): DueDateAnswer | null => null,

  /** The order's due date once the company has declined the one asked for. */
  dueDateOnceDeclined: (order: Order): string => order.due_date,

  /** Whether `order.due_date_changed` reports a request that was declined. */
  announcesDecline: false,

  /** What an amendment makes of the order's fields. */
  outcome: (_order: Order, _patch: OrderPatch, amended: Partial<Order>): Partial<Order> => amended,

  /** Whether `updated_at` moves. */
  touches: (isVisible: boolean): boolean => isVisible,

  isPast: (date: string, now: number, postalCode: string): boolean => date < localDate(now, postalCode),
})

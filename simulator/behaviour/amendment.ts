// What an amendment may change, and how (Endpoints / PATCH /orders/{order_id}).
import type { Contract } from '../contract.ts'
import type { OrderPatch } from '../domain/order-draft.ts'
import type { Note, Order } from '../domain/records.ts'
import type { Detail } from '../domain/refusal.ts'
import { emailRoles } from './creation.ts'
import { localDate } from '../places/time-zones.ts'

export const amendment = (_contract: Contract) => ({
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

  /** Refused with `validation_failed`: the borrower keeps a contact, and no email address is a cell phone's. */
  structural: (order: Order, patch: OrderPatch): Detail[] => [
    ...(patch.borrowers ?? []).flatMap(({ contacts }, index) =>
      contacts?.length === 0 && order.borrowers[index]?.role === 'borrower'
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
    ...emailRoles(patch),
  ],

  /** A sent note is added to the note of its type (rule 2). */
  appendNote: (notes: readonly Note[], sent: Note): Note[] => {
    const present = notes.some(({ type }) => type === sent.type)
    if (!present) return [...notes, { type: sent.type, text: sent.text }]
    return notes.map((note) =>
      note.type === sent.type ? { type: note.type, text: `${note.text}\n${sent.text}` } : note,
    )
  },

  /** A due date sent is a request: the order's own date stays (rule 1). */
  dueDate: (current: string, _requested: string): string => current,

  /** What an amendment makes of the order's fields. */
  outcome: (_order: Order, _patch: OrderPatch, amended: Partial<Order>): Partial<Order> => amended,

  isPast: (date: string, now: number, state: string | null): boolean => date < localDate(now, state),
})

// What an amendment may change, and how (Endpoints / PATCH /orders/{order_id}).
import type { Contract } from '../contract.ts'
import type { Note } from '../domain/records.ts'
import { localDate } from '../places/time-zones.ts'

export const amendment = (_contract: Contract) => ({
  /** Top-level fields that only a new order can set. */
  fixedFields: ['order_type_code', 'order_type', 'loan_type_code', 'add_on_codes', 'property'],
  /** Fields of `loan` that only a new order can set. */
  fixedLoanFields: ['loan_type', 'add_ons'],

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

  isPast: (date: string, now: number, state: string | null): boolean => date < localDate(now, state),
})

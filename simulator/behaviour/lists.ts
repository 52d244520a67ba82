// Paging and filters of lists (Endpoints, Limits / Page size).
import type { Contract } from '../contract/contract.ts'
import type { AccountKey, Order } from '../domain/records.ts'
import type { Detail } from '../domain/refusal.ts'
import { Refusal } from '../domain/refusal.ts'
import type { OrderFilter, Page, Store } from '../store/store.ts'

type Paging = { page: number; per_page: number; offset: number }

/** `now` is domain time. */
export type OrderCut = { offset: number; limit: number; now: number }

export type ChildList = 'documents' | 'messages' | 'revisions'

/** Date.parse takes a 30th of February for the 2nd of March. */
const isCalendarDay = (day: string): boolean => {
  const midnight = Date.parse(day)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}

export const lists = (contract: Contract) => ({
  defaultPerPage: contract.limits.per_page_default,
  minPerPage: contract.limits.per_page_min,
  maxPerPage: contract.limits.per_page_max,

  /** Code of a parameter that can be read but not used. */
  unusableCode: 'validation_failed',

  /** Refuses a call for the names of its parameters; none is refused. */
  checkNames: (_operationId: string, _query: URLSearchParams): void => undefined,

  /** Which of the values of a parameter counts: the last. */
  pick(values: readonly string[], _name: string): string | undefined {
    return values.at(-1)
  },

  /** What an empty value means: not sent. */
  whenEmpty(_name: string): string | null {
    return null
  },

  value(query: URLSearchParams, name: string): string | null {
    const picked = this.pick(query.getAll(name), name)
    return picked === '' ? this.whenEmpty(name) : (picked ?? null)
  },

  perPage(query: URLSearchParams): number {
    return this.integer(query, 'per_page', this.defaultPerPage, this.minPerPage, this.maxPerPage)
  },

  paging(query: URLSearchParams): Paging {
    const per_page = this.perPage(query)
    const page = this.integer(query, 'page', 1, 1, Number.MAX_SAFE_INTEGER)
    return { page, per_page, offset: this.offset(page, per_page) }
  },

  offset: (page: number, per_page: number): number => (page - 1) * per_page,

  /** A whole number within bounds; 400 for what is none, 422 for one out of bounds. */
  integer(query: URLSearchParams, name: string, fallback: number, min: number, max: number): number {
    const text = this.value(query, name)
    if (text === null) return fallback
    if (!/^-?[0-9]+$/.test(text)) return this.notANumber(name, text, fallback)
    const value = Number(text)
    return value < min || value > max ? this.outOfRange(name, text, min, max) : value
  },

  /** The number to go on with, or a refusal. */
  notANumber(name: string, text: string, _fallback: number): number {
    throw this.unreadable(name, text, 'must be a whole number')
  },
  outOfRange(name: string, text: string, min: number, max: number): number {
    throw this.unusable(name, text, `must be from ${min} to ${max}`)
  },

  unreadable(field: string, value: string, message: string): Refusal {
    return new Refusal('invalid_request', `The query parameter ${field} ${message}.`, {
      details: [{ field, code: 'invalid_value', value, message }],
    })
  },

  unusable(field: string, value: string, message: string): Refusal {
    const details: Detail[] = [{ field, code: 'invalid_value', value, message }]
    return new Refusal(this.unusableCode, `The query parameter ${field} ${message}.`, { details })
  },

  boolean(query: URLSearchParams, name: string, fallback: boolean): boolean {
    const text = this.value(query, name)
    if (text === null) return fallback
    if (text !== 'true' && text !== 'false') throw this.unreadable(name, text, 'must be true or false')
    return text === 'true'
  },

  member(query: URLSearchParams, name: string, allowed: readonly string[]): string | undefined {
    const text = this.value(query, name)
    if (text === null) return undefined
    if (!allowed.includes(text)) throw this.unusable(name, text, `must be one of ${allowed.join(', ')}`)
    return text
  },

  statuses(query: URLSearchParams, known: readonly string[]): string[] | undefined {
    const text = this.value(query, 'status')
    if (text === null) return undefined
    const codes = this.statusCodes(text)
    const unknown = codes.find((code) => !known.includes(code))
    if (unknown !== undefined) this.checkUnknownStatus(unknown)
    return [...new Set(codes)]
  },

  statusCodes: (text: string): string[] => text.split(',').map((code) => code.trim()),

  checkUnknownStatus(code: string): void {
    throw this.unusable('status', code, 'must be status codes, comma separated')
  },

  /** Epoch milliseconds, floored to the second: the bound is inclusive to the second. */
  since(query: URLSearchParams, name: string): number | undefined {
    const text = this.value(query, name)
    if (text === null) return undefined
    // A plus sign that was not percent-encoded arrives as a space.
    const spelt = text.replace(/ (?=[0-9]{2}:[0-9]{2}$)/, '+')
    const instant = this.instant(spelt)
    if (instant === null || !isCalendarDay(spelt.slice(0, 10)) || Number.isNaN(instant))
      return this.badInstant(name, text)
    return this.floor(instant)
  },

  /** Epoch milliseconds of a date and time with any offset; null for a text of another form. */
  instant: (text: string): number | null =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(text) ? Date.parse(text) : null,

  /** The bound to go on with, or a refusal. */
  badInstant(name: string, text: string): number | undefined {
    throw this.unusable(name, text, 'must be a date and time with its offset')
  },

  floor: (instant: number): number => Math.floor(instant / 1000) * 1000,

  /** One page of an account's orders. */
  orders: (store: Store, account: AccountKey, filter: OrderFilter, cut: OrderCut): Page<Order> =>
    store.listOrders(account, filter, cut.offset, cut.limit),

  /** What depends on an order, in the order of its list. */
  arrange: <T extends { id: string; created_at: number }>(_list: ChildList, rows: T[]): T[] => rows,

  envelope(data: unknown[], paging: Paging, total: number): Record<string, unknown> {
    return {
      data,
      page: paging.page,
      per_page: paging.per_page,
      total,
      total_pages: Math.ceil(total / paging.per_page),
    }
  },
})

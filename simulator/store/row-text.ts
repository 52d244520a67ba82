// What a line of a data file shows of its row without being read as a whole, where it is as this version writes it.
// A quote within a JSON text stands behind a backslash, so that no text can look like a field.
import type { Event, Order } from '../domain/records.ts'
import { completeRow, rowFault } from './row-shape.ts'

/** A row that has not the fields that it should have, and which those are. */
export class RowError extends Error {}

const QUOTE = 34
const opening = '{"put":"'
const beforeKey = '","row":{"id":"'
/** The longest name of a table, and an end. */
const NAME_BYTES = 20
/** What is looked at of a line's beginning and of its end. */
const HEAD_BYTES = 600
const TAIL_BYTES = 800

/** The table and the key of a line that puts a row whose first field is its id. */
export const putIn = (line: Buffer): { table: string; key: string } | undefined => {
  const nameEnd = line.indexOf(QUOTE, opening.length)
  if (nameEnd < 0 || nameEnd > opening.length + NAME_BYTES) return undefined
  const from = nameEnd + beforeKey.length
  const to = line.indexOf(QUOTE, from)
  if (to <= from) return undefined
  const start = line.toString('latin1', 0, from)
  const key = line.toString('latin1', from, to)
  if (!start.startsWith(opening) || !start.endsWith(beforeKey) || !/^[ -[\]-~]+$/.test(key)) return undefined
  return { table: start.slice(opening.length, nameEnd), key }
}

type TableOf = Parameters<typeof completeRow>[0]

/** A row of a file with null for what its version did not have. @throws RowError where it has another shape */
export const fitRow = <Row extends object>(table: TableOf, row: Row): Row => {
  const whole = completeRow(table, row)
  const fault = rowFault(table, whole)
  if (fault !== undefined) throw new RowError(`${fault} in a row of ${table}`)
  return whole
}

/** The row that a line puts. @throws SyntaxError, RowError */
export const rowIn = (line: Buffer): object => {
  const { put, row } = JSON.parse(line.toString()) as { put: TableOf; row: object }
  return fitRow(put, row)
}

type OrderOutline = Pick<
  Order,
  'id' | 'account' | 'created_at' | 'updated_at' | 'order_number' | 'lender_reference'
> & { status: Pick<Order['status'], 'code'> }
type EventOutline = Pick<Event, 'id' | 'account' | 'type' | 'created_at' | 'order_id' | 'delivery'>

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'

/** The first fields of a row together with later ones; null where the line is written otherwise. */
const joined = (first: string, later: string): unknown => {
  try {
    return JSON.parse(`${first},${later}`)
  } catch {
    return null
  }
}

/** Texts that many rows share are kept once. */
const shared = new Map<string, string>()
const once = (text: string): string => {
  const known = shared.get(text)
  if (known !== undefined) return known
  if (shared.size < 1_000) shared.set(text, text)
  return text
}

const orderIn = (key: string, head: string, tail: string): OrderOutline | undefined => {
  const cut = head.indexOf(',"changed_at":')
  const from = tail.lastIndexOf('"created_at":')
  const to = tail.indexOf(',"due_date":', from)
  if (cut < 0 || from < 0 || to < 0) return undefined
  const found = joined(`${head.slice('{"put":"orders","row":'.length, cut)}}`, `${tail.slice(from, to)}}`)
  const { id, account, order_number, lender_reference, status, created_at, updated_at } = (found ?? {}) as Order
  if (id !== key || !isText(account) || !isText(order_number) || !isText(status?.code)) return undefined
  if (lender_reference === undefined || !isNumber(created_at) || !isNumber(updated_at)) return undefined
  const code = once(status.code)
  return { id: key, account: once(account), created_at, updated_at, order_number, lender_reference, status: { code } }
}

const eventIn = (key: string, head: string, tail: string): EventOutline | undefined => {
  const cut = head.indexOf(',"data":')
  const from = tail.lastIndexOf('"delivery":')
  if (cut < 0 || from < 0) return undefined
  const found = joined(head.slice('{"put":"events","row":'.length, cut), tail.slice(from, -1))
  const { id, account, type, created_at, order_id, delivery } = (found ?? {}) as Event
  if (id !== key || !isText(account) || !isText(type) || !isText(order_id) || !isNumber(created_at)) return undefined
  if (!isText(delivery?.status) || delivery.next_attempt_at === undefined) return undefined
  return { id: key, account: once(account), type: once(type), created_at, order_id, delivery }
}

/** Of an order and of an event what the indexes read; undefined for any other row, and where the line is written otherwise. */
export const outlineOf = (key: string, line: Buffer): OrderOutline | EventOutline | undefined => {
  const head = line.toString('utf8', 0, HEAD_BYTES)
  const isOrder = head.startsWith('{"put":"orders"')
  if (!isOrder && !head.startsWith('{"put":"events"')) return undefined
  const tail = line.toString('utf8', Math.max(0, line.length - TAIL_BYTES))
  return (isOrder ? orderIn : eventIn)(key, head, tail)
}

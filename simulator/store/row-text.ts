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
type EventOutline = Pick<Event, 'id' | 'account' | 'type' | 'created_at' | 'order_id'> & {
  delivery: Pick<Event['delivery'], 'status' | 'next_attempt_at'>
}

const orderHead =
  /^\{"put":"orders","row":\{"id":"([^"\\]+)","account":"([^"\\]+)","company_id":"[^"\\]*","client_id":(?:null|"[^"\\]*"),"order_number":("[^"\\]*"),"lender_reference":(null|"(?:[^"\\]|\\.)*"),"status":\{"code":"([^"\\]+)","changed_at":/
const orderTimes = /"created_at":(\d{1,15}),"updated_at":(\d{1,15}),"due_date":/y
const eventHead =
  /^\{"put":"events","row":\{"id":"([^"\\]+)","account":"([^"\\]+)","type":"([^"\\]+)","created_at":(\d{1,15}),"order_id":("[^"\\]+"),"data":/
const eventDelivery =
  /"delivery":\{"status":"(\w+)","attempts":\d+,"last_attempt_at":\w+,"next_attempt_at":(null|\d{1,15}),"last_response_status":\w+\}\}\}\n$/y

/** What an expression finds from the last place on where a text begins. */
const fromLast = (text: string, beginning: string, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = Math.max(0, text.lastIndexOf(beginning))
  return pattern.exec(text)
}

/** Texts that many rows share are kept once. */
const shared = new Map<string, string>()
const once = (text: string): string => {
  const known = shared.get(text)
  if (known !== undefined) return known
  if (shared.size < 1_000) shared.set(text, text)
  return text
}

/** A text as its JSON has it: a part of the line would keep all that was looked at of it. */
const own = (json: string): string => JSON.parse(json) as string

const orderIn = (key: string, head: string, tail: string): OrderOutline | undefined => {
  const [, id, account, order_number, reference, status] = orderHead.exec(head) ?? []
  const [, created, updated] = fromLast(tail, '"created_at":', orderTimes) ?? []
  if (id !== key || created === undefined) return undefined
  return {
    id: key,
    account: once(account!),
    created_at: Number(created),
    updated_at: Number(updated),
    order_number: own(order_number!),
    lender_reference: JSON.parse(reference!) as string | null,
    status: { code: once(status!) },
  }
}

const eventIn = (key: string, head: string, tail: string): EventOutline | undefined => {
  const [, id, account, type, created, order_id] = eventHead.exec(head) ?? []
  const [, status, next] = fromLast(tail, '"delivery":', eventDelivery) ?? []
  if (id !== key || status === undefined) return undefined
  return {
    id: key,
    account: once(account!),
    type: once(type!),
    created_at: Number(created),
    order_id: own(order_id!),
    delivery: {
      status: once(status) as Event['delivery']['status'],
      next_attempt_at: JSON.parse(next!) as number | null,
    },
  }
}

/** Of an order and of an event what the indexes read; undefined for any other row, and where the line is written otherwise. */
export const outlineOf = (key: string, line: Buffer): OrderOutline | EventOutline | undefined => {
  const head = line.toString('utf8', 0, HEAD_BYTES)
  const isOrder = head.startsWith('{"put":"orders"')
  if (!isOrder && !head.startsWith('{"put":"events"')) return undefined
  const tail = line.toString('utf8', Math.max(0, line.length - TAIL_BYTES))
  return (isOrder ? orderIn : eventIn)(key, head, tail)
}

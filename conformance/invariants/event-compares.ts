// How what an event shows of a document, a message, a revision request or a new order is compared with what reading it shows.
import { instantIn } from '../contract/instant.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { attachedId } from '../evidence/attached-id.ts'
import { absent } from '../evidence/expected.ts'
import { isObject } from '../contract/is-object.ts'
import { isFine, sameInstant } from '../contract/same-instant.ts'
import { sameType } from './same-writings.ts'

export const comparedRules = {
  ownMessage: 'events.message-posted-is-not-raised-by-the-lender',
  createdStatus: 'events.created-has-status',
  createdType: 'events.created-has-order-type',
  createdDue: 'events.created-has-due-date',
  createdReference: 'events.created-has-lender-reference',
}

type Fields = Record<string, unknown>
/** A thing as it was shown, and the exchange or delivery that showed it; `sent` is the body that made it, where ours did. */
export type ExchangeFacts = { value: Fields; source: string; sent?: unknown }
export type ShownEvent = ExchangeFacts & { event: string; rule: string; pointer: string }

export const fieldsOf = (value: unknown): Fields | null => (isObject(value) ? value : null)

const shownBy = (
  { rule, pointer, source }: ShownEvent,
  read: ExchangeFacts,
  holds: boolean,
  expected: unknown,
  received: unknown,
) =>
  assertion(rule, holds, expected, received, pointer).map((one) =>
    one.passed ? one : { ...one, requests: [source, read.source] },
  )

type Compare = (shown: ShownEvent, read: ExchangeFacts) => Assertion[]
type Same = (one: unknown, other: unknown) => boolean

const identical: Same = (one, other) => one === other

/** A field that both show as a value of the type. */
const both =
  (field: string, type: 'string' | 'number', same: Same = identical): Compare =>
  (shown, read) => {
    const [one, other] = [shown.value[field], read.value[field]]
    return typeof one === type && typeof other === type
      ? shownBy({ ...shown, pointer: `${shown.pointer}/${field}` }, read, same(one, other), other, one)
      : []
  }

const all =
  (...compares: Compare[]): Compare =>
  (shown, read) =>
    compares.flatMap((compare) => compare(shown, read))

const atOnce: Same = (one, other) =>
  Number.isNaN(instantIn(one)) || Number.isNaN(instantIn(other)) || sameInstant(String(one), String(other))

const alike: Same = (one, other) => sameType(String(one), String(other))

const compareDocument = all(
  both('kind', 'string'),
  both('filename', 'string'),
  both('content_type', 'string', alike),
  both('size_bytes', 'number'),
  both('created_at', 'string', atOnce),
)

const isText = (value: unknown): boolean => value === null || typeof value === 'string'

/** A text that both show, or none. */
const text =
  (field: string): Compare =>
  (shown, read) => {
    const [one, other] = [shown.value[field], read.value[field]]
    return isText(one) && isText(other)
      ? shownBy({ ...shown, pointer: `${shown.pointer}/${field}` }, read, (one ?? '') === (other ?? ''), other, one)
      : []
  }

const idsOf = (entries: unknown): unknown[] | null => {
  if (!Array.isArray(entries)) return null
  return entries.map((entry) => attachedId(entry) ?? entry)
}

/** How an entry looks is open, so that those without an id are counted alone. */
const sameEntries = (one: unknown[], other: unknown[]): boolean =>
  [...one, ...other].every((id) => typeof id === 'string')
    ? JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
    : one.length > 0 === other.length > 0

/** A message is posted with its files. */
const entries =
  (field: string): Compare =>
  (shown, read) => {
    const [ids, readIds] = [idsOf(shown.value[field]), idsOf(read.value[field])]
    if (!ids || !readIds) return []
    return shownBy({ ...shown, pointer: `${shown.pointer}/${field}` }, read, sameEntries(ids, readIds), readIds, ids)
  }

const compareMessage = all(
  both('recipient', 'string'),
  text('subject'),
  text('body'),
  entries('document_ids'),
  entries('attachments'),
)

const compareOwn: Compare = (shown, read) =>
  shownBy({ ...shown, rule: comparedRules.ownMessage }, read, false, absent, shown.value['id'])

/** What moves is compared where both show the request as it was after one and the same change, to the fraction of a second. */
const compareVersion: Compare = (shown, read) => {
  const at = shown.value['updated_at']
  if (!isFine(at) || at !== read.value['updated_at']) return []
  return all(both('status', 'string'), entries('responses'))(shown, read)
}

/** What a revision request was opened with, and when. */
const compareRequest = all(
  compareVersion,
  both('order_id', 'string'),
  both('kind', 'string'),
  text('reason'),
  both('created_at', 'string', atOnce),
)

/** An order without a reference is announced without one. */
const compareReference: Compare = (shown, read) => {
  const reference = shown.value['lender_reference']
  if (read.value['lender_reference'] !== null || reference === undefined) return []
  const place = { ...shown, rule: comparedRules.createdReference, pointer: `${shown.pointer}/lender_reference` }
  return shownBy(place, read, reference === null, null, reference)
}

/** Compared where both report one and the same change, to the fraction of a second. */
const compareStatus: Compare = (shown, read) => {
  const [status, readStatus] = [fieldsOf(shown.value['status']), fieldsOf(read.value['status'])]
  const at = status?.['changed_at']
  if (!isFine(at) || at !== readStatus?.['changed_at']) return []
  const [code, readCode] = [status?.['code'], readStatus['code']]
  // An order may be placed in the moment of its review, but is not taken back into it.
  const backwards = code === 'new' && readCode === 'pending_review'
  return shownBy({ ...shown, pointer: `${shown.pointer}/status/code` }, read, !backwards, readCode, code)
}

/** An order that is answered in the status that it was created in took this status once. */
const compareChangedAt: Compare = (shown, read) => {
  const [status, readStatus] = [fieldsOf(shown.value['status']), fieldsOf(read.value['status'])]
  if (!status || !readStatus || status['code'] !== readStatus['code']) return []
  const place = { ...shown, value: status, pointer: `${shown.pointer}/status` }
  return both('changed_at', 'string', atOnce)(place, { ...read, value: readStatus })
}

/** The type of an order is the same permanently; its name may be reworded. */
const compareType: Compare = (shown, read) => {
  const [type, readType] = [fieldsOf(shown.value['order_type']), fieldsOf(read.value['order_type'])]
  if (!type || !readType) return []
  const place = { ...shown, rule: comparedRules.createdType, value: type, pointer: `${shown.pointer}/order_type` }
  const fields = ['code', 'report_format', 'appraiser_certification']
  return all(...fields.map((field) => both(field, 'string')))(place, { ...read, value: readType })
}

/** The date sent, or the one answered, which the company may have moved in between. */
const compareDue: Compare = (shown, read) => {
  const sent = fieldsOf(read.sent)?.['due_date']
  const same: Same = (due, answered) => due === answered || due === sent
  const dates = fieldsOf(read.value['dates']) ?? {}
  return both('due_date', 'string', same)({ ...shown, rule: comparedRules.createdDue }, { ...read, value: dates })
}

export const compares = {
  documents: compareDocument,
  messages: compareMessage,
  ownMessages: compareOwn,
  requests: compareRequest,
  orders: all(compareReference, compareStatus, compareChangedAt, compareType, compareDue),
} satisfies Record<string, Compare>

// What a client does after a refusal: it changes what was wrong, and never sends the same again.
import { groupBy } from '../../../reports/group-by.ts'
import { memoizeByObject } from '../../contract/memoize-by-object.ts'
import { at, listAt, textAt } from '../../model/body.ts'
import { isRead, isSuccess, type Call, type DeliveryCall, type Journal } from '../call.ts'
import { ruleGroup, type ClientRule } from '../client-rule.ts'
import { filePartOf, type FilePart } from '../file-part.ts'
import { isInTurn, isParallel } from '../parallel.ts'
import { after, between, bodyKey, followers, headerIn, isSoon, retryOf, sameJson } from '../repeats.ts'
import { isBodyKnown, isComparable, sentType } from '../sent.ts'
import { thresholds } from '../thresholds.ts'
import { isReadOf } from './idempotency.ts'

type Refusal = 400 | 403 | 404 | 409 | 413 | 415 | 422

const unrepeated: Record<Refusal, string> = {
  400: 'errors.client-does-not-repeat-a-400',
  403: 'errors.client-does-not-repeat-a-403',
  404: 'errors.client-does-not-repeat-a-404',
  409: 'errors.client-does-not-repeat-a-409',
  413: 'errors.client-does-not-repeat-a-413',
  415: 'errors.client-does-not-repeat-a-415',
  422: 'errors.client-does-not-repeat-a-422',
}

const howToShow: Record<Refusal, string> = {
  400: 'Send a create that lacks a required field.',
  403: 'Use the credential of a lender that may not cancel, and cancel.',
  404: 'Read an order of another account.',
  409: 'Hold an order that is on hold.',
  413: 'Upload a file of more than 25 MB.',
  415: 'Upload a file of a type that is not accepted.',
  422: 'Place an order with a due date in the past.',
}

const deliveriesOf = memoizeByObject(({ deliveries }: Journal) =>
  groupBy(deliveries, ({ delivery }) => textAt(delivery.json, 'data', 'order_id')),
)

const isNewsOf = (order: string, page: Call): boolean =>
  page.operation === 'listEvents' && listAt(page.received, 'data').some((row) => textAt(row, 'order_id') === order)

/** Whether the client may have learnt of another status between a 409 and the next: from a read, from an event, from a delivery. */
const mayDiffer = (journal: Journal, call: Call, again: Call): boolean => {
  if (call.status !== 409) return false
  const order = call.ids['order_id'] ?? ''
  const isDelivered = ({ startedAt }: DeliveryCall): boolean =>
    startedAt >= call.startedAt && startedAt <= again.startedAt
  return (
    between(journal, call, again).some((one) => isReadOf(call, one) || isNewsOf(order, one)) ||
    (deliveriesOf(journal).get(order) ?? []).some(isDelivered)
  )
}

const addressOf = ({ exchange, url }: Call): string => `${exchange.request.method} ${url.pathname}`

/** By a call that was answered with this status, the next to its address of which it is not known whether it is the same. */
const unknownAfter = (journal: Journal, status: Refusal): ReadonlyMap<Call, Call> =>
  new Map(
    [...journal.byClient.keys()].flatMap((client) => [
      ...followers(
        journal,
        client,
        (call) => (isComparable(call) ? null : addressOf(call)),
        (call) => (call.status === status ? addressOf(call) : null),
      ),
    ]),
  )

/**
 * The repeat of a call that was refused. Of a client that works in parallel, one of the same just after the answer may have been on its way,
 * from another worker; those in turn are repeats. Where that worker was answered with success, what was refused has changed. Where it may
 * send its own again, after 429, a failure or no answer, whose the next is cannot be known: null.
 */
const refusedAgain = (journal: Journal, call: Call): Call | undefined | null => {
  const again = retryOf(journal, call)
  if (again === undefined || !isParallel(journal, call.client) || !isSoon(call, again)) return again
  if (isSuccess(again)) return undefined
  const next = retryOf(journal, again)
  return next === undefined || again.status === call.status ? next : null
}

/** Whether a person may have asked again: after a longer wait, and so some times at most. A program goes on. */
const isOfPerson = (journal: Journal, call: Call, again: Call): boolean => {
  let repeats = 0
  let last = call
  for (let next: Call | undefined = again; next?.status === call.status; next = retryOf(journal, last)) {
    if (next.startedAt - last.endedAt <= thresholds.personMs) return false
    repeats += 1
    if (repeats > thresholds.patience.list) return false
    last = next
  }
  return again.startedAt - call.endedAt > thresholds.personMs
}

const doesNotRepeat = (status: Refusal): ClientRule => ({
  rule: unrepeated[status],
  shownBy: `call that was answered ${status}`,
  toTry: howToShow[status],
  toChange: `Treat ${status} as final for this request: change the request, or report the failure.`,
  judge(journal, seen) {
    const unknown = unknownAfter(journal, status)
    for (const call of journal.calls) {
      if (call.status !== status || !isComparable(call)) continue
      const again = refusedAgain(journal, call)
      if (again === null) continue
      const maybe = again === undefined ? unknown.get(call) : undefined
      if (maybe !== undefined && maybe.startedAt - call.endedAt <= thresholds.retryMs) continue
      const isSameKind =
        again !== undefined &&
        sentType(again) === sentType(call) &&
        // A key that was used for another order is replaced; no other refusal is one of the key.
        (status !== 409 || headerIn(again, 'idempotency-key') === headerIn(call, 'idempotency-key'))
      if (!isSameKind || mayDiffer(journal, call, again) || isOfPerson(journal, call, again)) seen.occasion(call)
      else seen.violation({ expected: 'no repeat', received: 'the same request again' }, call, again)
    }
  },
})

/** The next request to the same address, of the same client, that is not the same request. */
const changedAfter = (journal: Parameters<typeof after>[0], call: Call): Call | undefined =>
  after(journal, call).find((other) => addressOf(other) === addressOf(call) && isInTurn(journal, other, call))

const isSent = (call: Call): boolean => !isRead(call)

const valueAt = (call: Call, field: string): unknown => at(call.sent, ...field.split('.'))

/** The fields that an error names are the same in the next request, though other parts differ. */
const fixesNamedFields = (rule: string, status: 400 | 422, toChange: string): ClientRule => ({
  rule,
  shownBy: `request that was answered ${status} with \`details\`, and was followed by a changed one`,
  toTry: `${howToShow[status]} Then let the client correct it.`,
  toChange,
  judge(journal, seen) {
    for (const call of journal.calls.filter((one) => one.status === status && isSent(one))) {
      const next = changedAfter(journal, call)
      const fields = listAt(call.received, 'details').flatMap((row) => textAt(row, 'field') ?? [])
      if (next === undefined || fields.length === 0 || bodyKey(next) === bodyKey(call)) continue
      if (call.sent === undefined || next.sent === undefined || !sameCase(call, next)) continue
      const isSame = fields.every(
        (field) => JSON.stringify(valueAt(call, field)) === JSON.stringify(valueAt(next, field)),
      )
      if (!isSame || isSuccess(next)) seen.occasion(call, next)
      else seen.violation({ expected: `another ${fields[0]}`, received: 'other fields changed alone' }, call, next)
    }
  },
})

/** Of creates, those of one order: most of the body is the same, and not both the property and the borrowers are others. */
const sameCase = (one: Call, other: Call): boolean => {
  const [a, b] = [one.sent, other.sent].map((sent) => (sent ?? {}) as Record<string, unknown>)
  const fields = Object.entries(a!)
  const isSame = (key: string): boolean => Object.hasOwn(b!, key) && sameJson(a![key], b![key])
  if (['property', 'borrowers'].every((key) => Object.hasOwn(a!, key) && !isSame(key))) return false
  return fields.filter(([key]) => isSame(key)).length * 2 >= fields.length
}

const areComparable = (...calls: readonly Call[]): boolean => calls.every(isComparable)

const uploadsAfter = (
  rule: string,
  status: 413 | 415,
  toChange: string,
  isSameFile: (one: FilePart, next: FilePart) => boolean,
  isFixed: (one: Call, next: Call, file: FilePart, again: FilePart) => boolean,
): ClientRule => ({
  rule,
  shownBy: `upload that was answered ${status}, and was followed by another of the same file`,
  toTry: `${howToShow[status]} Then let the client try again.`,
  toChange,
  judge(journal, seen) {
    for (const call of journal.calls.filter((one) => one.status === status && one.operation === 'uploadDocument')) {
      const next = changedAfter(journal, call)
      if (next === undefined || !isBodyKnown(call) || !isBodyKnown(next)) continue
      const [file, again] = [filePartOf(call), filePartOf(next)]
      if (file === null || again === null || !isSameFile(file, again) || bodyKey(next) === bodyKey(call)) continue
      if (isFixed(call, next, file, again)) seen.occasion(call, next)
      else seen.violation({ expected: toChange, received: 'the file as it was' }, call, next)
    }
  },
})

/** What the status of an order decides; a message or a file is taken in any. */
const decisions = new Set([
  'holdOrder',
  'resumeOrder',
  'cancelOrder',
  'amendOrder',
  'createRevisionRequest',
  'advanceOrder',
])

const hasSameName = (file: FilePart, again: FilePart): boolean => file.name === again.name

export const refusals = ruleGroup(
  'refusals',
  [
    ...([400, 403, 404, 409, 413, 415, 422] as const).map(doesNotRepeat),
    fixesNamedFields(
      'errors.client-fixes-a-400',
      400,
      'Correct the fields that `details` names before the request is sent again.',
    ),
    fixesNamedFields(
      'errors.client-fixes-the-values-after-422',
      422,
      'Change the values that `details` names before the request is sent again.',
    ),
    uploadsAfter(
      'errors.client-sends-a-smaller-file-after-413',
      413,
      'a smaller file',
      (file, again) => hasSameName(file, again) || file.text === again.text,
      (one, next, file, again) => next.size < one.size && file.text !== again.text,
    ),
    uploadsAfter(
      'errors.client-fixes-the-type-after-415',
      415,
      'another type of file',
      hasSameName,
      (one, next, file, again) => file.type !== again.type || sentType(one) !== sentType(next),
    ),
    {
      rule: 'errors.client-reads-the-order-after-409',
      shownBy: 'order action that was answered 409 and followed by another',
      toTry: 'Hold an order that is on hold, and let the client go on with it.',
      toChange: 'Read the order after a 409, and decide from its status.',
      judge(journal, seen) {
        for (const call of journal.calls) {
          const order = call.ids['order_id']
          if (call.status !== 409 || order === undefined) continue
          const next = after(journal, call).find(
            (one) =>
              (one.ids['order_id'] === order || one.operation === 'listOrders') &&
              (isRead(one) || (decisions.has(one.operation ?? '') && isInTurn(journal, one, call))),
          )
          if (next === undefined || next.startedAt - call.endedAt > thresholds.decisionMs) continue
          if (isRead(next)) seen.occasion(call, next)
          // The same request again is another rule's.
          else if (next.operation !== call.operation || (areComparable(call, next) && bodyKey(next) !== bodyKey(call)))
            seen.violation({ expected: 'the order read first', received: `${next.operation} at once` }, call, next)
        }
      },
    },
  ],
  ['answers', 'request bodies', 'answer bodies'],
)

// What is not to happen twice: creates have a key, other writes are looked up before they are sent again.
import { memoizeByObject } from '../../contract/memoize-by-object.ts'
import { at } from '../../model/body.ts'
import { isRead, isRefused, type Call, type Journal } from '../call.ts'
import { ruleGroup, type ClientRule, type Seen } from '../client-rule.ts'
import { between, bodyKey, isOfAnother, placeOf, repeatsOfWrite } from '../repeats.ts'
import { isComparable, isLost, sentHeader } from '../sent.ts'
import { thresholds } from '../thresholds.ts'

/** No answer of the service came: none at all, or that of a gateway that waited for it. */
const hasTimedOut = (call: Call): boolean => isLost(call) || call.status === 504

/** Undefined where it is not known, too. */
export const keyOf = (call: Call): string | undefined => sentHeader(call, 'idempotency-key') || undefined

const isKeyKnown = (call: Call): boolean => sentHeader(call, 'idempotency-key') !== undefined

const dayMs = 24 * 3_600_000

const timeout = 'Put a fault on the operation that loses the answer, and let the client go on.'

/** What became of it is not known: no answer came, or one of a failure. */
const hasFailed = (call: Call): boolean => isLost(call) || (call.status !== null && call.status >= 500)

const areOther = (one: Call, other: Call): boolean =>
  isComparable(one) && isComparable(other) && bodyKey(one) !== bodyKey(other)

type Repeat = { fits?: (again: Call) => boolean; withinMs?: number | undefined }

const repeated = (
  journal: Journal,
  call: Call,
  { fits = () => true, withinMs = dayMs }: Repeat = {},
): Call | undefined => {
  const again = repeatsOfWrite(journal, call).find(fits)
  return again !== undefined && again.startedAt - call.startedAt < withinMs ? again : undefined
}

/** Equal creates that were under way at once have a key each, and so have their repeats. */
const createdAgain = (journal: Journal, call: Call): Call | undefined =>
  repeated(journal, call, {
    fits: (again) => keyOf(again) === keyOf(call) || !isOfAnother(journal, call, again),
  })

/** A client and a key of it. */
export const named = ({ client }: Call, key = ''): string => JSON.stringify([client, key])

/** The last create of each client with each key; those whose key is not known are together. */
const lastCreates = memoizeByObject(({ calls }: Journal) => {
  const mayHaveKey = (call: Call): boolean => keyOf(call) !== undefined || !isKeyKnown(call)
  return new Map(
    calls
      .filter((one) => one.operation === 'createOrder' && mayHaveKey(one))
      .map((call) => [named(call, keyOf(call)), call]),
  )
})

/**
 * Whether the key of a create may come later: then an equal one between may be another order, of a client that repeats the first when it can.
 * One that gave the same order a new key, and goes back to the old one after a restart, looks the same.
 */
const mayBeKept = (journal: Journal, call: Call): boolean =>
  [named(call, keyOf(call)), named(call)].some((name) => {
    const last = lastCreates(journal).get(name)
    return last !== undefined && placeOf(journal, last) > placeOf(journal, call)
  })

type Unkeyed = {
  write: string
  list: string
  noun: string
  /** What shows the same, too. */
  also?: string
  /** After which the same is no repeat; a day when not given. */
  withinMs?: number
}

/** Whether the client may have got an answer to a read. */
const mayBeAnswered = (call: Call): boolean => (call.status === null ? !isLost(call) : call.status < 400)

/** A thread is oldest first: the newest message is on its last page. */
const mayShowNewest = (call: Call): boolean =>
  call.operation !== 'listMessages' ||
  !call.known.query ||
  !(Number(call.url.searchParams.get('page') ?? 1) < Number(at(call.received, 'total_pages') ?? 1))

/** Whether the list of its own order was read between a write and the next. */
const isListed = (journal: Journal, { list, also }: Unkeyed, call: Call, again: Call): boolean =>
  between(journal, call, again).some(
    (one) =>
      (one.operation === list || one.operation === also) &&
      one.ids['order_id'] === call.ids['order_id'] &&
      mayBeAnswered(one) &&
      mayShowNewest(one),
  )

const isLookedFor = (journal: Journal, call: Call, again: Call): boolean =>
  again.startedAt - call.endedAt > thresholds.retryMs &&
  between(journal, call, again).some(({ operation }) => operation === 'listOrders')

/** After a lost answer, the list is read before the same is sent again. */
const readsFirst = (rule: string, unkeyed: Unkeyed): ClientRule => ({
  rule,
  shownBy: `${unkeyed.noun} whose answer was lost`,
  toTry: timeout,
  toChange: `After a lost answer, read the list (${unkeyed.list}) and look for the ${unkeyed.noun}; send it again only when it is not there.`,
  judge(journal, seen) {
    for (const call of journal.calls.filter(
      (one) => one.operation === unkeyed.write && hasTimedOut(one) && isComparable(one),
    )) {
      const again = repeated(journal, call, { withinMs: unkeyed.withinMs })
      if (again === undefined || isListed(journal, unkeyed, call, again)) seen.occasion(call)
      // A key that is relied on is another rule's.
      else if (isKeyKnown(call) && (keyOf(call) === undefined || keyOf(again) !== keyOf(call)))
        seen.violation({ expected: `${unkeyed.list} first`, received: `the ${unkeyed.noun} again` }, call, again)
    }
  },
})

const reliesOnNoKey = (rule: string, unkeyed: Unkeyed): ClientRule => ({
  rule,
  shownBy: `${unkeyed.noun} whose answer was lost`,
  toTry: timeout,
  toChange: `The service remembers no key of a ${unkeyed.noun}: read the list (${unkeyed.list}) before it is sent again.`,
  judge(journal, seen) {
    for (const call of journal.calls.filter((one) => one.operation === unkeyed.write)) {
      if (!hasFailed(call) || !isComparable(call) || !isKeyKnown(call)) continue
      const again = repeated(journal, call)
      const isKeyed = again !== undefined && keyOf(call) !== undefined && keyOf(call) === keyOf(again)
      if (!isKeyed || isListed(journal, unkeyed, call, again)) seen.occasion(call)
      else
        seen.violation({ expected: `${unkeyed.list} first`, received: 'the same Idempotency-Key again' }, call, again)
    }
  },
})

/** A person may write the same words again later, as a reminder. */
const message = { write: 'sendMessage', list: 'listMessages', noun: 'message', withinMs: thresholds.retryMs }
/** An order has its documents. */
const upload = { write: 'uploadDocument', list: 'listDocuments', also: 'getOrder', noun: 'upload' }
const revision = { write: 'createRevisionRequest', list: 'listRevisionRequests', noun: 'revision request' }

/** Whether it can show what became of a write: a read of its order, or of what all orders have together. */
export const isReadOf = (call: Call, read: Call): boolean =>
  isRead(read) &&
  mayBeAnswered(read) &&
  read.operation !== null &&
  !['ping', 'getAccount', 'listOrderTypes', 'getWebhook', 'listEvents'].includes(read.operation) &&
  (read.ids['order_id'] === undefined || read.ids['order_id'] === call.ids['order_id'])

/** Hold, resume and cancel are safe to retry, and so is the configuration of the webhook. */
const readFirst = new Set(['amendOrder', 'createRevisionRequest', 'sendMessage', 'uploadDocument', 'advanceOrder'])

const judgeKeys = ({ byClient }: Journal, seen: Seen): void => {
  for (const calls of byClient.values()) {
    const known = new Map<string, Call>()
    for (const call of calls) {
      if (call.operation !== 'createOrder') continue
      const key = keyOf(call)
      const first = key === undefined ? undefined : known.get(key)
      if (!isKeyKnown(call)) continue
      if (key === undefined)
        seen.violation({ expected: 'a key', received: 'absent', pointer: 'header:Idempotency-Key' }, call)
      else if (first !== undefined && areOther(first, call) && call.clock - first.clock < dayMs)
        seen.violation(
          { expected: 'a key of its own', received: 'the key of another order', pointer: 'header:Idempotency-Key' },
          first,
          call,
        )
      else seen.occasion(call)
      // A refused order may be corrected under its key: the contract is silent on what is remembered of a refusal.
      const isTold = call.status !== null || isLost(call)
      const isForgotten = first !== undefined && call.clock - first.clock >= dayMs
      if (key !== undefined && (first === undefined || isForgotten) && isTold && !isRefused(call)) known.set(key, call)
    }
  }
}

export const idempotency = ruleGroup(
  'idempotency',
  [
    {
      rule: 'idempotency.client-always-sends-a-key',
      shownBy: 'create',
      toTry: 'Let the client place an order.',
      toChange:
        'Send an `Idempotency-Key` with every `POST /orders`: one for each order, the same on each retry of it.',
      judge: judgeKeys,
    },
    {
      rule: 'errors.client-retries-a-create-with-its-key-after-500',
      shownBy: 'create that was answered 500, or not at all, and was sent again',
      toTry: 'Put a fault on `createOrder` that answers 500 or loses the answer, and let the client place an order.',
      toChange: 'Store the key with the order before it is sent, and send the same key on each retry.',
      judge(journal, seen) {
        for (const call of journal.calls) {
          if (call.operation !== 'createOrder' || !hasFailed(call)) continue
          const again = createdAgain(journal, call)
          if (again === undefined || keyOf(call) === undefined || keyOf(again) === undefined) continue
          if (keyOf(again) === keyOf(call)) seen.occasion(call, again)
          // Who looked, found none and places it later, places another order.
          else if (!mayBeKept(journal, call) && !isLookedFor(journal, call, again))
            seen.violation(
              {
                expected: 'the key of the first attempt',
                received: `another key, after ${call.status ?? 'a lost answer'},`,
                pointer: 'header:Idempotency-Key',
              },
              call,
              again,
            )
        }
      },
    },
    {
      rule: 'errors.client-reads-before-repeating-a-write-after-500',
      shownBy: 'write other than a create that was answered 500',
      toTry: 'Put a fault on `sendMessage` or `amendOrder` that answers 500, and let the client go on.',
      toChange:
        'After a 500 to a write, read the order, the thread or the list first, and send it again only when nothing came of it.',
      judge(journal, seen) {
        for (const call of journal.calls) {
          if (call.status !== 500 || !readFirst.has(call.operation ?? '') || !isComparable(call)) continue
          const again = repeated(journal, call)
          if (again === undefined || between(journal, call, again).some((one) => isReadOf(call, one)))
            seen.occasion(call)
          else if (isKeyKnown(call) && (keyOf(call) === undefined || keyOf(again) !== keyOf(call)))
            seen.violation({ expected: 'a read first', received: `${call.operation} again` }, call, again)
        }
      },
    },
    readsFirst('messages.client-reads-the-thread-before-resending', message),
    readsFirst('documents.client-reads-the-list-before-resending', upload),
    readsFirst('revisions.client-reads-the-list-before-resending', revision),
    reliesOnNoKey('messages.client-relies-on-no-idempotency-key', message),
    reliesOnNoKey('documents.client-relies-on-no-idempotency-key', upload),
  ],
  ['answers', 'request bodies'],
)

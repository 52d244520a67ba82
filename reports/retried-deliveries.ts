// A finding about the attempts at an event, as one about a script's own receiver: it refuses the event of a new order as that of the run was refused, and the clock is moved to each further attempt.
import { day, inTime, mostAttempts, tooSoon, waitFor } from './attempt-times.ts'
import { bodyOf, isTaken, orderIn, recordOf, triedFor, type Attempts, type Tried } from './attempts-of-run.ts'
import { signatures, type HeardFinding } from './hearing.ts'
import { urlIn } from './hooks.ts'
import { isFormer, rotationIn, writeIn } from './later-secret.ts'
import { placedOrder, refusedType, refusingSteps } from './refusing-steps.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import type { Asked } from './script-judge.ts'
import { textOf } from './texts.ts'

/** `number`: the attempt that is judged, after those that were answered so; `seconds`: how far the clock is moved for it, null where it is not; `meanwhile`: what was sent before it. */
type Retried = {
  of: string | null
  answers: string[]
  number: number
  seconds: number | null
  asked: Asked
  words: string
  meanwhile?: readonly RecordedExchange[]
}

/** Where a redirect leads. */
const elsewhere = '?elsewhere'

const places: { [rule: string]: Pick<Asked, 'form' | 'at'> } = {
  'delivery.redelivery-keeps-the-id': { form: 'alike', at: 'body/id' },
  'delivery.created-at-is-kept-on-redelivery': { form: 'alike', at: 'body/created_at' },
  'delivery.retry-has-a-fresh-t': { form: 'distinct', at: 't' },
}

const words = {
  alike: (at: string) => `the same ${at} in each attempt`,
  distinct: (at: string) => `another ${at} in each attempt`,
}

const listOf = (at: string): string => `list:/data/type=${refusedType}/${at}`

const counted = (attempts: Attempts, isDue: boolean, seconds: number): Retried => {
  const number = attempts.length + 1
  return {
    of: orderIn(attempts),
    answers: attempts.map(({ answer }) => answer),
    number,
    seconds,
    asked: {
      at: listOf('type'),
      form: isDue ? 'at least times' : 'less often',
      values: [refusedType, String(number)],
    },
    words: isDue ? `attempt ${number} at ${refusedType}` : `no attempt ${number} at ${refusedType}`,
  }
}

const isDueAfter = (attempts: Attempts): Retried => counted(attempts, true, inTime(attempts.length + 1))

/** What both attempts are to have in common, or not. */
const compared = ({ rule, requests, expected }: Finding, deliveries: Attempts): Retried | null => {
  const place = places[rule]
  const own = deliveries.filter(({ id }) => requests.includes(id))
  const ofEvent = (event: unknown) => deliveries.find((one) => bodyOf(one).id === event)
  const first = own.length > 1 ? own[0] : (ofEvent(expected) ?? (own[0] && ofEvent(bodyOf(own[0]).id)))
  if (!place || !first) return null
  const { form, at } = place
  const asked = { at: listOf(at), form, values: [] }
  return { ...isDueAfter([first]), asked, words: words[form as keyof typeof words](at.replace(/^body\//, '')) }
}

const secondsIn = (value: unknown): number | null => {
  const [, seconds] = /^(-?\d+(?:\.\d+)?)(?: s)?$/.exec(textOf(value)) ?? []
  return seconds === undefined ? null : Number(seconds)
}

/** Attempt N came too soon, or not in time. */
const scheduled = ({ rule, received }: Finding, own: readonly Attempts[]): Retried | null => {
  const [, digit] = /^delivery\.attempt-([2-9])-after-/.exec(rule) ?? []
  const number = Number(digit ?? 0)
  const attempts = own.toSorted((one, other) => other.length - one.length)[0]?.slice(0, number - 1)
  const seconds = secondsIn(received)
  if (number === 0 || attempts?.length !== number - 1 || seconds === null) return null
  const isSeconds = typeof received !== 'number' || !Number.isInteger(received) || received > mostAttempts()
  return isSeconds && seconds < waitFor(number).least ? counted(attempts, false, tooSoon(number)) : isDueAfter(attempts)
}

/** How many attempts were made in all. */
const total = ({ received, expected }: Finding, own: readonly Attempts[]): Retried | null => {
  const [, form, bound] = /^([≥≤]) (\d+)$/.exec(textOf(expected)) ?? []
  const attempts = own.find(({ length }) => length === received)
  if (Number(bound) !== mostAttempts() || !attempts) return null
  return form === '≥' ? isDueAfter(attempts) : counted(attempts.slice(0, Number(bound)), false, day)
}

/** What the feed took for success or failure, and the answer was not. */
const mistaken = ({ received, expected }: Finding, { own, records }: Tried): Retried | null => {
  if (expected === 'not given up') {
    const givenUp = own.find((attempts) => recordOf(attempts, records)?.delivery?.['status'] === received)
    return givenUp && givenUp.length < mostAttempts() ? isDueAfter(givenUp) : null
  }
  const isWrong = (attempts: Attempts): boolean => {
    const record = recordOf(attempts, records)
    const { status, next_attempt_at: next = null } = record?.delivery ?? {}
    const isFailed = status === 'failed' || status === 'dead_lettered' || next !== null
    return record !== undefined && isTaken(attempts.at(-1)!.answer) === isFailed
  }
  const attempts =
    [textOf(received), textOf(expected)].toSorted().join() === 'failed,taken' ? own.find(isWrong) : undefined
  if (!attempts) return null
  return received === 'taken' ? isDueAfter(attempts) : counted(attempts, false, inTime(attempts.length + 1))
}

/** Sent again although it was switched off or given up: what was written to the webhook before that. */
const stopped = (
  { received, expected, requests }: Finding,
  { own }: Tried,
  exchanges: readonly RecordedExchange[],
): Retried | null => {
  const [, event] = /^(evt_[\w-]+) again$/.exec(textOf(received)) ?? []
  const meanwhile = exchanges.filter((one) => one.operation === 'setWebhook' && requests.includes(one.id))
  const [first] = meanwhile
  if (expected !== 'nothing' || event === undefined || first === undefined) return null
  const all = own.find((attempts) => bodyOf(attempts[0]!).id === event) ?? []
  const before = all.filter((one) => one.received_at < first.started_at)
  if (before.length === 0) return null
  const seconds = before.length < mostAttempts() ? inTime(before.length + 1) : day
  return { ...counted(before, false, seconds), meanwhile }
}

/** The attempts at an event before the first one that the finding names; null where it names no later one. */
const beforeNamed = ({ requests }: Finding, deliveries: Attempts): Attempts | null => {
  const at = deliveries.findIndex(({ id }) => requests.includes(id))
  if (at < 0) return null
  const { id: event } = bodyOf(deliveries[at]!)
  const before = deliveries.slice(0, at).filter((one) => bodyOf(one).id === event)
  return before.length > 0 ? before : null
}

/** An attempt that was signed with a secret which was replaced before it. */
const resigned = (finding: Finding, deliveries: Attempts, exchanges: readonly RecordedExchange[]): Retried | null => {
  const before = isFormer(finding) ? beforeNamed(finding, deliveries) : null
  const rotation = rotationIn(exchanges, 'secret')
  if (!before || !rotation) return null
  const asked = { at: listOf('signature'), form: 'at least times', values: [signatures.later, '1'] }
  const words = `attempt ${before.length + 1} signed with the later secret`
  return { ...isDueAfter(before), asked, words, meanwhile: [rotation] }
}

const moved = '?moved'

/** An attempt that went elsewhere than to an address that was set before it; where none came, the second one. */
const misled = (finding: Finding, deliveries: Attempts, exchanges: readonly RecordedExchange[]): Retried | null => {
  if (finding.rule !== 'delivery.retry-goes-to-the-url-in-force' || finding.expected !== 'the new address') return null
  const before = beforeNamed(finding, deliveries) ?? deliveries.slice(0, 1).map((one) => ({ ...one, answer: '503' }))
  const write = writeIn(exchanges, 'address', (setting) => ({ url: `${urlIn(setting)}${moved}` }))
  if (before.length === 0 || !write) return null
  const asked = { at: listOf('path'), form: 'mentions', values: [moved] }
  return { ...isDueAfter(before), asked, words: `an attempt at an address with ${moved}`, meanwhile: [write] }
}

/** A redirect that was followed: the delivery came once more, behind it. */
const followed = ({ rule, received }: Finding, own: readonly Attempts[]): Retried | null => {
  const isFollowed = Array.isArray(received) && received.some((path) => textOf(path).endsWith(elsewhere))
  const answer = own.flat().find((one) => one.answer.startsWith('307 '))
  if (rule !== 'delivery.only-the-configured-endpoint-is-called' || !isFollowed || !answer) return null
  const asked = { at: `/data/type=${refusedType}/path`, form: 'no longer', values: [`\\${elsewhere}$`] }
  return { ...isDueAfter([answer]), seconds: null, asked, words: 'no delivery to the address of a redirect' }
}

/** Null where no further attempt shows it. */
const retriedFor = (
  finding: Finding,
  tried: Tried,
  deliveries: Attempts,
  exchanges: readonly RecordedExchange[],
): Retried | null => {
  const { received, expected } = finding
  const { named, own } = tried
  const after = resigned(finding, deliveries, exchanges) ?? misled(finding, deliveries, exchanges)
  if (after) return after
  if (own.length === 0) return null
  // What was taken was booked as failed.
  const took = expected === 'not failed' ? named.find((attempts) => isTaken(attempts.at(-1)!.answer)) : undefined
  if (took) return counted(took, false, inTime(took.length + 1))
  if (received === 'not sent again') return named[0] ? isDueAfter(named[0].slice(0, 1)) : null
  return (
    followed(finding, own) ??
    stopped(finding, tried, exchanges) ??
    compared(finding, deliveries) ??
    scheduled(finding, own) ??
    total(finding, own) ??
    mistaken(finding, tried)
  )
}

/** How far the clock is moved after each attempt: to those before the judged one in any case. */
const movesFor = ({ number, seconds }: Retried): (number | null)[] =>
  Array.from({ length: number - 1 }, (_, index) => (index + 2 === number ? seconds : inTime(index + 2)))

/** Attempts at an event of an order of the script's own, each of which the receiver refuses as that of the run did. */
export const byAttempts = (
  finding: Finding,
  exchanges: readonly RecordedExchange[],
  deliveries: Attempts,
): HeardFinding | null => {
  const retried = retriedFor(finding, triedFor(finding, exchanges, deliveries), deliveries, exchanges)
  const order = retried && placedOrder(retried.of, exchanges)
  if (!retried || order === null) return null
  const { answers, asked, words: expected, meanwhile = [] } = retried
  const moves = movesFor(retried)
  const all = refusingSteps(order, { name: finding.requests.at(-1)!, source: finding.check, answers, moves, meanwhile })
  const requests = all.map(({ id }) => id)
  const read = all.at(-1)!
  return { finding: { ...finding, pointer: null, expected, requests }, read, steps: all.slice(0, -1), asked }
}

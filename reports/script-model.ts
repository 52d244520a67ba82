// What a script does to show a finding again: its calls in order, the one whose answer is judged, what is kept of earlier answers, and how it is judged.
import { capturesFor, grantedIn, namedInQueries, namedInQuery, type Capture } from './captured-values.ts'
import { actsFor, isAct, withActs, type ActDone } from './company-acts.ts'
import { answerOf } from './finding-answer.ts'
import { answeredText, changes, idsIn, neededFor, sentText, succeeded, withPlainIds } from './needed-exchanges.ts'
import { withOrderEvents } from './order-events.ts'
import { boundOf, refusedInto } from './followed-bound.ts'
import { asFeedOfOrder, focused } from './focused-finding.ts'
import { furtherCalls } from './further-calls.ts'
import { showsReceived } from './received-place.ts'
import { asHeard } from './heard-deliveries.ts'
import { hearsAll, isHearing, settingFor, type HeardFinding } from './hearing.ts'
import { withOddSecret } from './later-secret.ts'
import { withShownTokens } from './shown-tokens.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'
import { asSized } from './sized-download.ts'
import { verdictOf, type Surroundings, type Verdict } from './script-verdict.ts'
import { textOf } from './texts.ts'
import { atOnce, isWaitedFor, unscripted, untried } from './unscripted.ts'

export type ScriptModel = {
  /** As a script can judge it. */
  finding: Finding
  needed: readonly RecordedExchange[]
  judged: RecordedExchange
  captures: readonly Capture[]
  /** Null where no script can tell, and then why. */
  verdict: Verdict | null
  why: string
  /** The run sent the judged call again and again: so does the script. */
  isWaited: boolean
  /** The bytes of the judged answer are counted. */
  isSized: boolean
  /** The judged call is a read that was answered 429, as others had used up the rate: it is sent until it is. */
  isBurst: boolean
  /** Ids of calls without which the judged one shows nothing. */
  steps: readonly string[]
  /** A read is all that was left, or a test of the webhook is judged: an answer may come from what the one before left behind, so that it is sent twice. */
  isTwice: boolean
}

const severalAnswers = 'what several answers show together is compared by assay alone'

const sentIn =
  (needed: readonly RecordedExchange[]) =>
  (text: string): boolean =>
    needed.some((one) => sentText(one).includes(JSON.stringify(text).slice(1, -1)))

/** Ids that the script needs, and takes from an answer of its own. */
export const askedIds = (finding: Finding, needed: readonly RecordedExchange[]): Set<string> =>
  new Set([...needed.flatMap((one) => idsIn(sentText(one))), ...idsIn(textOf(finding.expected))])

const surroundingsOf = (
  finding: Finding,
  needed: readonly RecordedExchange[],
  captures: readonly Capture[],
): Surroundings => {
  const asked = askedIds(finding, needed)
  const known = new Set([
    ...needed.flatMap((one) => idsIn(answeredText(one))).filter((id) => asked.has(id)),
    ...captures.map(({ text }) => text),
  ])
  return {
    known: (text) => known.has(text),
    places: captures.flatMap(({ pointer }) => pointer ?? []),
    isSent: sentIn(needed),
  }
}

/** The answer that the finding is about, or another of those that show it, where one alone does. */
const judgeable = (finding: Finding, needed: readonly RecordedExchange[], isTried: boolean): RecordedExchange[] => {
  const calls = needed.filter((one) => !isAct(one))
  const own = calls.filter(({ id }) => finding.requests.includes(id)).toReversed()
  const about = own.filter(({ id }) => id === answerOf(finding))
  const candidates = [...about, ...own.filter((one) => !about.includes(one)), ...calls.slice(-1)]
  const shown = [...candidates.filter((one) => showsReceived(finding, one)), ...candidates]
  const alone = { known: () => false, isSent: sentIn(needed), isTried }
  return [...shown.filter((one) => verdictOf(finding, one, alone) !== null), ...shown]
}

/** What was subscribed to when the order was placed of which an event is missing, or recorded with its delivery. */
const subscriptionOf = (
  { kind, pointer }: Finding,
  needed: readonly RecordedExchange[],
  all: readonly RecordedExchange[],
): string[] => {
  const [first] = needed
  const isOfDelivery = pointer?.includes('/delivery/') === true
  if ((kind !== 'missing_event' && !isOfDelivery) || !first) return []
  const earlier = all.slice(0, all.indexOf(first))
  const setting = earlier.findLast(
    (one) =>
      one.operation === 'setWebhook' && one.role === 'main' && one.environment === first.environment && succeeded(one),
  )
  return setting ? [setting.id] : []
}

/** The writes of the webhook that count; null where any that says all does. */
const settingsOf = (
  { settings, read, steps = [] }: HeardFinding,
  all: readonly RecordedExchange[],
): string[] | null => {
  const heard = [...steps, read].find(isHearing)
  const setting = heard ? settingFor(heard, all) : null
  return settings ?? (setting === null ? null : [setting])
}

/** What a run has of traffic. */
export type ScriptGround = {
  exchanges: readonly RecordedExchange[]
  acts?: readonly ActDone[]
  deliveries?: readonly RecordedDelivery[]
}

/**
 * `kept`: the only calls that are sent, where it was tried that they do; `all` while that is tried. Null when the finding names no request, such as
 * one about a delivery that no feed shows.
 */
export const scriptModel = (
  found: Finding,
  { exchanges, acts = [], deliveries = [] }: ScriptGround,
  kept?: ReadonlySet<string> | 'all',
): ScriptModel | null => {
  const heard = kept === undefined ? null : asHeard(found, exchanges, deliveries)
  const event = heard ?? asFeedOfOrder(found, exchanges, deliveries, kept !== undefined)
  const sized = kept === undefined ? null : asSized(found, exchanges)
  const stated = focused(event?.finding ?? sized?.finding ?? found)
  const shown = withShownTokens(exchanges).map((one) => (one.id === sized?.of.id ? sized.of : one))
  const plain = withActs(shown.map(withPlainIds), acts)
  // What came after the page that shows an event has no part in it.
  const end = heard === null && event ? plain.findIndex(({ id }) => id === event.read.id) : -1
  const others = end < 0 ? plain.filter(({ id }) => id !== event?.read.id) : plain.slice(0, end)
  // A receiver of its own is set once, before the order is placed, and hears everything.
  const settings = heard && settingsOf(heard, others)
  const counts = (one: RecordedExchange): boolean => settings?.includes(one.id) ?? hearsAll(one)
  const counted = heard ? others.filter((one) => one.operation !== 'setWebhook' || counts(one)) : others
  const set = heard?.isOdd ? counted.map(withOddSecret) : counted
  const steps = heard?.steps ?? []
  const added = steps.filter((one) => !set.some(({ id }) => id === one.id))
  const all = event ? [...set, ...added, event.read] : set
  const own = neededFor(stated, all)
  const [about] = heard ? [heard.read] : judgeable(stated, own, kept !== undefined)
  if (!about) return null
  const earlier = all.slice(0, all.indexOf(about))
  const captures = [
    ...capturesFor(stated, about, own, all),
    ...(kept === undefined ? [] : namedInQuery(about, earlier)),
  ]
  const sources = [...captures.map(({ from }) => from.id), ...refusedInto(stated, about, earlier)]
  const first = neededFor({ requests: [...stated.requests, ...sources] }, all)
  const withCompany = actsFor(stated.check, first, all).map(({ id }) => id)
  const setting = kept === undefined ? [] : subscriptionOf(stated, first, all)
  const further = kept === 'all' ? furtherCalls(stated, about, earlier) : []
  const whole = neededFor({ requests: [...stated.requests, ...sources, ...withCompany, ...setting, ...further] }, all)
  const calls = kept === undefined || kept === 'all' ? whole : all.filter(({ id }) => kept.has(id))
  const needed = event ? calls : withOrderEvents(stated, calls, all)
  const judged = needed.find(({ id }) => id === about.id)
  if (!judged) return null
  const finding = boundOf(stated, judged, all, needed)
  const taken = captures.filter(({ from }) => needed.some(({ id }) => id === from.id))
  const isTried = kept !== undefined || finding.kind === 'server_error'
  const why =
    unscripted(finding, needed, all) ??
    (kept === 'all' ? null : atOnce(finding, needed)) ??
    (isTried ? null : untried(needed))
  const known = heard?.asked && { by: 'answer' as const, expected: textOf(finding.expected), asked: heard.asked }
  // Where the bound that follows the calls is what came, nothing is wrong.
  const isWrong = finding === stated || finding.expected !== finding.received
  const verdict =
    why === null && isWrong
      ? (known ??
        verdictOf(finding, judged, { ...surroundingsOf(finding, needed, taken), isTried: kept !== undefined }))
      : null
  const isSized = judged.id === sized?.of.id
  // What was just answered may not be booked yet.
  const isWaited = isWaitedFor(judged, needed, all) || (heard !== null && !isHearing(judged))
  // A script must not make hundreds of orders, or of tokens.
  const isBurst = judged.response?.status === 429 && verdict?.by === 'answer' && !changes(judged)
  const isAlone = needed.length === 1 && !changes(judged) && !isBurst
  const isTwice = kept !== undefined && (isAlone || judged.operation === 'testWebhook')
  const named = namedInQueries(needed)
  return {
    finding,
    needed,
    judged,
    captures: [...taken, ...named, ...grantedIn(needed)],
    verdict,
    why: why ?? severalAnswers,
    isWaited,
    isSized,
    isBurst,
    isTwice,
    steps: steps.map(({ id }) => id),
  }
}

// How long a client waits before it sends again what failed for a while, and that it does.
import { bounds } from '../../../fixtures/bounds.ts'
import { memoizeByObject } from '../../contract/memoize-by-object.ts'
import { isRead, isSuccess, type Call, type Journal } from '../call.ts'
import { ruleGroup, someOf, type ClientRule } from '../client-rule.ts'
import { isInTurn, isParallel } from '../parallel.ts'
import { after, answerHeader, attemptSeries, ownRepeatOf, placeIn, repeatOf } from '../repeats.ts'
import { isFlat, isJittered } from '../schedule.ts'
import { isComparable } from '../sent.ts'
import { thresholds } from '../thresholds.ts'

const waitAfter = (call: Call): number | null => {
  const seconds = Number(answerHeader(call, 'retry-after') ?? NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}

const faultHint = (status: number): string =>
  `Put a fault on an operation that answers ${status} some times in a row, and let the client call it.`

/** Whether a repeat was served before it was due, and the next came when it was: it may be the poll of another process. */
const isOfAnotherPoller = (journal: Journal, call: Call, again: Call, wait: number): boolean => {
  const waitedFor = ({ startedAt }: Call): number => startedAt - call.endedAt
  const next = repeatOf(journal, again)
  if (!isSuccess(again) || waitedFor(again) >= wait || next === undefined) return false
  return waitedFor(next) >= wait && waitedFor(next) <= thresholds.mostWaits * wait
}

const addressKey = ({ client, operation, url }: Call): string => `${client} ${operation} ${url.pathname}`

/** The last call to each address: where one came after a read, this did. */
const lastTo = memoizeByObject(({ calls }: Journal) => new Map(calls.map((call) => [addressKey(call), call])))

/** The same request, or one for the same that was given another link or window. */
const isReadAgain = (journal: Journal, call: Call): boolean => {
  if (repeatOf(journal, call) !== undefined) return true
  const last = lastTo(journal).get(addressKey(call))!
  return placeIn(journal, last) > placeIn(journal, call) && isInTurn(journal, last, call)
}

/**
 * Of a client that works in turn, the calls that follow one another into the limit, each before the wait of the first is over. The limit is
 * that of the client: after a 429 it sends nothing, and each of a few processes may learn it by a call of its own.
 */
const intoTheLimit = (journal: Journal): Call[][] =>
  [...journal.byClient].flatMap(([client, calls]) => {
    if (!journal.named.has(client) || isParallel(journal, client)) return []
    const runs: Call[][] = []
    let run: Call[] = []
    for (const call of calls) {
      const [first] = run
      const isWithin =
        first !== undefined &&
        call.status === 429 &&
        call.startedAt < first.endedAt + (waitAfter(first) ?? 0) - thresholds.earlyMs - first.known.stepMs
      if (isWithin) run.push(call)
      else {
        runs.push(run)
        run = call.status === 429 && waitAfter(call) !== null ? [call] : []
      }
    }
    return [...runs, run].filter(({ length }) => length > thresholds.patience.others)
  })

const retryAfterRule = (status: 429 | 503): ClientRule => ({
  rule: status === 429 ? 'errors.client-waits-for-retry-after-on-429' : 'errors.client-waits-for-retry-after-on-503',
  shownBy: `call that was answered ${status} with \`Retry-After\` and was sent again`,
  toTry: faultHint(status),
  toChange: 'Wait at least the seconds of `Retry-After` before the same request is sent again.',
  judge(journal, seen) {
    if (status === 429)
      for (const run of intoTheLimit(journal))
        seen.violation(
          {
            expected: `a wait of ${waitAfter(run[0]!)! / 1000} s`,
            received: `${run.length - 1} more calls into the limit`,
          },
          ...someOf(run),
        )
    for (const call of journal.calls) {
      const wait = waitAfter(call)
      if (call.status !== status || wait === null) continue
      const again = ownRepeatOf(journal, call, thresholds.mostWaits * wait)
      if (again === undefined || isOfAnotherPoller(journal, call, again, wait)) continue
      const waited = again.startedAt - call.endedAt
      if (waited >= wait - thresholds.earlyMs - call.known.stepMs) {
        if (call.known.duration) seen.occasion(call, again)
      } else
        seen.violation(
          { expected: `a wait of ${wait / 1000} s`, received: `${(waited / 1000).toFixed(1)} s` },
          call,
          again,
        )
    }
  },
})

/** Waits between attempts, beyond what `Retry-After` asked for. */
const waitsOf = (series: readonly Call[]): number[] =>
  series.slice(1).map((call, index) => {
    const before = series[index]!
    return Math.max(0, call.startedAt - before.endedAt - (waitAfter(before) ?? 0))
  })

/** Instants of whole seconds tell nothing of what is shorter, and without its duration a call has no end. */
const areTold = (series: readonly Call[]): boolean => series.every(({ known }) => known.stepMs === 1 && known.duration)

const { callsOfFinding: mostShown } = bounds.audited

const inSeconds = (waits: readonly number[]): string =>
  waits
    .slice(0, mostShown)
    .map((ms) => `${(ms / 1000).toFixed(2)} s`)
    .join(', ')

const backOffRule = (status: 429 | 500 | 503): ClientRule => ({
  rule: {
    429: 'errors.client-backs-off-on-429',
    500: 'errors.client-backs-off-on-500',
    503: 'errors.client-backs-off-on-503',
  }[status],
  shownBy: `request that was answered ${status} and sent again ${thresholds.fewestGrowing} times`,
  toTry: `Put a fault on an operation that answers ${status} six times, and let the client call it.`,
  toChange: 'Let each wait be longer than the one before, about twice as long, with jitter, up to a limit.',
  judge(journal, seen) {
    for (const series of attemptSeries(journal, status)) {
      const waits = waitsOf(series).slice(0, thresholds.fewestGrowing)
      if (waits.length < thresholds.fewestGrowing || !areTold(series)) continue
      // Where the service says how long, waiting as long, or longer, is backing off; waiting less is another rule's.
      const isAsked = series.slice(0, -1).every((call) => waitAfter(call) !== null)
      if (isAsked || !isFlat(waits)) seen.occasion(...someOf(series))
      else seen.violation({ expected: 'waits that grow', received: inSeconds(waits) }, ...someOf(series))
    }
  },
})

/** Some libraries send the first repeat at once. */
const withoutShort = (waits: readonly number[]): number[] => {
  const first = waits.findIndex((ms) => ms >= thresholds.shortestWaitMs)
  return first === -1 ? [] : waits.slice(first)
}

/** Where a wait is as long as `Retry-After` asks, the client has chosen none. */
const isChosen = (waits: readonly number[]): boolean =>
  waits.length > 1 && waits.every((ms) => ms >= thresholds.shortestWaitMs)

const jitter: ClientRule = {
  rule: 'errors.client-jitters-its-retries',
  shownBy: 'client that was answered 429, 500 or 503 and sent again often enough to tell chance from a schedule',
  toTry: 'Put a fault on an operation that answers 500 six times, and let the client call it, twice.',
  toChange: 'Add a random part to each wait, so that many clients do not come back at the same moment.',
  judge(journal, seen) {
    const all = [429, 500, 503].flatMap((status) => attemptSeries(journal, status)).filter(areTold)
    for (const client of new Set(all.map(([first]) => first!.client))) {
      const own = all
        .filter(([first]) => first!.client === client)
        .map((series) => ({ series, waits: withoutShort(waitsOf(series)) }))
        .filter(({ waits }) => isChosen(waits))
      const calls = own.flatMap(({ series }) => series)
      const waits = own.map(({ waits }) => waits)
      const isRandom = isJittered(waits)
      if (isRandom === true) seen.occasion(...someOf(calls))
      else if (isRandom === false)
        seen.violation(
          { expected: 'waits with jitter', received: waits.slice(0, mostShown).map(inSeconds).join('; ') },
          ...someOf(calls),
        )
    }
  },
}

export const waits = ruleGroup(
  'waits',
  [
    retryAfterRule(429),
    retryAfterRule(503),
    backOffRule(429),
    backOffRule(500),
    backOffRule(503),
    jitter,
    {
      rule: 'errors.client-retries-a-read-after-500',
      shownBy: 'read that was answered 500, with more calls after it',
      toTry: faultHint(500),
      toChange: 'Send a read again after a 500, after a wait.',
      judge(journal, seen) {
        const failed = journal.calls.filter(
          (call) =>
            isRead(call) &&
            isComparable(call) &&
            call.status === 500 &&
            after(journal, call).length >= thresholds.patience.list,
        )
        const again = failed.find((call) => isReadAgain(journal, call))
        if (again !== undefined) seen.occasion(again)
        else if (failed.length > 0)
          seen.violation({ expected: 'the read again', received: 'other calls alone' }, failed[0]!)
      },
    },
  ],
  ['answers', 'parts of seconds', 'queries'],
)

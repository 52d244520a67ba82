// How long a client waits before it sends again what failed for a while, and that it does.
import { isRead, type Call } from '../call.ts'
import { ruleGroup, type ClientRule } from '../client-rule.ts'
import { after, answerHeader, attemptSeries, repeatOf } from '../repeats.ts'

/** Clocks and schedulers are not exact. */
const slackMs = 100

const waitAfter = (call: Call): number | null => {
  const seconds = Number(answerHeader(call, 'retry-after') ?? NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}

const faultHint = (status: number): string =>
  `Put a fault on an operation that answers ${status} some times in a row, and let the client call it.`

const retryAfterRule = (status: 429 | 503): ClientRule => ({
  rule: status === 429 ? 'errors.client-waits-for-retry-after-on-429' : 'errors.client-waits-for-retry-after-on-503',
  shownBy: `call that was answered ${status} with \`Retry-After\` and was sent again`,
  toTry: faultHint(status),
  toChange: 'Wait at least the seconds of `Retry-After` before the same request is sent again.',
  judge(journal, seen) {
    for (const call of journal.calls) {
      const wait = waitAfter(call)
      const again = call.status === status && wait !== null ? repeatOf(journal, call) : undefined
      if (again === undefined || wait === null) continue
      const waited = again.startedAt - call.endedAt
      if (waited >= wait - slackMs) seen.occasion(call, again)
      else
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

/** Fewer do not show growth, or chance. */
const fewestWaits = 4
const nothingMs = 20

/** Some that end where `Retry-After` does are as the contract wants them. */
const isFlat = (waits: readonly number[], asked: boolean): boolean => {
  const [least, most] = [Math.min(...waits), Math.max(...waits)]
  if (most <= nothingMs) return !asked
  return most <= 1.25 * least + nothingMs
}

const backOffRule = (status: 429 | 500 | 503): ClientRule => ({
  rule: {
    429: 'errors.client-backs-off-on-429',
    500: 'errors.client-backs-off-on-500',
    503: 'errors.client-backs-off-on-503',
  }[status],
  shownBy: `request that was answered ${status} and sent again ${fewestWaits} times`,
  toTry: `Put a fault on an operation that answers ${status} six times, and let the client call it.`,
  toChange: 'Let each wait be longer than the one before, about twice as long, with jitter, up to a limit.',
  judge(journal, seen) {
    for (const series of attemptSeries(journal, status)) {
      const waits = waitsOf(series).slice(0, fewestWaits)
      if (waits.length < fewestWaits) continue
      const asked = series.slice(0, -1).every((call) => waitAfter(call) !== null)
      if (!isFlat(waits, asked)) seen.occasion(...series)
      else
        seen.violation(
          { expected: 'waits that grow', received: waits.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ') },
          ...series,
        )
    }
  },
})

const alike = (one: number, other: number): boolean => Math.abs(one - other) <= 0.03 * Math.max(one, other) + 2

const shortestJittered = 100

/** The same factor from each wait to the next. */
const isRegular = (waits: readonly number[]): boolean => {
  const factor = waits[1]! / waits[0]!
  return waits.slice(1).every((wait, index) => alike(wait, waits[index]! * factor))
}

const jitter: ClientRule = {
  rule: 'errors.client-jitters-its-retries',
  shownBy: `request that was answered 429, 500 or 503 and sent again ${fewestWaits} times`,
  toTry: 'Put a fault on an operation that answers 500 six times, and let the client call it.',
  toChange: 'Add a random part to each wait, so that many clients do not come back at the same moment.',
  judge(journal, seen) {
    for (const status of [429, 500, 503])
      for (const series of attemptSeries(journal, status)) {
        const waits = waitsOf(series).slice(0, fewestWaits)
        if (waits.length < fewestWaits || Math.min(...waits) < shortestJittered) continue
        if (!isRegular(waits)) seen.occasion(...series)
        else
          seen.violation(
            { expected: 'waits with jitter', received: waits.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ') },
            ...series,
          )
      }
  },
}

export const waits = ruleGroup('waits', [
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
        (call) => isRead(call) && call.status === 500 && after(journal, call).length >= 3,
      )
      const again = failed.find((call) => repeatOf(journal, call) !== undefined)
      if (again !== undefined) seen.occasion(again)
      else if (failed.length > 0)
        seen.violation({ expected: 'the read again', received: 'other calls alone' }, failed[0]!)
    },
  },
])

// How a client gets a token, keeps it, and renews it.
import { textAt } from '../../model/body.ts'
import { isSecured, isSuccess, type Call, type Journal } from '../call.ts'
import { ruleGroup, someOf, type Seen } from '../client-rule.ts'
import { credentialIn } from '../journal/clients.ts'
import { isMasked } from '../journal/masked.ts'
import { isAfterAnswer } from '../parallel.ts'
import { fetchFor, isExpired, isRenewedSince, renewed, repeatsWithSameToken } from '../renewal.ts'
import { isHidden, issued, needlessRuns } from '../needless-tokens.ts'
import { after, bodyKey, isSameRequest, isSoon } from '../repeats.ts'
import { isBodyKnown, isComparable } from '../sent.ts'
import { thresholds } from '../thresholds.ts'

/** Of questions that are all new, as many are shown. */
const shownQuestions = 10

/**
 * What two questions have in common that are the same: the credential, shown in the same way. A secret that was wrong may be put right, and
 * then the client may ask again. A client that tries Basic and then the form, or the reverse, asks one question in the two forms that
 * there are: nothing names the one to begin with. Neither form is asked for twice.
 */
const questionsIn = (call: Call): string[] => {
  const { secret, spellings, basic } = credentialIn(call.exchange, isBodyKnown(call))
  if (secret === null) return isComparable(call) ? [`body ${bodyKey(call)}`] : []
  return spellings.filter((text) => !isMasked(text)).map((text) => `${basic} ${text}`)
}

export const tokens = ruleGroup(
  'tokens',
  [
    {
      rule: 'auth.client-caches-tokens',
      shownBy: 'token that was followed by several calls',
      toTry: 'Let the client make some calls in a row.',
      toChange: 'Keep the token, and use it for every call until shortly before `expires_in` is over.',
      judge(journal, seen) {
        for (const calls of journal.byClient.values()) {
          const fetched = issued(calls)
          for (const run of needlessRuns(journal, calls))
            if (run.length >= thresholds.fewestTokens)
              seen.violation(
                { expected: 'one token for many calls', received: `${run.length} tokens in turn, each for one call` },
                ...someOf(run),
              )
          if (fetched.length > 0 && calls.filter(isSecured).length >= thresholds.fewestTokens && !calls.some(isHidden))
            seen.occasion(...someOf(fetched))
        }
      },
    },
    {
      rule: 'auth.client-renews-on-token-expired',
      shownBy: 'call that was answered 401 with the code `token_expired`',
      toTry:
        'Move the clock of the simulator by an hour (`POST /clock/advance` of the control port), then let the client make a call.',
      toChange: 'On 401 `token_expired`, fetch a new token and send the same call with it.',
      judge(journal, seen) {
        const expired = journal.calls.filter(isExpired)
        const repeats = new Set(expired.map((one) => renewed(journal, one)))
        for (const call of expired) {
          // The repeat itself may be refused: that is the next rule's.
          if (repeats.has(call)) continue
          const again = renewed(journal, call)
          const fetched = fetchFor(journal, call, isSuccess)
          if (again !== undefined) seen.occasion(call, ...(fetched ? [fetched] : []), again)
          if (again !== undefined || !isComparable(call)) continue
          const isStale = (one: Call): boolean =>
            one.token !== null && one.token === call.token && isAfterAnswer(one, call)
          const stale = fetchFor(journal, call) === undefined ? after(journal, call).find(isStale) : undefined
          if (stale !== undefined)
            seen.violation({ expected: 'a new token', received: 'more calls with the expired token' }, call, stale)
          else if (fetched !== undefined) {
            const isOther = (one: Call): boolean => isSecured(one) && isAfterAnswer(one, fetched)
            // The next run of a job fetches a token when it is due, and begins where the last one ended.
            const isOfNextRun = fetched.startedAt - call.endedAt > thresholds.renewalMs
            const next = isOfNextRun ? after(journal, fetched).find(isOther) : undefined
            if (next !== undefined && next.token !== call.token && isSameRequest(next, call))
              seen.occasion(call, fetched, next)
            else if (after(journal, fetched).hasSome(thresholds.patience.list, isOther))
              seen.violation(
                { expected: 'the same call with the new token', received: 'other calls alone' },
                call,
                fetched,
              )
          }
        }
      },
    },
    {
      rule: 'auth.client-retries-an-expired-call-once',
      shownBy: 'call that was answered 401, was repeated with a new token, and was answered 401 again',
      toTry: 'Put a fault on an operation that answers 401 twice.',
      toChange: 'Repeat a call once after a 401; when the repeat is answered 401 too, report the failure.',
      judge(journal, seen) {
        // Of workers that send the same, each has one repeat.
        const firstOf = new Map<Call, Call>()
        const refused = journal.calls.filter((call) => call.status === 401 && isSecured(call))
        for (const call of refused) {
          const again = isExpired(call) && !firstOf.has(call) ? renewed(journal, call, firstOf) : undefined
          if (again !== undefined) firstOf.set(again, call)
        }
        for (const again of repeatsWithSameToken(journal, refused))
          if (again.length > 2 + thresholds.learningProcesses)
            seen.violation(
              { expected: 'a new token, and one repeat', received: `${again.length - 1} repeats with the same token` },
              ...someOf(again),
            )
        for (const again of refused) {
          const call = firstOf.get(again)
          if (call === undefined) continue
          const third = renewed(journal, again, firstOf, isRenewedSince)
          if (third === undefined) seen.occasion(call, again)
          else seen.violation({ expected: 'one repeat', received: 'a second repeat' }, call, again, third)
        }
      },
    },
    {
      rule: 'auth.client-stops-on-invalid-client',
      shownBy: 'token request that was answered `invalid_client`',
      toTry: 'Revoke the credential at the simulator, and let the client fetch a token.',
      toChange:
        'When the token endpoint answers `invalid_client`, stop every call with that credential and raise an alarm.',
      judge(journal, seen) {
        for (const call of firstRefusals(journal)) {
          const asked = [call]
          const known = new Map(questionsIn(call).map((question) => [question, call] as const))
          // Neither form of the question is asked for twice: the first that is no new question ends it.
          after(journal, call).some((one) => {
            const isAsked = one.operation === 'requestToken' && one.environment === call.environment
            if (!isAsked || !isAfterAnswer(one, call)) return false
            const questions = questionsIn(one)
            const before = questions.map((question) => known.get(question)).find((other) => other !== undefined)
            // Of processes that start together each asks once, and so does the next run of a job.
            if (before !== undefined && (isSoon(before, one) || one.startedAt - before.endedAt > thresholds.retryMs))
              return false
            if (before !== undefined)
              seen.violation({ expected: 'no more calls', received: 'another token request' }, before, one)
            if (before !== undefined || !isInvalid(one)) return true
            for (const question of questions) known.set(question, one)
            if (asked.length < shownQuestions) asked.push(one)
            return false
          })
          if (isShown(call)) seen.occasion(...asked)
        }
        stopsOn('invalid_client', journal, seen)
      },
    },
    {
      rule: 'auth.client-stops-on-client-revoked',
      shownBy: 'call that was answered 401 with the code `client_revoked`',
      toTry: 'Revoke the credential of the client at the simulator while the client works.',
      toChange: 'On 401 `client_revoked`, stop every call with that credential and raise an alarm.',
      judge(journal, seen) {
        stopsOn('client_revoked', journal, seen)
      },
    },
  ],
  ['answer bodies', 'credentials'],
)

/** Token requests that were refused as invalid, each the first since a token was given. */
const firstRefusals = ({ byClient }: Journal): Call[] =>
  [...byClient.values()].flatMap((calls) => {
    let isGiven = true
    return calls.filter((call) => {
      const isFirst = isGiven && isInvalid(call)
      if (call.operation === 'requestToken' && (isInvalid(call) || isSuccess(call))) isGiven = isSuccess(call)
      return isFirst
    })
  })

/** Whether it could be seen that the same is asked again. */
const isShown = (call: Call): boolean =>
  credentialIn(call.exchange, isBodyKnown(call)).spellings.some((text) => !isMasked(text)) || isComparable(call)

const isInvalid = (call: Call): boolean =>
  call.operation === 'requestToken' && textAt(call.received, 'error') === 'invalid_client'

/**
 * A call that is answered so is the last with its token. Each of several workers learns it by a call of its own, and so does a second
 * process that has the same token: a further one in turn is too many.
 */
const stopsOn = (code: 'client_revoked' | 'invalid_client', journal: Journal, seen: Seen): void => {
  const known = new Set<string>()
  for (const call of journal.calls) {
    if (call.status !== 401 || !isSecured(call) || call.token === null || textAt(call.received, 'code') !== code)
      continue
    const key = `${call.client} ${call.token}`
    if (known.has(key)) continue
    known.add(key)
    let last = call
    const more: Call[] = []
    after(journal, call).some((one) => {
      if (one.token !== call.token || !isAfterAnswer(one, last) || isSoon(last, one)) return false
      last = one
      return more.push(one) > thresholds.learningProcesses
    })
    if (more.length <= thresholds.learningProcesses) seen.occasion(call)
    else seen.violation({ expected: 'no more calls', received: 'more calls with that credential' }, call, ...more)
  }
}

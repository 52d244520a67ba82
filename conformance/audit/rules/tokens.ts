// How a client gets a token, keeps it, and renews it.
import { at, textAt } from '../../model/body.ts'
import { isSecured, isSuccess, type Call, type Journal } from '../call.ts'
import { ruleGroup } from '../client-rule.ts'
import { credentialIn, type Credential } from '../journal/clients.ts'
import { isMasked } from '../journal/masked.ts'
import { afterAnswer, between, bodyKey, repeatOf } from '../repeats.ts'
import { isBodyKnown, isComparable } from '../sent.ts'
import { thresholds } from '../thresholds.ts'

const issued = (calls: readonly Call[]): Call[] =>
  calls.filter((call) => call.operation === 'requestToken' && isSuccess(call))

const tokenOf = (call: Call): string | null => textAt(call.received, 'access_token')

const lifeMs = (call: Call): number => Number(at(call.received, 'expires_in') ?? 0) * 1000

const usesOf = (calls: readonly Call[], token: string): Call[] => calls.filter((call) => call.token === token)

/** Calls whose token the recording does not show may have used any. */
const isHidden = (call: Call): boolean => isSecured(call) && call.token === null

/**
 * A fetch that the client could have done without: the token before had much of its life left, and one call at most was made with it.
 */
const isNeedless = (calls: readonly Call[], one: Call, next: Call): boolean => {
  const token = tokenOf(one)
  if (token === null || isMasked(token)) return false
  if (calls.slice(calls.indexOf(one), calls.indexOf(next)).some(isHidden)) return false
  const uses = usesOf(calls, token)
  const leftMs = one.clock + lifeMs(one) - next.clock
  return uses.length <= 1 && leftMs > thresholds.lifeLeft * lifeMs(one) && uses.every(({ status }) => status !== 401)
}

/** Calls in turn, each of which is joined to the next. */
const runsOf = (calls: readonly Call[], isJoined: (one: Call, next: Call) => boolean): Call[][] => {
  const runs: Call[][] = []
  let isOpen = false
  for (const [index, one] of calls.entries()) {
    const next = calls[index + 1]
    const joins = next !== undefined && isJoined(one, next)
    if (joins && isOpen) runs.at(-1)!.push(one)
    else if (joins) runs.push([one])
    isOpen = joins
  }
  return runs
}

const isExpired = (call: Call): boolean =>
  call.status === 401 && isSecured(call) && textAt(call.received, 'code') === 'token_expired'

/** The first repeat of a call with another token. */
const renewed = (journal: Journal, call: Call): Call | undefined => {
  const again = repeatOf(journal, call)
  if (again === undefined) return undefined
  // A service may give out the same token again.
  const isFetched = between(journal, call, again).some(({ operation }) => operation === 'requestToken')
  if (again.token === call.token && !isFetched) return undefined
  return again.startedAt - call.endedAt <= thresholds.renewalMs ? again : undefined
}

/**
 * The same credential shown again in the same way. A secret that was wrong may be put right, and then the client may ask again. A
 * client that tries Basic and then the form, or the reverse, asks one question in the two forms that there are: nothing names the one
 * to begin with. Neither form is asked for twice.
 */
const isSameQuestion = (one: Call, other: Call): boolean => {
  const [a, b] = [one, other].map((call) => credentialIn(call.exchange, isBodyKnown(call))) as [Credential, Credential]
  if (a.secret === null && b.secret === null) return isComparable(one) && bodyKey(one) === bodyKey(other)
  const isShared = a.spellings.some((text) => !isMasked(text) && b.spellings.includes(text))
  return isShared && a.basic === b.basic
}

export const tokens = ruleGroup(
  'tokens',
  [
    {
      rule: 'auth.client-caches-tokens',
      shownBy: 'token that was followed by several calls',
      toTry: 'Let the client make some calls in a row.',
      toChange: 'Keep the token, and use it for every call until shortly before `expires_in` is over.',
      judge({ byClient }, seen) {
        for (const calls of byClient.values()) {
          const fetched = issued(calls)
          for (const run of runsOf(fetched, (one, next) => isNeedless(calls, one, next)))
            if (run.length >= thresholds.fewestTokens)
              seen.violation(
                { expected: 'one token for many calls', received: `${run.length} tokens in turn, each for one call` },
                ...run,
              )
          if (fetched.length > 0 && calls.filter(isSecured).length >= thresholds.fewestTokens && !calls.some(isHidden))
            seen.occasion(...fetched)
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
        for (const call of journal.calls.filter(isExpired)) {
          // The repeat itself may be refused: that is the next rule's.
          if (journal.calls.some((one) => isExpired(one) && one !== call && renewed(journal, one) === call)) continue
          const later = afterAnswer(journal, call)
          const fetched = later.find(({ operation }) => operation === 'requestToken')
          const stale = later.find(({ token }) => token !== null && token === call.token)
          if (fetched === undefined && stale !== undefined)
            seen.violation({ expected: 'a new token', received: 'more calls with the expired token' }, call, stale)
          else if (fetched !== undefined && isSuccess(fetched)) {
            const again = renewed(journal, call)
            const others = afterAnswer(journal, fetched).filter(isSecured)
            if (again !== undefined) seen.occasion(call, fetched, again)
            else if (others.length >= thresholds.patience.list && isComparable(call))
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
        for (const call of journal.calls.filter(isExpired)) {
          const again = renewed(journal, call)
          if (again?.status !== 401) continue
          const third = renewed(journal, again)
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
        for (const calls of journal.byClient.values()) {
          const call = calls.find(isInvalid)
          if (call === undefined) continue
          const asked = [call]
          const later = afterAnswer(journal, call).filter(
            (one) => one.operation === 'requestToken' && one.environment === call.environment,
          )
          for (const one of later) {
            const before = asked.find((other) => isSameQuestion(one, other))
            if (before !== undefined)
              seen.violation({ expected: 'no more calls', received: 'another token request' }, before, one)
            if (before !== undefined || !isInvalid(one)) break
            asked.push(one)
          }
          if (isShown(call)) seen.occasion(...asked)
        }
      },
    },
    {
      rule: 'auth.client-stops-on-client-revoked',
      shownBy: 'call that was answered 401 with the code `client_revoked`',
      toTry: 'Revoke the credential of the client at the simulator while the client works.',
      toChange: 'On 401 `client_revoked`, stop every call with that credential and raise an alarm.',
      judge(journal, seen) {
        for (const call of journal.calls) {
          if (!isRevoked(call) || call.token === null) continue
          const own = (journal.byClient.get(call.client) ?? []).filter(({ token }) => token === call.token)
          if (own.find(isRevoked) !== call) continue
          const more = afterAnswer(journal, call).find(({ token }) => token === call.token)
          if (more === undefined) seen.occasion(call)
          else seen.violation({ expected: 'no more calls', received: 'another call with that credential' }, call, more)
        }
      },
    },
  ],
  ['answer bodies', 'credentials'],
)

/** Whether it could be seen that the same is asked again. */
const isShown = (call: Call): boolean =>
  credentialIn(call.exchange, isBodyKnown(call)).spellings.some((text) => !isMasked(text)) || isComparable(call)

const isInvalid = (call: Call): boolean =>
  call.operation === 'requestToken' && textAt(call.received, 'error') === 'invalid_client'

const isRevoked = (call: Call): boolean =>
  call.status === 401 && isSecured(call) && textAt(call.received, 'code') === 'client_revoked'

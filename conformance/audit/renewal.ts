// What follows an expired token: the fetch of a new one, and the same call with it.
import { memoizeByObject } from '../contract/memoize-by-object.ts'
import { textAt } from '../model/body.ts'
import { isSecured, isSuccess, type Call, type Journal } from './call.ts'
import { CallsIn, firstFrom } from './calls-in.ts'
import { isMasked } from './journal/masked.ts'
import { answerThere, isInTurn, isParallel } from './parallel.ts'
import { between, isSoon, ownRepeatOf, placeIn, retryOf } from './repeats.ts'
import { thresholds } from './thresholds.ts'

export const tokenOf = (call: Call): string | null => textAt(call.received, 'access_token')

export const isExpired = (call: Call): boolean =>
  call.status === 401 && isSecured(call) && textAt(call.received, 'code') === 'token_expired'

const isFetch = ({ operation }: Call): boolean => operation === 'requestToken'

const fetchesIn = memoizeByObject(
  ({ byClient }: Journal) => new Map([...byClient].map(([client, calls]) => [client, calls.filter(isFetch)])),
)

/** The first fetch that may have given a new token: one after the call, or one that was under way when the call was sent. */
export const fetchFor = (journal: Journal, call: Call, fits = (_fetch: Call): boolean => true): Call | undefined => {
  const all = fetchesIn(journal).get(call.client) ?? []
  const mayServe = (one: Call): boolean =>
    answerThere(one) > call.startedAt || placeIn(journal, one) > placeIn(journal, call)
  return new CallsIn(all, firstFrom(all, call.startedAt - thresholds.renewalMs)).find(
    (one) => mayServe(one) && fits(one),
  )
}

/** When a token was there first, by client and token. */
const firstTimes = memoizeByObject(({ byClient }: Journal) => {
  const times = new Map<string, number>()
  for (const [client, calls] of byClient)
    for (const call of calls) {
      const token = isFetch(call) ? tokenOf(call) : call.token
      const key = `${client} ${token}`
      if (!times.has(key)) times.set(key, isFetch(call) ? call.endedAt : call.startedAt)
    }
  return times
})

const isUnknown = (token: string | null): boolean => token === null || isMasked(token)

const firstTime = (journal: Journal, { client, token }: Call): number => firstTimes(journal).get(`${client} ${token}`)!

/** Whether a fetch that fits gave it its token. */
const isGiven = (journal: Journal, call: Call, again: Call, fits = (_fetch: Call): boolean => true): boolean => {
  const { token } = again
  const gives = (one: Call): boolean =>
    (one.status === null || isSuccess(one)) &&
    (isUnknown(token) || isUnknown(tokenOf(one)) || tokenOf(one) === token) &&
    placeIn(journal, one) < placeIn(journal, again) &&
    isInTurn(journal, again, one)
  return fetchFor(journal, call, (one) => gives(one) && fits(one)) !== undefined
}

type IsNew = (journal: Journal, call: Call, again: Call) => boolean

/** Whether it has a token that is new since the call. A service may give out the same token again. */
const isRenewed: IsNew = (journal, call, again) => {
  // Each of several processes may have a token of its own, and all of them expire.
  if (again.token !== call.token) return !isExpired(again) || firstTime(journal, again) > call.startedAt
  return isGiven(journal, call, again)
}

/** Whether its token was there after the answer alone: one that was there before may be that of another process. */
export const isRenewedSince: IsNew = (journal, call, again) =>
  (!isUnknown(again.token) && firstTime(journal, again) >= answerThere(call)) ||
  isGiven(journal, call, again, (one) => placeIn(journal, one) > placeIn(journal, call) && isInTurn(journal, one, call))

/** Workers go on with the old token until the fetch of the new one is answered. */
const isDuringFetch = (journal: Journal, call: Call, again: Call): boolean => {
  const begun = fetchFor(journal, call)
  if (begun === undefined || again.startedAt < begun.startedAt || !isParallel(journal, call.client)) return false
  const fetched = fetchFor(journal, call, isSuccess)
  return fetched === undefined || isSoon(fetched, again)
}

/**
 * The repeat of a call with another token, soon; the same call of another worker may have met the same answer before.
 * @param taken repeats of other calls
 */
export const renewed = (
  journal: Journal,
  call: Call,
  taken: Pick<ReadonlyMap<Call, unknown>, 'has'> = new Map(),
  isNewer: IsNew = isRenewed,
): Call | undefined => {
  const isNew = (again: Call): boolean => !taken.has(again) && isNewer(journal, call, again)
  const mayBeOthers = (again: Call): boolean =>
    !isNew(again) &&
    (taken.has(again) || again.token !== call.token || isSoon(call, again) || isDuringFetch(journal, call, again))
  const again = ownRepeatOf(journal, call, thresholds.renewalMs, mayBeOthers)
  if (again === undefined || !isNew(again)) return undefined
  return again.startedAt - call.endedAt <= thresholds.renewalMs ? again : undefined
}

const ofOtherRules = new Set<string | null>(['token_expired', 'client_revoked', 'invalid_client'])

/** Calls that were answered 401, each with those after it that are the same with the same token, and no fetch of a token between. */
export const repeatsWithSameToken = (journal: Journal, refused: readonly Call[]): Call[][] => {
  const taken = new Set<Call>()
  const next = (one: Call): Call | undefined => {
    const again = retryOf(journal, one)
    if (again?.status !== 401 || again.token !== one.token || taken.has(again)) return undefined
    if (isParallel(journal, one.client) && isSoon(one, again)) return undefined
    return between(journal, one, again).some(isFetch) ? undefined : again
  }
  return refused.flatMap((call) => {
    if (call.token === null || taken.has(call) || ofOtherRules.has(textAt(call.received, 'code'))) return []
    const series = [call]
    for (let again = next(call); again !== undefined; again = next(again)) {
      series.push(again)
      taken.add(again)
    }
    return [series]
  })
}

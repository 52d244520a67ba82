// Tokens that a client could have done without: another was there, and hardly used.
import { at } from '../model/body.ts'
import { isSecured, isSuccess, type Call, type Journal } from './call.ts'
import { isMasked } from './journal/masked.ts'
import { tokenOf } from './renewal.ts'
import { placeIn } from './repeats.ts'
import { thresholds } from './thresholds.ts'

export const issued = (calls: readonly Call[]): Call[] =>
  calls.filter((call) => call.operation === 'requestToken' && isSuccess(call))

const lifeMs = (call: Call): number => Number(at(call.received, 'expires_in') ?? 0) * 1000

/** Calls whose token the recording does not show may have used any. */
export const isHidden = (call: Call): boolean => isSecured(call) && call.token === null

type Uses = { ofToken: ReadonlyMap<string, readonly Call[]>; hiddenBefore: ReadonlyMap<Call, number> }

const usesIn = (calls: readonly Call[]): Uses => {
  const ofToken = new Map<string, Call[]>()
  const hiddenBefore = new Map<Call, number>()
  let hidden = 0
  for (const call of calls) {
    if (call.operation === 'requestToken') hiddenBefore.set(call, hidden)
    if (isHidden(call)) hidden += 1
    if (call.token === null) continue
    const known = ofToken.get(call.token)
    if (known) known.push(call)
    else ofToken.set(call.token, [call])
  }
  return { ofToken, hiddenBefore }
}

/**
 * A fetch that the client could have done without: the token before had much of its life left, and one call at most was made with it.
 */
const isNeedless = (journal: Journal, { ofToken, hiddenBefore }: Uses, one: Call, next: Call): boolean => {
  const token = tokenOf(one)
  if (token === null || isMasked(token)) return false
  const uses = ofToken.get(token) ?? []
  if (uses.length > 1) return false
  // Workers that start together have no token yet: it was there where it was used before, or some time had passed.
  const isUsed = uses.some((use) => placeIn(journal, use) < placeIn(journal, next))
  if (!isUsed && next.startedAt - one.endedAt < thresholds.shortestWaitMs) return false
  if (hiddenBefore.get(one) !== hiddenBefore.get(next)) return false
  const leftMs = one.clock + lifeMs(one) - next.clock
  return leftMs > thresholds.lifeLeft * lifeMs(one) && uses.every(({ status }) => status !== 401)
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

/** Token requests in turn, each of which was needless after the one before. */
export const needlessRuns = (journal: Journal, calls: readonly Call[]): Call[][] => {
  const uses = usesIn(calls)
  return runsOf(issued(calls), (one, next) => isNeedless(journal, uses, one, next))
}

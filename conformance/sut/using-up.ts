// Whether what is left of a rate limit window can be used up before it is over, at the pace of the run so far.
import { allowance, type RateWindow } from './rate-windows.ts'

/** Short reads, some at once, are this many times as fast as other requests. */
const quicker = 4
/** The reckoning may be out by so much, and the last moment be missed by a request that takes so long. */
const [slackMs, marginMs] = [500, 4_000]

const reckoned = ({ startedAt, knownUntil, own }: RateWindow, now: number): { needed: number; left: number } | null => {
  if (startedAt === null) return null
  const each = (now - startedAt) / own / quicker
  return { needed: (allowance() - own) * each, left: (knownUntil ?? now) - now }
}

export const canBeUsedUp = (window: RateWindow, now: number): boolean => {
  const time = reckoned(window, now)
  return time !== null && time.needed + slackMs <= time.left
}

/**
 * On a slow way no window is ever used up by what the run sends. The one that it has used half of is used up while that can
 * be done: at the end of the run all of one would have to be sent for it.
 */
export const isLastMoment = (window: RateWindow, now: number): boolean => {
  const time = reckoned(window, now)
  return (
    time !== null && window.own >= allowance() / 2 && canBeUsedUp(window, now) && time.left <= time.needed + marginMs
  )
}

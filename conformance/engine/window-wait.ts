// The next rate limit window of a client, waited for where there is no control port: a run is over soonest when it uses each
// window up and waits for its end, and the limit is tripped in the first that is known from its beginning.
import type { Profile } from '../sut/profile.ts'
import type { RateWindows } from '../sut/rate-windows.ts'
import { isLastMoment } from '../sut/using-up.ts'
import type { Role } from '../evidence/roles.ts'

type WindowWaitOptions = {
  profile: Profile
  rates: RateWindows
  now: () => number
  rest: (ms: number) => Promise<void>
  /** Uses up what is left, to see what the target does then. */
  atFullWindow: () => Promise<unknown>
}

/** So much of a window is worth using up. */
const nearlyAll = 500
/** Requests of a window that are left alone: some may be under way. */
const spare = 12
/** What was sent before is answered by then, as a rule: the target counts it before it is counted here. */
const underWayMs = 500
/** A window of the contract, and a second. */
const wholeMs = 61_000
const longestMs = 95_000

/** `renew` answers once a new window has begun: null where the target has none that begins. */
export const windowWait = ({ profile, rates, now, rest, atFullWindow }: WindowWaitOptions) => {
  const roles = new Map(
    Object.entries(profile.credentials).map(([role, { environment, client_id }]) => [
      `${environment}/${client_id}`,
      role as Role,
    ]),
  )
  let isTripped = false
  const waits = new Map<string, Promise<number | undefined | null>>()

  const isDue = (client: string): boolean => {
    if (isTripped || roles.get(client) !== 'main') return false
    const window = rates.of('main')
    return !window.slides && isLastMoment(window, now())
  }

  const wait = async (client: string, blockedUntil: number): Promise<number | undefined | null> => {
    const role = roles.get(client)
    if (role === undefined) return null
    const window = rates.of(role)
    const { startedAt, sent, left, endsAt, slides } = window
    if (slides) return null
    // A window that began meanwhile has more than was counted here.
    if (blockedUntil <= now() && left !== null && left > 2 * spare && !isDue(client)) return left - spare
    // What it finds is shown where it is asked for.
    if (role === 'main' && startedAt !== null && (sent > nearlyAll || isLastMoment(window, now()))) {
      isTripped = true
      await rest(underWayMs)
      await atFullWindow().catch(() => undefined)
    }
    const until = Math.max(endsAt ?? now() + wholeMs, blockedUntil)
    await rest(Math.min(longestMs, Math.max(0, until - now())))
    rates.begun(role)
    return undefined
  }

  return {
    /** While it is waited for, nobody else sends: near the end of the allowance requests go one by one. */
    isDue: (client: string): boolean => waits.has(client) || isDue(client),
    slides: (client: string): boolean => {
      const role = roles.get(client)
      return role !== undefined && rates.of(role).slides && rates.of(role).startedAt === null
    },
    renew: (client: string, blockedUntil: number): Promise<number | undefined | null> => {
      const under = waits.get(client) ?? wait(client, blockedUntil).finally(() => waits.delete(client))
      waits.set(client, under)
      return under
    },
  }
}

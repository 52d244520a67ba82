// A new rate limit window by the control port, when the old one is used up: in the first of them the limit is tripped.
import type { Control } from '../sut/control.ts'
import type { Profile } from '../sut/profile.ts'
import { fitting, type RateWindows } from '../sut/rate-windows.ts'
import { canBeUsedUp, isLastMoment } from '../sut/using-up.ts'

const nearlyAll = 500
/** Requests of a window that are left alone: some may be under way. */
const spare = 12

type WindowRenewalOptions = {
  profile: Profile
  rates: RateWindows
  control: Pick<Control, 'renewRateLimit'>
  now: () => number
  /** Uses up what is left, to see what the target does then. */
  atFullWindow: () => Promise<unknown>
}

/** `renew` gives how many more requests the old window takes, or begins a new one. */
export const windowRenewal = ({ profile, rates, control, now, atFullWindow }: WindowRenewalOptions) => {
  const { environment, client_id } = profile.credentials.main
  const bucketOfMain = `${environment}/${client_id}`
  let isTripped = false
  let tripping: Promise<void> | null = null

  const isDue = (client: string): boolean =>
    !isTripped && client === bucketOfMain && isLastMoment(rates.of('main'), now())

  const trip = async (): Promise<void> => {
    isTripped = true
    // What it finds is shown where it is asked for.
    await atFullWindow().catch(() => undefined)
    await control.renewRateLimit()
  }

  return {
    /** Nobody else sends while the rest is used up: a new window would let it be sent all over again. */
    isDue: (client: string): boolean => tripping !== null || isDue(client),
    async renew(client: string): Promise<number | undefined> {
      if (tripping) return tripping.then(() => undefined)
      const window = rates.of('main')
      const isUsed = window.startedAt !== null && window.sent > nearlyAll && canBeUsedUp(window, now())
      const due = isDue(client)
      // Requests that name no client count against main here, but perhaps not there.
      const left = client === bucketOfMain ? fitting(window) - spare : 0
      if (left > spare && !due) return left
      if (isTripped || !(due || isUsed)) return control.renewRateLimit().then(() => undefined)
      tripping = trip().finally(() => (tripping = null))
      return tripping.then(() => undefined)
    },
  }
}

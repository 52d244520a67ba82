// A new rate limit window by the control port, when the old one is used up: in the first of them the limit is tripped.
import type { Control } from '../sut/control.ts'
import type { Profile } from '../sut/profile.ts'
import { fitting, type RateWindows } from '../sut/rate-windows.ts'

const nearlyAll = 500
/** Requests of a window that are left alone: some may be under way. */
const spare = 12

type WindowRenewalOptions = {
  profile: Profile
  rates: RateWindows
  control: Pick<Control, 'renewRateLimit'>
  /** Uses up what is left, to see what the target does then. */
  atFullWindow: () => Promise<unknown>
}

/** Gives how many more requests the old window takes, or begins a new one. */
export const windowRenewal = ({ profile, rates, control, atFullWindow }: WindowRenewalOptions) => {
  const { environment, client_id } = profile.credentials.main
  const bucketOfMain = `${environment}/${client_id}`
  return async (client: string): Promise<number | undefined> => {
    const window = rates.of('main')
    // Requests that name no client count against main here, but perhaps not there.
    const left = client === bucketOfMain ? fitting(window) - spare : 0
    if (left > spare) return left
    // What it finds is shown where it is asked for.
    if (window.startedAt !== null && window.sent > nearlyAll) await atFullWindow().catch(() => undefined)
    await control.renewRateLimit()
    return undefined
  }
}

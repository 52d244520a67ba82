// The control port as a run uses it: what it moves is known to the clock, the rate windows and those that follow the orders.
import type { Control } from '../sut/control.ts'
import type { Personal } from '../sut/personal.ts'
import type { RateWindows } from '../sut/rate-windows.ts'
import type { TargetClock } from './target-clock.ts'

type ClockedControlOptions = {
  clock: TargetClock
  rates: RateWindows
  companyActed: (path: string) => void
  personal: Personal
  /** Awaited before the clock is moved. */
  quiet: () => Promise<unknown>
}

export const clockedControl = (
  port: Control,
  { clock, rates, companyActed, personal, quiet }: ClockedControlOptions,
): Control => ({
  ...port,
  async ask(...asked: Parameters<Control['ask']>) {
    if (asked[0] !== 'GET') companyActed(asked[1])
    personal.sent(asked[2])
    return port.ask(...asked)
  },
  async renewRateLimit() {
    await rates.renewed(() => port.renewRateLimit())
  },
  async advanceClock(seconds) {
    await quiet()
    const now = await port.advanceClock(seconds)
    companyActed('/clock/advance')
    // While what fell due is run the domain clock may stand still, so that it is better asked than reckoned.
    clock.set(now === null ? clock.offset + seconds * 1000 : now - Date.now())
    return now
  },
  async holdClock(milliseconds) {
    const now = await port.holdClock(milliseconds)
    clock.set(now === null ? clock.offset - milliseconds : now - Date.now())
    return now
  },
})

// A wait in real time that other checks may use. What would spoil it is put off until it is over.
import { setTimeout as sleep } from 'node:timers/promises'

/** The checks that go on meanwhile: they await no delivery, unless deliveries are known not to wait for each other. */
export type Others = (ms: number, deliveriesGoOn: boolean) => Promise<void>

export type QuietTime = {
  /** Null where nobody has checks to run. */
  others: Others | null
  /** Waits that long, and then looks, before anything goes on that would spoil it. */
  wait<T>(ms: number, look: () => Promise<T>, deliveriesGoOn?: boolean): Promise<T>
  /** Settles when nothing is waited for: to be awaited before the clock is moved. */
  over(): Promise<unknown>
}

export const createQuietTime = (): QuietTime => {
  let under: Promise<unknown> = Promise.resolve()
  const quiet: QuietTime = {
    others: null,
    wait(ms, look, deliveriesGoOn = false) {
      const going = async () => {
        const { others } = quiet
        await (others ? others(ms, deliveriesGoOn) : sleep(Math.max(0, ms)))
        return look()
      }
      // What the others do first is done beside the wait, too.
      const waited = Promise.resolve().then(going)
      under = Promise.all([under, waited.catch(() => undefined)])
      return waited
    },
    over: () => under,
  }
  return quiet
}

// One timer of wire time that can be set to another instant and turned off; it keeps no process alive.
import { clearTimeout, setTimeout } from 'node:timers'

/** The longest wait a Node timer takes; anything longer is waited for in pieces. */
const LONGEST_TIMER = 2 ** 31 - 1

type Alarm = {
  /** The domain instant that it is set to. */
  readonly due: number | undefined
  set(due: number, wait: number): void
  off(): void
}

/** `ring` may come early where the wait is longer than a timer takes. */
export function createAlarm(ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined
  let due: number | undefined

  function off() {
    clearTimeout(timer)
    timer = due = undefined
  }

  return {
    get due() {
      return due
    },
    set(next, wait) {
      off()
      due = next
      timer = setTimeout(
        () => {
          off()
          ring()
        },
        Math.min(Math.max(1, Math.ceil(wait)), LONGEST_TIMER),
      )
      timer.unref()
    },
    off,
  }
}

// Signals during a run: the first ends it after the check under way, with its report; the second ends it at once.
import { exitCodes } from '../coded-error.ts'

export type Interrupt = { signal: AbortSignal; forget: () => void }

export const abortOnSignal = (): Interrupt => {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(exitCodes.couldNotJudge)
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    forget() {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}

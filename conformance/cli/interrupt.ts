// Signals during a run: the first ends it after the check under way, with its report; the second ends it at once.
// The end of a process that started it and holds a channel to it counts as one.
import { exitCodes } from '../contract/coded-error.ts'

type Interrupt = { signal: AbortSignal; forget: () => void }

/** @param ending what is done before the end, shown to the person who interrupts. */
export const abortOnSignal = (ending: string): Interrupt => {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(exitCodes.couldNotJudge)
    process.stderr.write(`Interrupted: ${ending}. Interrupt again to stop at once.\n`)
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (process.channel) process.on('disconnect', stop)
  return {
    signal: controller.signal,
    forget() {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      process.off('disconnect', stop)
    },
  }
}

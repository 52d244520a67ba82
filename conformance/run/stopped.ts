// The end of a run before its time: a check under way gets a moment to come to its end, and is cut off then.
import { setTimeout as sleep } from 'node:timers/promises'
import { isCodedError } from '../coded-error.ts'
import { Unjudged } from '../target/unjudged.ts'

const graceMs = 1_000

const why = (signal: AbortSignal): string =>
  isCodedError(signal.reason) ? 'the target was lost during it' : 'the run was interrupted during it'

const aborted = (signal: AbortSignal, done: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: done })
  })

/** Waits for the work, or for the end of the run. @throws Unjudged when the run ended first. */
export const unlessStopped = async (work: Promise<void>, signal: AbortSignal | undefined): Promise<void> => {
  if (!signal) return work
  work.catch(() => undefined)
  const done = new AbortController()
  const cut = async () => {
    await aborted(signal, done.signal)
    await sleep(graceMs, undefined, { ref: false })
    throw new Unjudged('inconclusive', why(signal), 'unanswered')
  }
  try {
    await Promise.race([work, cut()])
  } finally {
    done.abort()
  }
}

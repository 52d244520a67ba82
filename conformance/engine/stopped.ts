// The end of a run before its time: a check under way gets a moment to come to its end, and is cut off then.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlainCode } from '../../reports/reasons/reason.ts'
import { isCodedError, type CodedError } from '../contract/coded-error.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { boundCodes } from '../sut/bounds.ts'
import { anotherRun } from './other-run.ts'
import { OwnFault } from './own-faults.ts'
import type { Session } from './session.ts'

const graceMs = 1_000

const bounds: ReadonlySet<string> = new Set([...boundCodes, anotherRun])
const givenUp = { during: 'given-up-during', before: 'given-up-before' } as const
const lost = { during: 'target-lost-during', before: 'target-lost-before' } as const
/** The run was given up, whether or not the target still answers. */
export const isBound = ({ code }: CodedError): boolean => bounds.has(code)
const leftBy = (error: CodedError): typeof givenUp | typeof lost => (isBound(error) ? givenUp : lost)

/** A check under way when assay failed may be what failed, so that none of its results count. */
const cutOff = ({ reason }: AbortSignal): Error => {
  if (reason instanceof OwnFault) return new Error('assay failed during it')
  const why = isCodedError(reason) ? leftBy(reason).during : 'interrupted-during'
  return new Inconclusive('inconclusive', why, 'unanswered')
}

const aborted = (signal: AbortSignal, done: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: done })
  })

/** Waits for the work, or for the end of the run. @throws Inconclusive when the run ended first; an Error when assay itself failed. */
export const unlessStopped = async (work: Promise<void>, signal: AbortSignal | undefined): Promise<void> => {
  if (!signal) return work
  work.catch(() => undefined)
  const done = new AbortController()
  const cut = async () => {
    await aborted(signal, done.signal)
    await sleep(graceMs, undefined, { signal: done.signal })
    throw cutOff(signal)
  }
  try {
    await Promise.race([work, cut()])
  } finally {
    done.abort()
  }
}

/** Why a request was not sent, and why a check was not begun. */
const whyCut = ({ reason }: AbortSignal): PlainCode => (reason instanceof OwnFault ? 'assay-failed' : 'run-interrupted')
export const whyBefore = ({ reason }: AbortSignal): PlainCode => {
  if (reason instanceof OwnFault) return 'assay-failed-before'
  return isCodedError(reason) ? leftBy(reason).before : 'interrupted-before'
}

/** Aborted by the caller, and when the target is lost; only teardown requests are sent then. */
export const stopSignal = ({ http, lost }: Pick<Session, 'http' | 'lost'>, given: AbortSignal): AbortSignal => {
  const halt = () => http.halt(whyCut(given), ['cleanup', 'subscription'])
  if (given.aborted) halt()
  given.addEventListener('abort', halt, { once: true })
  return AbortSignal.any([given, lost.signal])
}

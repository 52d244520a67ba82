// Faults of assay that no check caught: the first ends the run with its report, as a signal does; none ends the process.
import type { Unstamped } from '../../reports/run-record.ts'
import { plainly, times } from '../../reports/texts.ts'
import { CodedError, exitCodes, isCodedError } from '../contract/coded-error.ts'
import { placeOf } from '../contract/place-of.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import type { RunResult } from './run-result.ts'

export class OwnFault extends CodedError {}

const textOf = (error: unknown): string => {
  try {
    return plainly(error instanceof Error ? error.message : String(error))
  } catch {
    return 'it is not known'
  }
}

/** @param how it came to be: `a promise was rejected that nothing waited for` */
export const ownFault = (error: unknown, how: string): OwnFault => {
  const place = placeOf(error)
  const message =
    `assay itself failed: ${how}: ${textOf(error)}${place === null ? '' : ` (${place})`}. This says nothing of the target, ` +
    'and what was judged before stands; report it with the command that started it, and with run.ndjson if it wrote one.'
  return new OwnFault('suite_failed', message, exitCodes.couldNotJudge)
}

/** The end of a run that could not go on, by its own reason where it has one. */
export const crashed = (error: unknown): RunResult => {
  // What the target did not do is no fault of ours, wherever it came up.
  if (error instanceof Inconclusive) {
    const message = `The run could not go on: ${error.message}; what was judged until then is reported.`
    return { outcome: 'crashed', exit_code: exitCodes.couldNotJudge, reason: { code: 'target_unanswered', message } }
  }
  const { code, message } = isCodedError(error) ? error : ownFault(error, 'the run could not go on')
  return { outcome: 'crashed', exit_code: exitCodes.couldNotJudge, reason: { code, message } }
}

type OwnFaults = {
  /** Aborted by the first, which is its reason. */
  signal: AbortSignal
  readonly first: OwnFault | null
  /** Notes progress and the current check, so that a fault can name it. */
  hear(event: Unstamped): void
  /** The result of a run, listening from now on. @throws the first fault, where the run does not end after it */
  guard<T>(run: Promise<T>): Promise<T>
  /** From now on faults are only reported. Returns whether some work may be left that does not end on its own. */
  ended(): boolean
}

type OwnFaultsOptions = {
  report: (sentence: string) => void
  /** How long a run may take to end after its first fault. */
  graceMs?: number
  /** How long nothing at all may happen; far more than any wait of a run. */
  quietMs?: number
}

/** Listens for unhandled rejections and errors, and for a run that has come to a standstill. */
export const catchOwnFaults = ({ report, graceMs = 30_000, quietMs = 30 * 60_000 }: OwnFaultsOptions): OwnFaults => {
  const controller = new AbortController()
  const overdue = new AbortController()
  let first: OwnFault | null = null
  let over = false
  let during = ''
  let timer: NodeJS.Timeout | undefined

  const fail = (fault: OwnFault): void => {
    if (over) return report(`${fault.code}: ${fault.message}`)
    if (first !== null) return
    first = fault
    // It also keeps the process alive until the run has ended.
    timer = setTimeout(() => overdue.abort(fault), graceMs)
    controller.abort(fault)
  }
  const onRejection = (error: unknown): void => {
    // No answer, or a refused one: the target's doing, and of no weight where nothing waited for it.
    if (error instanceof Inconclusive) return
    fail(ownFault(error, `a promise was rejected that nothing waited for${during}`))
  }
  const onException = (error: unknown): void =>
    fail(ownFault(error, `something was thrown that nothing caught${during}`))
  const onStandstill = (why: string) => (): void => {
    if (!over) fail(ownFault(why, `the run came to a standstill${during}`))
  }
  const quiet = setTimeout(
    onStandstill(`nothing happened for ${times(Math.round(quietMs / 60_000), 'minute')}`),
    quietMs,
  ).unref()

  return {
    signal: controller.signal,
    get first() {
      return first
    },
    hear(event) {
      quiet.refresh()
      if (event.type === 'check-started') during = ` while ${event.check} was under way`
    },
    async guard(run) {
      process.on('unhandledRejection', onRejection)
      process.on('uncaughtException', onException)
      process.on('beforeExit', onStandstill('nothing was left that could go on'))
      const late = new Promise<never>((_resolve, reject) => {
        overdue.signal.addEventListener('abort', () => reject(overdue.signal.reason as OwnFault), { once: true })
      })
      return Promise.race([run, late])
    },
    ended() {
      over = true
      clearTimeout(timer)
      clearTimeout(quiet)
      return overdue.signal.aborted
    },
  }
}

// What the preflight found, as events: each a code, where something is wrong, and one sentence with the remedy.
import type { PreflightFinding } from '../../reports/run-record.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import type { Emit } from '../kit/event-stream.ts'

export type Facts = Record<string, unknown>

export type Findings = {
  ok(about: PreflightFinding['about'], subject: string, message: string, facts?: Facts): void
  /** Something is left untested, or a person should know. */
  warn(about: PreflightFinding['about'], subject: string, code: string, message: string, facts?: Facts): void
  /** Nothing can be judged: ends the run. */
  fatal(about: PreflightFinding['about'], subject: string, code: string, message: string, facts?: Facts): never
}

export const createFindings = (emit: Emit): Findings => ({
  ok: (about, subject, message, facts = {}) =>
    emit({ type: 'preflight', about, subject, verdict: 'ok', code: null, message, facts }),
  warn: (about, subject, code, message, facts = {}) =>
    emit({ type: 'preflight', about, subject, verdict: 'warning', code, message, facts }),
  fatal(about, subject, code, message, facts = {}) {
    emit({ type: 'preflight', about, subject, verdict: 'fatal', code, message, facts })
    throw new CodedError(code, message, exitCodes.couldNotJudge)
  },
})

// Why a check stops before it could judge everything: none of these is the target's failure.
import { reasonOf, sentenceOf, type GivenReason, type Reason } from '../../reports/reasons/reason.ts'

export { reason, type GivenReason } from '../../reports/reasons/reason.ts'

type InconclusiveVerdict = 'inconclusive' | 'not-tested' | 'not-applicable'

/**
 * `cause` of an inconclusive one: `blocked` an earlier step did not succeed, `unanswered` no answer came,
 * `rate-limited` the target kept refusing for its rate, `patience` the contract sets no time and ours was up.
 */
export class Inconclusive extends Error {
  readonly verdict: InconclusiveVerdict
  readonly reason: Reason
  override readonly cause: 'blocked' | 'unanswered' | 'rate-limited' | 'patience' | null
  readonly requests: string[]

  constructor(
    verdict: InconclusiveVerdict,
    reason: GivenReason,
    cause: Inconclusive['cause'] = null,
    requests: string[] = [],
  ) {
    super(sentenceOf(reason))
    this.verdict = verdict
    this.reason = reasonOf(reason)
    this.cause = cause
    this.requests = requests
  }
}

export const blocked = (reason: GivenReason, ...exchanges: { id: string }[]): Inconclusive =>
  new Inconclusive(
    'inconclusive',
    reason,
    'blocked',
    exchanges.map(({ id }) => id),
  )

export const notTested = (reason: GivenReason): Inconclusive => new Inconclusive('not-tested', reason)

export const notApplicable = (reason: GivenReason): Inconclusive => new Inconclusive('not-applicable', reason)

export const outOfPatience = (reason: GivenReason, ...exchanges: { id: string }[]): Inconclusive =>
  new Inconclusive(
    'inconclusive',
    reason,
    'patience',
    exchanges.map(({ id }) => id),
  )

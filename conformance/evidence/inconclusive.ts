// Why a check stops before it could judge everything: none of these is the target's failure.

export type InconclusiveVerdict = 'inconclusive' | 'not-tested' | 'not-applicable'

/**
 * `cause` of an inconclusive one: `blocked` an earlier step did not succeed, `unanswered` no answer came,
 * `rate-limited` the target kept refusing for its rate, `patience` the contract sets no time and ours was up.
 */
export class Inconclusive extends Error {
  readonly verdict: InconclusiveVerdict
  override readonly cause: 'blocked' | 'unanswered' | 'rate-limited' | 'patience' | null
  readonly requests: string[]

  constructor(
    verdict: InconclusiveVerdict,
    reason: string,
    cause: Inconclusive['cause'] = null,
    requests: string[] = [],
  ) {
    super(reason)
    this.verdict = verdict
    this.cause = cause
    this.requests = requests
  }
}

export const blocked = (reason: string, ...exchanges: { id: string }[]): Inconclusive =>
  new Inconclusive(
    'inconclusive',
    reason,
    'blocked',
    exchanges.map(({ id }) => id),
  )

export const notTested = (reason: string): Inconclusive => new Inconclusive('not-tested', reason)

export const notApplicable = (reason: string): Inconclusive => new Inconclusive('not-applicable', reason)

export const outOfPatience = (reason: string, ...exchanges: { id: string }[]): Inconclusive =>
  new Inconclusive(
    'inconclusive',
    reason,
    'patience',
    exchanges.map(({ id }) => id),
  )

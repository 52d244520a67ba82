// Which violated and blocked rules fail a run: given once, when every rule is judged.

/** A failure that the baseline accepts where this check finds it. */
export type AcceptedFailure = {
  rule: string
  check: string
  list: 'known' | 'flaky'
  owner: string
  reason: string
  link: string
  /** The last day, in UTC. */
  expires: string
}

/** A rule without a verdict that the baseline accepts, for as long as it is blocked for this reason. */
export type AcceptedBlock = {
  rule: string
  /** The reason, by its code. */
  code: string
  owner: string
  reason: string
  link: string
  /** The last day, in UTC. */
  expires: string
}

/** Which violated rules fail the run, which do not, and why not. */
export type Gated = {
  type: 'gated'
  rule_set: string
  /** The file of accepted failures; null where there was none. */
  baseline: string | null
  /** Violated rules that fail the run. */
  gating: string[]
  /** Violated rules that reruns never showed again: the run is neither failed nor green. */
  not_reproduced?: string[]
  /** Rules that were violated in the last run, and not judged again as they were then: the run is not green. */
  untried?: string[]
  accepted: AcceptedFailure[]
  /** Violated rules that are newer than the rule set, or were found by checks that are. */
  reported_only: { rule: string; checks: string[] }[]
  /** Rules that the target kept from being judged: the run is not green. */
  blocked: string[]
  accepted_blocked: AcceptedBlock[]
  /** Entries of the baseline that fail the run on their own: expired, stale, unused. */
  problems: { code: string; message: string }[]
  warnings: { code: string; message: string }[]
}

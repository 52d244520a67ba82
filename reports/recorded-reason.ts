// Why something was not judged, as records and reports have it.

/**
 * `unavailable`: the profile, the catalog or this run does not offer what a rule needs; `permitted`: the contract permits what
 * leaves nothing to judge, such as a policy of the company; `blocked`: the target did, or did not do, something that a rule
 * needs first; `outside`: not selected, in another shard, beyond the budget; `interrupted`: the run was cut off; `suite`: an
 * error of assay.
 */
export type ReasonKind = 'unavailable' | 'permitted' | 'blocked' | 'outside' | 'interrupted' | 'suite'

export type ReasonParameters = Record<string, string | number | readonly string[]>

/** Without a reason, and in records of earlier versions, the sentence stands alone. */
export type RecordedReason = {
  /** One sentence; null where there is nothing to explain. */
  reason: string | null
  /** The same in every version, however the sentence is worded. */
  reason_code?: string
  reason_kind?: ReasonKind
  /** The names and numbers of the sentence. */
  reason_parameters?: ReasonParameters
  /** What to do to get it judged; names stand between backticks. Absent where no setting changes it. */
  remedy?: string
}

export const noReason: RecordedReason = { reason: null }

/** The reason in something that has one, and no other of its fields. */
export const reasonIn = (given: RecordedReason | undefined): RecordedReason => {
  if (given === undefined) return noReason
  const { reason, reason_code, reason_kind, reason_parameters, remedy } = given
  return {
    reason,
    ...(reason_code !== undefined && { reason_code }),
    ...(reason_kind !== undefined && { reason_kind }),
    ...(reason_parameters !== undefined && { reason_parameters }),
    ...(remedy !== undefined && { remedy }),
  }
}

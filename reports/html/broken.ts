// The causes of a run as the page shows them.
import { causesOfRun, type Cause } from '../causes-of-run.ts'
import { certaintyOf as certaintyOfCause } from '../label-words.ts'
import type { Finding } from '../run-record.ts'
import type { Run } from '../summary.ts'

export type Group = { id: string; finding: Finding; findings: Finding[]; rules: string[]; cause: Cause }

export const groupsOf = (run: Run): Group[] =>
  causesOfRun(run).map((cause) => {
    const { cause: id, finding, members: findings, rules } = cause
    return { id, finding, findings, rules, cause }
  })

export const certaintyOf = ({ cause }: Group): string => certaintyOfCause(cause)

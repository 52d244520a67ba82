// What is violated, by cause: the one list that every report shows and counts; each finding of the run is in exactly one of them.
import { moreLike } from './more-findings.ts'
import { recordedReason } from './reasons/reason.ts'
import type { RecordedReason } from './recorded-reason.ts'
import type { CauseFound, Finding } from './run-record.ts'
import type { Run } from './summary.ts'

export type Cause = CauseFound & {
  /** The example, and all findings, themselves. */
  finding: Finding
  members: Finding[]
  /** How often it was found: the members, and what is only counted of findings like them. */
  times: number
  /** Rules that this cause violates besides its own. */
  consequences: string[]
}

const shown = (draft: CauseFound, all: readonly Finding[], more: readonly number[]): Cause => {
  // That an operation is never served, one answer alone does not show.
  const named = (one: Finding): Finding => (draft.kind === 'not_served' ? { ...one, kind: draft.kind } : one)
  const members = draft.findings.map((index) => named(all[index]!))
  const rules = [...new Set([draft.rule, ...draft.rules, ...members.map(({ rule }) => rule)])]
  const times = draft.findings.reduce((sum, index) => sum + 1 + more[index]!, 0)
  return { ...draft, rules, finding: named(all[draft.example]!), members, times, consequences: rules.slice(1) }
}

/** What a record that was cut short, or written by an earlier assay, did not put down to a cause. */
const looseOf = ({ causes, findings }: Run): number[] => {
  const known = new Set(causes.flatMap((cause) => cause.findings))
  return findings.flatMap((_finding, index) => (known.has(index) ? [] : [index]))
}

const reasonOf = ({ finished }: Run): RecordedReason =>
  recordedReason(finished?.outcome === 'complete' ? 'found-after-reruns' : 'ended-before-rerun')

export const causesOfRun = (run: Run): Cause[] => {
  const drafts: CauseFound[] = run.causes.map((cause) => ({ ...cause, findings: [...cause.findings] }))
  const owner = (rule: string, check: string): CauseFound | undefined =>
    drafts.find((draft) => draft.rule === rule && run.findings[draft.example]?.check === check) ??
    drafts.find((draft) => draft.rule === rule) ??
    drafts.find((draft) => draft.rules.includes(rule))
  for (const index of looseOf(run)) {
    const { rule, check } = run.findings[index]!
    const known = owner(rule, check)
    if (known) known.findings.push(index)
    else
      drafts.push({
        type: 'cause',
        cause: rule,
        rule,
        rules: [rule],
        label: 'unrepeated',
        ...reasonOf(run),
        tries: { made: 0, again: 0 },
        example: index,
        findings: [index],
        requests: 0,
        plan: null,
      })
  }
  const more = moreLike(run)
  return drafts.map((draft) => shown(draft, run.findings, more))
}

/** Whether nothing of it is violated: each of its rules that has findings may be argued about. */
const isArguable = ({ rule, rules }: Cause, run: Run): boolean => {
  const verdicts = new Map(run.rules.map((one) => [one.rule, one.verdict]))
  return verdicts.get(rule) === 'arguable' && rules.every((one) => verdicts.get(one) !== 'fail')
}

export type SplitCauses = { violations: Cause[]; arguable: Cause[] }

/** The causes, those apart that violate inferred rules alone, where the run is not strict. */
export const splitCauses = (run: Run): SplitCauses => {
  const causes = causesOfRun(run)
  return {
    violations: causes.filter((cause) => !isArguable(cause, run)),
    arguable: causes.filter((cause) => isArguable(cause, run)),
  }
}

/** What several causes found together. */
export const findingsOf = (causes: readonly Cause[]): number => causes.reduce((sum, { times }) => sum + times, 0)

// Which violated and blocked rules fail a run: none that is accepted or newer than the rule set. Pure.
import { labelWords } from '../../reports/label-words.ts'
import type { AcceptedFailure, Gated, Label } from '../../reports/run-record.ts'
import type { GateInput } from './gate-input.ts'
import { times } from '../../reports/texts.ts'
import { lists, type KnownFailure, type ListName } from './known-failures.ts'
import { baselineProblems, daysUntil } from './baseline-problems.ts'
import { splitBlocks } from './blocked-rules.ts'
import { untriedOf } from '../../reports/judged-again.ts'

export type Broken = { rule: string; check: string; labels: (Label | null)[] }

/** An invariant may find more after it was last asked. */
const sourcesOf = ({ results, findings }: GateInput['run'], rule: string): string[] => {
  const said = [...(results.get(rule) ?? [])].filter(([, { verdict }]) => verdict === 'fail').map(([source]) => source)
  return [...new Set([...said, ...findings.filter((one) => one.rule === rule).map(({ check }) => check)])]
}

/** Each violated rule with each check that found it, and the reruns of those findings. */
export const brokenPairs = (run: GateInput['run']): Broken[] => {
  const labels = new Map<number, Label>()
  for (const { findings, label } of run.causes) for (const index of findings) labels.set(index, label)
  return run.rules
    .filter(({ verdict }) => verdict === 'fail')
    .flatMap(({ rule }) =>
      sourcesOf(run, rule).map((check) => ({
        rule,
        check,
        labels: run.findings.flatMap((one, index) =>
          one.rule === rule && one.check === check ? [labels.get(index) ?? null] : [],
        ),
      })),
    )
}

const warnDays = 14

type Entry = KnownFailure & { list: ListName }

/** Whether reruns saw none of it every time. */
export const comesAndGoes = ({ labels }: Broken): boolean =>
  labels.length > 0 && labels.every((label) => label === 'intermittent' || label === 'unreproduced')

/** Whether reruns made the same calls again and saw none of it, ever: something else may have been at work. */
const neverReproduced = ({ labels }: Broken): boolean =>
  labels.length > 0 && labels.every((label) => label === 'unreproduced')

const acceptedBy = (entry: Entry, { rule, check }: Broken): AcceptedFailure => {
  const { list, owner, reason, link, expires } = entry
  return { rule, check, list, owner, reason, link, expires }
}

const tooSteady = ({ rule, check, labels }: Broken): { code: string; message: string } => {
  const found = [...new Set(labels.map((label) => labelWords[label ?? 'unrepeated']))].join(', ')
  const message = `${rule} by ${check} is listed as flaky, which accepts what reruns do not reproduce every time, but it is ${found}; fix it, or list it as known.`
  return { code: 'flaky_not_shown', message }
}

export const gate = (input: GateInput): Gated => {
  const { run, gating, baseline, date } = input
  const entries: Entry[] = lists.flatMap((list) => (baseline?.[list] ?? []).map((entry) => ({ ...entry, list })))
  const isInForce = ({ expires }: Entry): boolean => daysUntil(expires, date) >= 0
  const accepted: AcceptedFailure[] = []
  const reported = new Map<string, string[]>()
  const failing = new Set<string>()
  const doubtful = new Set<string>()
  const problems: Gated['problems'] = baselineProblems(input)
  for (const pair of brokenPairs(run)) {
    const { rule, check } = pair
    const entry = entries.find((one) => one.rule === rule && one.checks.includes(check))
    const inForce = entry !== undefined && isInForce(entry)
    if (inForce && (entry.list === 'known' || comesAndGoes(pair))) accepted.push(acceptedBy(entry, pair))
    else if (!gating.rule(rule) || !gating.check(check)) reported.set(rule, [...(reported.get(rule) ?? []), check])
    else if (neverReproduced(pair)) doubtful.add(rule)
    else {
      failing.add(rule)
      if (inForce) problems.push(tooSteady(pair))
    }
  }
  const isAccepted = (rule: string): boolean => entries.some((one) => one.rule === rule && isInForce(one))
  const soonOver = [
    ...entries.map(({ rule, ...rest }) => ({ named: rule, ...rest })),
    ...(baseline?.blocked ?? []).map(({ code, ...rest }) => ({ named: code, ...rest })),
  ]
  return {
    type: 'gated',
    rule_set: gating.name,
    baseline: baseline?.file ?? null,
    gating: [...failing],
    accepted,
    not_reproduced: [...doubtful].filter((rule) => !failing.has(rule)),
    ...(run.judgedAgain && { untried: untriedOf(run).filter((rule) => gating.rule(rule) && !isAccepted(rule)) }),
    reported_only: [...reported].map(([rule, checks]) => ({ rule, checks })),
    ...splitBlocks(input),
    problems,
    warnings: soonOver.flatMap(({ named, expires, owner }) => {
      const days = daysUntil(expires, date)
      if (days < 0 || days > warnDays) return []
      const message = `${named} is accepted until ${expires} only, ${times(days, 'day')} from now; ${owner} answers for it.`
      return [{ code: 'baseline_expires_soon', message }]
    }),
  }
}

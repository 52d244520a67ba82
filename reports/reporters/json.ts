// report.json: the run for machines, described by fixtures/schemas/report.schema.json.
import { bounds } from '../../fixtures/bounds.ts'
import { causeScript } from '../shortened-run.ts'
import { planPath } from '../plan-file.ts'
import { causesOfRun, splitCauses, type Cause } from '../causes-of-run.ts'
import { basisIn } from '../rule-basis.ts'
import { moreLike } from '../more-findings.ts'
import { totalsOf } from '../totals.ts'
import { reasonIn } from '../recorded-reason.ts'
import type { Report, ReportCause, ReportFinding, ReportRule } from '../report-json.ts'
import type { Finding, RuleJudged, RunEvent } from '../run-record.ts'
import { firstLine } from '../headline.ts'
import {
  absorb,
  countVerdicts,
  emptyRun,
  blockExcuseOf,
  excuseOf,
  phasesOf,
  plannedRequests,
  isSimulatedIn,
  type Run,
} from '../summary.ts'
import { orAbsent } from '../texts.ts'

export const reportVersion = 1

/** The exchanges and deliveries that a finding points at: the rest are in the run record. */
const evidence = ({ findings, exchanges, deliveries }: Run): Report['exchanges'] => {
  const wanted = new Set(findings.flatMap(({ requests }) => requests))
  return Object.fromEntries(
    [...exchanges, ...deliveries].filter(({ id }) => wanted.has(id)).map((one) => [one.id, one]),
  )
}

/** Who answers for a finding, where the baseline accepts it. */
const acceptedOf = ({ gate }: Run, { rule, check }: Finding): ReportFinding['accepted'] => {
  const found = gate?.accepted.find((one) => one.rule === rule && one.check === check)
  return found ? { list: found.list, owner: found.owner, link: found.link, expires: found.expires } : null
}

const shownGate = ({ gate }: Run): Report['gate'] => {
  if (gate === null) return null
  const {
    rule_set,
    baseline,
    gating,
    not_reproduced = [],
    untried,
    accepted,
    reported_only,
    blocked,
    accepted_blocked,
    problems,
    warnings,
  } = gate
  return {
    rule_set,
    baseline,
    gating,
    not_reproduced,
    ...(untried && { untried }),
    accepted,
    reported_only,
    blocked,
    accepted_blocked,
    problems,
    warnings,
  }
}

const shownFindings = (run: Run, causes: readonly Cause[]): ReportFinding[] => {
  const more = moreLike(run)
  const causeOf = new Map(causes.flatMap((cause) => cause.findings.map((index) => [index, cause] as const)))
  let left = bounds.shown.reportScripts
  return run.findings.map((finding, index) => {
    const cause = causeOf.get(index)
    const isExample = cause?.example === index
    const script = isExample || left > 0 ? causeScript(finding, isExample ? cause : null, run) : ''
    left -= script.length
    return shownFinding(finding, { more: more[index]!, cause, script }, run)
  })
}

type About = { more: number; cause: Cause | undefined; script: string }

const shownFinding = (finding: Finding, { more, cause, script }: About, run: Run): ReportFinding => {
  const { rule, check, kind, key, expected, received, pointer, requests } = finding
  return {
    rule,
    check,
    ...(kind && { kind, key }),
    expected: orAbsent(expected),
    received: orAbsent(received),
    pointer,
    requests,
    ...(more > 0 && { more }),
    cause: cause?.cause ?? null,
    label: cause?.label ?? null,
    accepted: acceptedOf(run, finding),
    plan: cause?.plan ? planPath(cause.cause) : null,
    curl: script,
  }
}

const shownCause = (found: Cause, isArguable: boolean): ReportCause => {
  const { cause, plan, rule, rules, kind, key, label, tries, example, findings, requests } = found
  return {
    id: cause,
    rule,
    rules,
    ...(isArguable && { arguable: true }),
    ...(kind && { kind, key }),
    label,
    ...reasonIn(found),
    tries,
    example,
    findings,
    requests,
    plan: plan && planPath(cause),
    plan_steps: plan && 'plan' in plan.run ? plan.run.plan.steps.length : null,
  }
}

const shownRule =
  (run: Run) =>
  (judged: RuleJudged): ReportRule => {
    const { rule, source, text, verdict, checks, evidence: compared, requests, libraries } = judged
    const excuse = verdict === 'fail' ? excuseOf(run, rule) : blockExcuseOf(run, rule)
    return {
      id: rule,
      source,
      text,
      ...basisIn(judged),
      verdict,
      excuse,
      ...reasonIn(judged),
      checks,
      evidence: compared,
      requests,
      ...(libraries !== undefined && { libraries }),
    }
  }

const shownShard = ({ started, shardResults }: Run): Report['shard'] => {
  if (!started?.shard) return null
  const { checks = [], results = [], unanswered = [], missing = [], require = 0 } = shardResults ?? {}
  return { ...started.shard, checks, unanswered, missing, require, results }
}

/** The report of a run as plain data. */
export const jsonReport = (events: Iterable<RunEvent>): Report => {
  const run = emptyRun()
  for (const event of events) absorb(run, event)
  const { started, finished } = run
  const causes = causesOfRun(run)
  const totals = totalsOf(run)
  const arguable = new Set(splitCauses(run).arguable.map(({ cause }) => cause))
  return {
    version: reportVersion,
    suite: started?.suite ?? null,
    run: started?.run ?? null,
    line: firstLine(run),
    ...(started?.strict !== undefined && { strict: started.strict }),
    simulated_target: isSimulatedIn(run) !== null,
    outcome: finished?.outcome ?? 'interrupted',
    exit_code: finished?.exit_code ?? 2,
    reason: finished?.reason ?? null,
    environment: run.environment,
    seed: started?.seed ?? null,
    shard: shownShard(run),
    merged: started?.merged ?? null,
    shuffled: run.plan?.shuffled ?? false,
    budget: run.plan?.budget ?? null,
    started_at: run.startedAt,
    duration_ms: finished?.ms ?? null,
    summary: {
      rules: { total: run.rules.length, ...countVerdicts(run.rules) },
      blocked: totals.blocked,
      causes: totals.causes,
      findings: totals.findings,
      checks: { planned: run.planned.length, ...countVerdicts(run.checks) },
      // The record of a part may be gone, and only its count be left.
      requests: started?.merged ? (finished?.requests ?? 0) : run.exchanges.length,
      planned_requests: plannedRequests(run),
      deliveries: started?.merged ? (finished?.deliveries ?? 0) : run.deliveries.length,
    },
    gate: shownGate(run),
    phases: phasesOf(run),
    coverage: run.coverage,
    likeness: run.likeness,
    rules: run.rules.map(shownRule(run)),
    findings: shownFindings(run, causes),
    causes: causes.map((cause) => shownCause(cause, arguable.has(cause.cause))),
    readings: run.readings.map(({ freedom, reading, check, requests }) => ({ freedom, reading, check, requests })),
    checks: run.checks.map((one) => {
      const { check, verdict, requests, ms } = one
      return { id: check, verdict, ...reasonIn(one), requests, ms }
    }),
    notes: run.notes,
    preflight: run.preflight.map(({ about, subject, verdict, code, message, facts }) => ({
      about,
      subject,
      verdict,
      code,
      message,
      facts,
    })),
    exchanges: evidence(run),
  }
}

// The audit of a journal as a run record, so that the gate and every reporter of `assay conform` take it as it is.
import { randomUUID } from 'node:crypto'
import type { ClientLibrary, Environment, RunFinished } from '../../reports/run-record.ts'
import { recordFormat, recordVersion } from '../../reports/run-record.ts'
import { recordedReason } from '../../reports/reasons/reason.ts'
import { reasonIn } from '../../reports/recorded-reason.ts'
import { exitCodes } from '../contract/coded-error.ts'
import { createWireCoverage } from '../coverage/wire-coverage.ts'
import type { RunResult } from '../engine/run-result.ts'
import type { KeptGate } from '../gate/keep-gate.ts'
import type { Emit } from '../kit/event-stream.ts'
import { suite } from '../run/suite.ts'
import { auditNotes } from './audit-notes.ts'
import type { Journal } from './call.ts'
import { judgeJournal, type Judged } from './judge-journal.ts'
import { librariesOf } from './library.ts'
import { createMask } from './mask.ts'
import { operationOf } from './journal/operation-of.ts'
import { ruleGroups } from './rules/index.ts'
import { shownOf } from './shown-calls.ts'

type AuditOptions = { journal: Journal; gate: KeptGate; emit: Emit; reportDir?: string }

/** What the gate takes for the checks of the suite. */
export const auditChecks = (): { id: string; verifies: string[] }[] =>
  ruleGroups.map(({ id, rules }) => ({ id, verifies: rules.map(({ rule }) => rule) }))

const baseOf = ({ calls }: Journal, environment: string): string | null => {
  const call = calls.find((one) => one.environment === environment)
  return call ? (operationOf(call.exchange.request.method, call.url)?.base ?? call.url.origin) : null
}

const environmentOf = (journal: Journal): Environment => ({
  sandbox_base_url: baseOf(journal, 'sandbox'),
  production_base_url: baseOf(journal, 'production'),
  environment: baseOf(journal, 'sandbox') === null ? 'production' : 'sandbox',
  embedded: false,
  control: false,
  roles: [],
  node: process.version,
})

const resultOf = ({ verdicts }: Judged, { calls }: Journal): RunResult => {
  const [failed, judged] = [['fail'], ['fail', 'pass']].map(
    (names) => verdicts.filter(({ verdict }) => names.includes(verdict)).length,
  )
  const exit_code = failed! > 0 ? exitCodes.ruleBroken : exitCodes.nothingBroken
  const message =
    calls.length === 0
      ? 'The journal must hold calls to the service, but none of its entries is one; record the traffic of the client.'
      : 'No rule of the client could be judged: the journal holds too little; let the client work for longer.'
  const doubt: RunFinished['reason'] = judged === 0 ? { code: 'nothing_judged', message } : null
  return { outcome: 'complete', exit_code, reason: null, doubt }
}

/** Requests of one rule that are looked at: one library sends them alike. */
const mostRequests = 1_000

/** By rule, the libraries that the requests of its findings look like. */
const createLibraries = ({ calls }: Journal, { findings }: Judged) => {
  const headers = new Map(findings.length === 0 ? [] : calls.map(({ id, exchange }) => [id, exchange.request.headers]))
  return (rule: string): { libraries?: ClientLibrary[] } => {
    const ids = new Set(findings.flatMap((finding) => (finding.rule === rule ? finding.requests : [])))
    const sent = [...ids].slice(0, mostRequests).flatMap((id) => (headers.has(id) ? [headers.get(id)!] : []))
    const libraries = librariesOf(rule, sent)
    return libraries.length === 0 ? {} : { libraries }
  }
}

export const auditRun = ({ journal, gate, emit: send, reportDir }: AuditOptions): RunFinished => {
  const began = Date.now()
  const emit: Emit = (event) => {
    gate.hear(event)
    send(event)
  }
  const mask = createMask(journal)
  const coverage = createWireCoverage()
  const judged = judgeJournal(journal)
  emit({
    type: 'run-started',
    format: recordFormat,
    version: recordVersion,
    suite: suite(),
    run: randomUUID(),
    seed: 0,
    environment: environmentOf(journal),
    ...(reportDir !== undefined && { report_dir: reportDir }),
  })
  emit({ type: 'phase', phase: 'checks' })
  emit({ type: 'checks-planned', checks: ruleGroups.map(({ id }) => id), rules: judged.verdicts.length })
  const shown = shownOf(journal, judged)
  for (const call of journal.calls) coverage.exchange(call.exchange)
  for (const call of shown.calls) emit({ type: 'exchange', exchange: mask.exchange(call) })
  for (const { exchange } of journal.nobodys) coverage.exchange(exchange)
  for (const call of journal.deliveries) coverage.delivery(call.delivery)
  for (const call of shown.deliveries) emit({ type: 'delivery', delivery: mask.delivery(call) })
  const notes = [...(shown.note === null ? [] : [shown.note]), ...auditNotes(journal)]
  for (const message of notes) emit({ type: 'note', message: mask.note(message) })
  emit({ type: 'coverage', coverage: coverage.report() })
  for (const finding of judged.findings) emit(mask.finding(finding))
  for (const rule of new Set(judged.findings.map((finding) => finding.rule))) {
    const findings = judged.findings.flatMap((finding, index) => (finding.rule === rule ? [index] : []))
    emit({
      type: 'cause',
      cause: rule,
      rule,
      rules: [rule],
      label: 'unrepeated',
      ...recordedReason('from-journal'),
      tries: { made: 0, again: 0 },
      example: findings[0]!,
      findings,
      requests: 0,
      plan: null,
    })
  }
  for (const { id } of ruleGroups) {
    const outcomes = judged.results
      .filter(({ source }) => source === id)
      .map(({ rule, verdict, compared, requests, ...result }) => ({
        rule,
        verdict,
        compared,
        requests,
        ...reasonIn(result),
      }))
    const verdicts = new Set(outcomes.map(({ verdict }) => verdict))
    const verdict = verdicts.has('fail') ? 'fail' : verdicts.has('pass') ? 'pass' : 'not-tested'
    emit({ type: 'check-finished', check: id, verdict, reason: null, requests: 0, ms: 0, outcomes })
  }
  const librariesBehind = createLibraries(journal, judged)
  for (const verdict of judged.verdicts) emit({ type: 'rule-judged', ...verdict, ...librariesBehind(verdict.rule) })
  const { ending, gated } = gate.settle(resultOf(judged, journal))
  if (gated) emit(gated)
  const finished: RunFinished = {
    type: 'run-finished',
    ...ending,
    requests: journal.calls.length,
    deliveries: journal.deliveries.length,
    waited_ms: 0,
    ms: Date.now() - began,
  }
  emit(finished)
  return finished
}

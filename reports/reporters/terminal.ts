// The terminal: a live view, or one calm line for each area where there is no terminal; and one screen at the end.
import type { CheckFinished, Reporter, RunEvent, VerdictName } from '../run-record.ts'
import { violationLines } from './cause-lines.ts'
import { createLiveView, type LiveView, type Progress } from './live-view.ts'
import { coverageLines, planLines, spentLines } from './run-figures.ts'
import { blockedGroups, isBlocked } from '../blocked.ts'
import { headline, selectedIn } from '../headline.ts'
import type { ReasonGroup } from '../reason-groups.ts'
import {
  absorb,
  addressJudged,
  countVerdicts,
  emptyRun,
  plannedRequests,
  reasonsFor,
  isSimulatedIn,
  type Run,
} from '../summary.ts'
import { counted, plainly, shortly, times } from '../texts.ts'

type TerminalOptions = {
  write: (text: string) => void
  colour: boolean
  /** Where the report goes, as it is shown, with a slash at its end. */
  directory?: string | null
  /** The files to open afterwards, each with what it is. */
  files?: [what: string, file: string][]
  /** Given where the lines at the foot of the screen can be drawn over and over. */
  live?: { columns: () => number; now: () => number }
}

type Ground = { directory: string | null; files: [what: string, file: string][] }

type Paint = (code: number, text: string) => string

const mostReasons = 6
/** Of the rules that one reason leaves without a verdict. */
const mostNames = 3

const reasonLines = (reasons: readonly ReasonGroup[], title: string, isRemedied: boolean): string[] => {
  if (reasons.length === 0) return []
  const more = reasons.length - mostReasons
  return [
    '',
    title,
    ...reasons.slice(0, mostReasons).flatMap(({ sentence, remedy, rules }) => {
      const more = rules.length - mostNames
      const names = rules.slice(0, mostNames).map(({ rule }) => plainly(rule))
      const line = `  ${counted(rules.length).padStart(4)}  ${shortly(sentence)}\n        ${names.join(', ')}${more > 0 ? `, … and ${counted(more)} more` : ''}`
      return isRemedied && remedy !== null ? [line, `        → ${shortly(remedy.replaceAll('`', ''), 240)}`] : [line]
    }),
    ...(more > 0 ? [`        … and ${times(more, 'more reason')}: see report.json`] : []),
  ]
}

/** Why rules have no verdict: what the target kept from being judged first, which leaves the run without a verdict. */
const untestedLines = (run: Run): string[] => {
  const rules = selectedIn(run)?.rules ?? run.rules
  const others = { rules: run.rules.filter((rule) => !isBlocked(rule)) }
  const untested = { rules: rules.filter((rule) => !isBlocked(rule)) }
  return [
    ...reasonLines(blockedGroups(rules), 'Blocked: not judged because of what the target did, or did not do', true),
    ...reasonLines(reasonsFor(others, 'inconclusive'), 'Inconclusive', false),
    ...reasonLines(reasonsFor(untested, 'not-tested'), 'Not tested', true),
  ]
}

/** What is wrong with the baseline, which fails the run, and what soon will be. */
const gateLines = ({ gate }: Run): string[] =>
  gate === null ? [] : [...gate.problems, ...gate.warnings].map(({ code, message }) => plainly(`  ${code}: ${message}`))

const countWords: [name: VerdictName, words: string][] = [
  ['pass', 'passed'],
  ['fail', 'violated'],
  ['arguable', 'arguable'],
  ['inconclusive', 'inconclusive'],
  ['not-tested', 'not tested'],
  ['error', 'errors'],
  ['not-applicable', 'not applicable'],
]

/** A receiver has rules of its own, and the record of a shard has those of its part alone. */
const ofReceiver = ({ environment }: Run): string => (environment?.receiver_url ? 'for a receiver in' : 'in')

/** Of the whole contract, as every report has it: what is violated, blocked or inconclusive, the headline counts wherever it is. */
const countsLine = (run: Run): string => {
  const counts = countVerdicts(run.rules)
  const blocked = run.rules.filter(isBlocked).length
  return (
    `Rules: ${countWords.flatMap(([name, words]) => (name === 'arguable' && counts[name] === 0 ? [] : [`${counted(counts[name])} ${words}`])).join(', ')}` +
    ` (of ${counted(run.rules.length)} ${run.started?.shard ? 'in this shard' : `${ofReceiver(run)} the contract`})` +
    (blocked > 0 ? `; blocked: ${counted(blocked)} of those without a verdict` : '')
  )
}

const whereOf = (run: Run): string => plainly(addressJudged(run) ?? 'no target')

/** Nothing was tested: the reason stands first, once, without the plan of the run. */
const failedStart = (run: Run, warnings: readonly string[], paint: Paint): string[] => {
  const reason = paint(31, plainly(headline(run)))
  const notes = run.notes.map((note) => `Note: ${plainly(note)}`)
  return [reason, ...warnings, ...notes, `${whereOf(run)}, ${times(run.finished?.requests ?? 0, 'request')}`, '']
}

/** Does it conform, what is violated, what was not tested, where the files are; then how the run went. */
const closing = (run: Run, { directory, files }: Ground, paint: Paint): string[] => {
  const { finished, started } = run
  const { fail, error } = countVerdicts(run.rules)
  const simulated = isSimulatedIn(run)
  return [
    '',
    paint(finished?.exit_code ? 31 : fail + error > 0 ? 33 : 32, plainly(headline(run))),
    ...gateLines(run),
    ...reasonLines(reasonsFor(run, 'error'), "Assay errors (not your server's): please report them", false),
    ...violationLines(run, directory, paint),
    ...untestedLines(run),
    ...run.notes.flatMap((note) => ['', `Note: ${plainly(note)}`]),
    ...(files.length > 0 ? ['', ...files.map(([what, file]) => `${what.padEnd(8)}${file}`)] : []),
    '',
    countsLine(run),
    ...spentLines(run),
    ...coverageLines(run),
    `${whereOf(run)}${simulated === null ? '' : ` (simulated target: ${plainly(simulated)})`}, ` +
      `${times(run.checks.length, 'check')}, ${times(finished?.requests ?? 0, 'request')}, ` +
      (run.environment?.receiver_url
        ? ''
        : `${times(finished?.deliveries ?? 0, 'webhook delivery', 'webhook deliveries')}, `) +
      `${((finished?.ms ?? 0) / 1000).toFixed(1)} s, seed ${started?.seed}`,
    '',
  ]
}

const areaOf = (check: string): string => check.split('.')[0]!

/** Whether all that failed of a check may be argued about. */
const isArguable = ({ outcomes = [] }: CheckFinished, { started, listed }: Run): boolean => {
  if (started?.strict !== false) return false
  const inferred = new Set(listed.filter(({ basis }) => basis === 'inferred').map(({ rule }) => rule))
  return outcomes.every(({ rule, verdict }) => verdict !== 'fail' || inferred.has(rule))
}

const paceMs = 15_000

/** Follows the events for the live view. */
const createProgress = (run: Run, now: () => number) => {
  const state: Progress = {
    phase: 'preflight',
    check: null,
    judged: 0,
    rules: 0,
    requests: 0,
    planned: 0,
    perMinute: 0,
    elapsedMs: 0,
  }
  const began = now()
  let recent: number[] = []
  return {
    note(event: RunEvent): void {
      if (event.type === 'phase') Object.assign(state, { phase: event.phase, check: null })
      else if (event.type === 'check-started') Object.assign(state, { phase: areaOf(event.check), check: event.check })
      else if (event.type === 'check-finished') state.judged = event.judged ?? state.judged
      else if (event.type === 'checks-planned') state.rules = event.rules
      else if (event.type === 'exchange') recent.push(now())
    },
    now(): Progress {
      const at = now()
      recent = recent.filter((time) => time > at - paceMs)
      const span = Math.min(paceMs, Math.max(1_000, at - began))
      state.requests = run.exchanges.length
      state.planned = plannedRequests(run)
      state.perMinute = Math.round((recent.length * 60_000) / span)
      state.elapsedMs = at - began
      return state
    },
  }
}

export const terminalReporter = ({ write, colour, directory = '', files = [], live }: TerminalOptions): Reporter => {
  const run = emptyRun()
  const paint: Paint = (code, text) => (colour ? `\u001B[${code}m${text}\u001B[39m` : text)
  const left = new Map<string, number>()
  const tested = new Set<string>()
  const progress = live && createProgress(run, live.now)
  const view: LiveView | undefined = live && progress && createLiveView({ write, ...live }, () => progress.now())

  // Shown once the preflight has passed: the reason of a failed start is not to stand between them.
  const warnings: string[] = []

  const said = (event: RunEvent): string | null => {
    if (event.type === 'checks-planned') {
      for (const check of event.checks) left.set(areaOf(check), (left.get(areaOf(check)) ?? 0) + 1)
      const plan = `${times(event.checks.length, 'check')} in ${times(left.size, 'area')}; ${times(event.rules, 'rule')} ${ofReceiver(run)} the contract`
      return [...planLines(run), ...warnings.splice(0), plan].join('\n')
    }
    if (event.type === 'waits-planned') return plainly(event.message)
    if (event.type === 'preflight') {
      if (event.verdict === 'warning')
        warnings.push(`  ${paint(33, 'warning')} ${plainly(`${event.code}: ${event.message}`)}`)
      return null
    }
    if (event.type !== 'check-finished') return null
    const area = areaOf(event.check)
    left.set(area, (left.get(area) ?? 0) - 1)
    if (event.verdict === 'pass' || event.verdict === 'fail') tested.add(area)
    if (event.verdict === 'fail')
      return isArguable(event, run)
        ? `  ${paint(33, 'arguable')} ${event.check}`
        : `  ${paint(31, 'failed')}  ${event.check}`
    if (event.verdict === 'error')
      return `  ${paint(31, 'error')}   ${event.check}: ${shortly(event.reason ?? '', 400)}`
    if (view !== undefined || left.get(area) !== 0) return null
    return tested.has(area)
      ? `  done    ${area}`
      : `  skipped ${area}: ${shortly(event.reason ?? 'no check could run')}`
  }

  return {
    event(event) {
      absorb(run, event)
      progress?.note(event)
      const line = said(event)
      if (line !== null) (view?.above ?? write)(`${line}\n`)
      else view?.touch()
      if (event.type !== 'run-finished') return
      view?.end()
      const isNothing = event.outcome !== 'complete' && run.rules.length === 0
      const lines = isNothing ? failedStart(run, warnings, paint) : closing(run, { directory, files }, paint)
      write(lines.join('\n'))
    },
    close: () => view?.end(),
  }
}

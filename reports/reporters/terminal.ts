// The terminal: a live view, or one calm line for each area where there is no terminal; and one screen at the end.
import type { Reporter, RunEvent } from '../run-record.ts'
import { brokenLines } from './cause-lines.ts'
import { createLiveView, type LiveView, type Progress } from './live-view.ts'
import { coverageLine, planLines, spentLines } from './run-figures.ts'
import {
  absorb,
  countVerdicts,
  emptyRun,
  firstLine,
  plannedRequests,
  reasonsFor,
  rehearsalIn,
  type Run,
} from '../summary.ts'
import { plainly, shortly } from '../texts.ts'

export type TerminalOptions = {
  write: (text: string) => void
  colour: boolean
  /** Where the report goes, as it is shown. */
  directory?: string
  /** Given where the lines at the foot of the screen can be drawn over and over. */
  live?: { columns: () => number; now: () => number }
}

type Paint = (code: number, text: string) => string

const mostReasons = 6

const reasonLines = (run: Run, verdict: 'error' | 'inconclusive' | 'not-tested', title: string): string[] => {
  const reasons = reasonsFor(run, verdict)
  if (reasons.length === 0) return []
  const more = reasons.length - mostReasons
  return [
    '',
    title,
    ...reasons.slice(0, mostReasons).map(([reason, rules]) => `  ${String(rules).padStart(4)}  ${shortly(reason)}`),
    ...(more > 0 ? [`        … and ${more} more reasons: see report.json`] : []),
  ]
}

/** What is wrong with the baseline, which fails the run, and what soon will be. */
const gateLines = ({ gate }: Run): string[] =>
  gate === null ? [] : [...gate.problems, ...gate.warnings].map(({ code, message }) => `  ${code}: ${message}`)

const closing = (run: Run, directory: string, paint: Paint): string[] => {
  const { finished, environment, started } = run
  const broken = countVerdicts(run.rules).fail > 0
  const rehearsal = rehearsalIn(run)
  const where = environment?.sandbox_base_url ?? environment?.production_base_url ?? 'no target'
  return [
    '',
    paint(finished?.exit_code ? 31 : broken ? 33 : 32, plainly(firstLine(run))),
    ...gateLines(run),
    ...brokenLines(run, directory, paint),
    ...reasonLines(run, 'error', 'Not judged by our own fault'),
    ...reasonLines(run, 'inconclusive', 'Inconclusive'),
    ...reasonLines(run, 'not-tested', 'Not tested'),
    ...run.notes.flatMap((note) => ['', `Note: ${plainly(note)}`]),
    '',
    ...spentLines(run),
    ...[coverageLine(run) ?? []].flat(),
    `${where}${rehearsal === null ? '' : ` (a rehearsal: ${rehearsal})`}, ` +
      `${run.checks.length} checks, ${finished?.requests ?? 0} requests, ${finished?.deliveries ?? 0} deliveries, ` +
      `${((finished?.ms ?? 0) / 1000).toFixed(1)} s, seed ${started?.seed}`,
    '',
  ]
}

const areaOf = (check: string): string => check.split('.')[0]!

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

export const terminalReporter = ({ write, colour, directory = '', live }: TerminalOptions): Reporter => {
  const run = emptyRun()
  const paint: Paint = (code, text) => (colour ? `\u001B[${code}m${text}\u001B[39m` : text)
  const left = new Map<string, number>()
  const progress = live && createProgress(run, live.now)
  const view: LiveView | undefined = live && progress && createLiveView({ write, ...live }, () => progress.now())

  const said = (event: RunEvent): string | null => {
    if (event.type === 'requests-planned') return planLines(run).join('\n')
    if (event.type === 'checks-planned') {
      for (const check of event.checks) left.set(areaOf(check), (left.get(areaOf(check)) ?? 0) + 1)
      return `${event.checks.length} checks over ${left.size} areas; ${event.rules} rules of the service in the contract`
    }
    if (event.type === 'preflight')
      return event.verdict === 'warning' ? `  ${paint(33, 'warning')} ${event.code}: ${plainly(event.message)}` : null
    if (event.type !== 'check-finished') return null
    const area = areaOf(event.check)
    left.set(area, (left.get(area) ?? 0) - 1)
    if (event.verdict === 'fail') return `  ${paint(31, 'broken')}  ${event.check}`
    if (event.verdict === 'error')
      return `  ${paint(31, 'error')}   ${event.check}: ${shortly(event.reason ?? '', 400)}`
    return view === undefined && left.get(area) === 0 ? `  done    ${area}` : null
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
      write(closing(run, directory, paint).join('\n'))
    },
    close: () => view?.end(),
  }
}

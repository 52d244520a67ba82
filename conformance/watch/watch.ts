// Judges a target in rounds, and prints only what changed since the round before.
import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareReports } from '../../reports/compare.ts'
import { comparisonText } from '../../reports/compare-text.ts'
import { removeReports } from '../../reports/reporters/report-folder.ts'
import { shortly } from '../../reports/texts.ts'
import { exitCodes } from '../contract/coded-error.ts'
import { freedoms } from '../contract/contract.ts'
import { judgeOnce, reportIn, type Program, type Round, type WatchedReport } from './judge-once.ts'
import { isChange, changeLines } from './change-lines.ts'
import { inSelection } from './in-selection.ts'

export type WatchOptions = {
  program: Program
  conform: readonly string[]
  simulator: readonly string[]
  everyMs: number
  /** Rounds; null for as many as come. */
  count: number | null
  directory: string
  /** Ends the watch. */
  signal: AbortSignal
  out: (text: string) => void
  err: (text: string) => void
  now: () => Date
}

const replace = (from: string, to: string): void => {
  removeReports(to)
  renameSync(from, to)
}

const comparisonFiles = ['comparison.json', 'comparison.txt'] as const

const foldersIn = (directory: string) => ({
  next: join(directory, 'next'),
  latest: join(directory, 'latest'),
  change: join(directory, 'last-change'),
})

/** The same choices in each round, so that what differs is the target's doing. */
const withSeed = (conform: readonly string[], before: WatchedReport | null): string[] =>
  conform.some((arg) => /^--seed(=|$)/.test(arg)) || process.env['ASSAY_SEED']
    ? [...conform]
    : [...conform, '--seed', String(before?.seed ?? 1)]

/** Whether the round could judge is shown once, and again when that changes. */
const createReporter = ({ out, now, directory }: WatchOptions, first: WatchedReport | null) => {
  const { next, latest, change } = foldersIn(directory)
  let before = first
  let trouble: string | null = null
  const say = (lines: readonly string[]): void => out(`${now().toISOString()}  ${lines.join('\n')}\n`)

  const reportJudged = (report: WatchedReport): void => {
    replace(next, latest)
    if (trouble !== null) say(['back: the target can be judged again'])
    trouble = null
    const comparison = before && compareReports(inSelection(before, report), inSelection(report, before), freedoms())
    if (comparison === null || !comparison.same_target) {
      say([`${comparison ? 'another target, first run' : 'first run, used as baseline'}: ${shortly(report.line, 300)}`])
    } else {
      say(changeLines(comparison, report))
      if (isChange(comparison)) {
        removeReports(change, comparisonFiles)
        cpSync(latest, change, { recursive: true })
        writeFileSync(join(change, comparisonFiles[0]), `${JSON.stringify(comparison, null, 2)}\n`)
        writeFileSync(join(change, comparisonFiles[1]), comparisonText(comparison))
      }
    }
    before = report
  }

  return (round: Round): void => {
    if (round.judged) return reportJudged(round.report)
    const code = round.trouble.split(':')[0]!
    if (code !== trouble) say([`cannot judge: ${shortly(round.trouble, 400)}`])
    trouble = code
  }
}

/** Gives the exit code of the last round that came to its end. */
export const watch = async (options: WatchOptions): Promise<number> => {
  const { everyMs, count, directory, signal } = options
  mkdirSync(directory, { recursive: true })
  const { next, latest } = foldersIn(directory)
  const before = reportIn(latest)
  const conform = withSeed(options.conform, before)
  const report = createReporter(options, before)
  let exitCode: number = exitCodes.couldNotJudge
  for (let made = 0; made !== count && !signal.aborted;) {
    const began = performance.now()
    const round = await judgeOnce({ ...options, conform, directory: next })
    if (signal.aborted) break
    exitCode = round.exitCode
    if (exitCode === exitCodes.usage && !round.judged) {
      options.err(`${round.trouble}\n`)
      break
    }
    report(round)
    made += 1
    const left = everyMs - (performance.now() - began)
    if (made !== count && left > 0) await sleep(left, undefined, { signal }).catch(() => undefined)
  }
  removeReports(next)
  return exitCode
}

// What `--reporter` asks for, made ready for a directory; wrong names are refused with the list of right ones.
import { NotOurs } from '../../own-files/not-ours.ts'
import { nearMatches } from '../near-matches.ts'
import type { Output } from '../output-of.ts'
import type { Reporter } from '../run-record.ts'
import { plainly } from '../texts.ts'
import { UsageError } from '../usage-error.ts'
import { chooseReporters, createReporters, reporterKinds, reporterNames, type Place } from './index.ts'
import { lockName, takeFolder } from './folder-in-use.ts'
import { checkReports, claimReports } from './report-folder.ts'

export const severalNames = (value: string, before: string[]): string[] => [
  ...before,
  ...value.split(',').flatMap((part) => part.trim() || []),
]

/** For the help of an option. */
export const reporterHelp = (): string => {
  const usual = reporterNames.filter((name) => reporterKinds[name]!.usual)
  return (
    `what to write, of ${reporterNames.join(', ')}, \`all\` and \`default\` (${usual.join(', ')}); ` +
    'may be repeated, or separated by commas'
  )
}

/** @throws UsageError unknown_reporter */
export const namesAsked = (asked: readonly string[], env: Place['env']): string[] => {
  const { names, unknown } = chooseReporters(asked, { env })
  const wrong = unknown[0]
  if (wrong === undefined) return names
  const known = [...reporterNames, 'default', 'all']
  const [near] = nearMatches(wrong, known, 1)
  const hint = near === undefined ? 'choose of' : `did you mean ${near}? There are`
  throw new UsageError('unknown_reporter', `--reporter ${wrong} is none; ${hint} ${known.join(', ')}.`)
}

/** Where reports are written only into a directory that is given. @throws UsageError unknown_reporter, missing_option */
export const namesFor = (directory: string | undefined, asked: readonly string[], env: Place['env']): string[] => {
  const names = namesAsked(asked, env)
  if (directory !== undefined) return names
  if (asked.length === 0) return []
  throw new UsageError(
    'missing_option',
    '--reporter needs --report-dir with the directory that the reports go to, but none is given; give it.',
  )
}

const unusable = (directory: string, error: unknown): UsageError =>
  error instanceof NotOurs
    ? new UsageError(
        'foreign_report_dir',
        `--report-dir ${directory} was expected to have none but reports of assay under their names, but ${error.message}; nothing was changed: move it away, or choose another.`,
      )
    : new UsageError(
        'unusable_report_dir',
        `--report-dir ${directory} cannot be written to (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}); choose another.`,
      )

const filesOf = (names: readonly string[]): string[] =>
  names.flatMap((name) => reporterKinds[name]!.file?.replace('/', '') ?? [])

/** Makes the directory and touches no file in it. @throws UsageError unusable_report_dir, foreign_report_dir */
export const makeDirectory = (directory: string, names: readonly string[]): void => {
  try {
    checkReports(directory, filesOf(names))
  } catch (error) {
    throw unusable(directory, error)
  }
}

/** It removes the reports of an earlier run: whatever can be refused is refused before. @throws UsageError unusable_report_dir, foreign_report_dir, report_dir_in_use */
export const reportersIn = (names: readonly string[], place: Place, broken: (message: string) => void): Reporter[] => {
  const files = filesOf(names)
  let release: () => void
  try {
    claimReports(place.directory, files.length > 0 ? [...files, lockName] : files)
    release = files.length > 0 ? takeFolder(place.directory) : () => undefined
  } catch (error) {
    throw error instanceof UsageError ? error : unusable(place.directory, error)
  }
  // The last one: what the others write is written by then.
  return [...createReporters(names, place, broken), { name: 'folder', event: () => undefined, close: release }]
}

/** The place of a command that runs in a terminal or in a CI job. */
export const placeOf = (directory: string, { out }: Output): Place => {
  const { stdout, env } = process
  return {
    directory,
    env,
    write: out,
    colour: stdout.isTTY && !env['NO_COLOR'],
    ...(stdout.isTTY && env['TERM'] !== 'dumb' && { live: { columns: () => stdout.columns, now: Date.now } }),
  }
}

export const warnOf = (broken: string): string =>
  `reporter_failed: ${plainly(broken)}; what it writes is missing or not whole, the other reports are.\n`

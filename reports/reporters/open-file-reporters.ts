// The reporters that write into a directory, for a run that was started from code: no terminal, no environment variables.
import type { Reporter } from '../run-record.ts'
import { UsageError } from '../usage-error.ts'
import { reportersIn } from './asked.ts'
import { reporterKinds, reporterNames } from './index.ts'

const withFile = reporterNames.filter((name) => reporterKinds[name]!.file !== null)
const usual = withFile.filter((name) => reporterKinds[name]!.usual)

/** @throws UsageError unknown_reporter, unusable_report_dir */
export const openFileReporters = (directory: string, names: readonly string[] = usual): Reporter[] => {
  const unknown = names.find((name) => !withFile.includes(name))
  if (unknown !== undefined)
    throw new UsageError(
      'unknown_reporter',
      `${unknown} is no reporter that writes a file; choose of ${withFile.join(', ')}.`,
    )
  const place = { directory, env: {}, write: () => undefined, colour: false }
  return reportersIn(names, place, (message) => {
    throw new UsageError('unusable_report_dir', `${directory} cannot be written to (${message}); choose another.`)
  })
}

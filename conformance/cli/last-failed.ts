// `--last-failed`: the rules that the last run into a report folder found violated or arguable.
import { CodedError } from '../contract/coded-error.ts'
import { readReport } from '../compare/read-report.ts'

/**
 * Their ids; none where the last run found none, so that the whole is judged again.
 * @throws CodedError `no_last_run`, exit code 3, where the folder holds no report
 */
export const lastFailed = (directory: string): string[] => {
  try {
    return readReport(directory)
      .rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'arguable')
      .map(({ id }) => id)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    throw new CodedError(
      'no_last_run',
      `--last-failed needs the report of an earlier run, but ${error.message.replace(/\.$/, '')}; run once without --last-failed.`,
    )
  }
}

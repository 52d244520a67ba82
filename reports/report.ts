// `assay/report`: the types of report.json and of a run's events, reading a record, and the reporters that write files.
import type { Report } from './report-json.ts'
import type { Reporter, RunEvent } from './run-record.ts'

export type * from './gated.ts'
export type * from './plan-file.ts'
export type { ReasonKind, ReasonParameters, RecordedReason } from './recorded-reason.ts'
export type * from './report-json.ts'
export type * from './run-record.ts'

/** The reporters that write a file or a folder into a directory, by the names that `--reporter` takes. */
export type FileReporterName = 'json' | 'ndjson' | 'plans' | 'html' | 'junit' | 'markdown' | 'badge' | 'har' | 'metrics'

/** The report of a run, or of what there is of one, from its events. */
export const reportOf = async (events: Iterable<RunEvent>): Promise<Report> => {
  const { jsonReport } = await import('./reporters/json.ts')
  return jsonReport(events)
}

/**
 * The events of a `run.ndjson`, or of the folder of one. `cut`: the run was killed, and its last event is made up.
 * Rejects with an error whose `code` is `unreadable_record`, `no_run_record`, `unknown_record_version` or `damaged_record`.
 */
export const readRecord = async (path: string): Promise<{ events: RunEvent[]; cut: boolean }> => {
  const record = await import('./read-record.ts')
  return record.readRecord(path)
}

/**
 * Reporters for `conform` that write the same files as `assay conform` into a directory, which is made; those that it writes on its
 * own when no names are given. Rejects with `unknown_reporter` or `unusable_report_dir`.
 */
export const fileReporters = async (directory: string, names?: readonly FileReporterName[]): Promise<Reporter[]> => {
  const { openFileReporters } = await import('./reporters/open-file-reporters.ts')
  return openFileReporters(directory, names)
}

// Finds the reports of shards, reads each with its record where that lies beside it, and refuses what is no shard.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readRecord } from '../../reports/read-record.ts'
import type { MergedFrom, RunEvent, ShardOf, ShardSaid } from '../../reports/run-record.ts'
import { readReport } from '../compare/read-report.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { filesNamed, isDirectory } from '../contract/read-text.ts'
import { eventsOfReport, type ShownReport } from './events-of-report.ts'

export type ShardReport = ShownReport & {
  shard: ShardOf & Omit<ShardSaid, 'type'>
}

export type ShardRead = { file: string; report: ShardReport; events: RunEvent[] }

const refusal = (code: string, message: string): CodedError => new CodedError(code, message, exitCodes.couldNotJudge)

/** @throws CodedError no_reports, exit code 3 */
export const findReports = (given: readonly string[], reportDir: string): string[] => {
  const files = given.flatMap((path) => (isDirectory(path) ? filesNamed('report.json', path, reportDir) : [path]))
  const found = [...new Map(files.map((file) => [resolve(file), file])).values()]
  if (found.length === 0) {
    const isMatrix = given.some((path) => filesNamed('matrix.json', path).length > 0)
    throw new CodedError(
      'no_reports',
      `There is no report.json in ${given.join(', ')}; give the directories that \`assay conform --shard\` wrote` +
        `${isMatrix ? ', and join the parts of a kill matrix with `assay adequacy --merge DIR`' : ''}.`,
    )
  }
  return found
}

/** The record beside a report, if it is of the same run. */
const recordBeside = (file: string, report: ShardReport): RunEvent[] | null => {
  const record = join(dirname(file), 'run.ndjson')
  if (!existsSync(record)) return null
  const { events } = readRecord(record)
  const [first] = events
  return first?.type === 'run-started' && first.run === report.run ? events : null
}

/** @throws CodedError, exit code 2: not_a_shard, shard_incomplete, and what a report that is none is refused for */
export const readShard = (file: string): ShardRead => {
  const report = readReport(file) as unknown as ShardReport & { merged?: MergedFrom | null }
  const { shard, outcome, reason, line } = report
  if (!shard)
    throw refusal(
      'not_a_shard',
      `${file} must be the report of a shard, but is of ${report.merged ? 'a merged run' : 'a whole run'}; leave it out.`,
    )
  if (outcome !== 'complete')
    throw refusal(
      'shard_incomplete',
      `${file}: shard ${shard.index} of ${shard.of} must have come to its end, but is ${outcome} ` +
        `(${reason ? `${reason.code}: ${reason.message}` : line}); run it again.`,
    )
  return { file, report, events: recordBeside(file, report) ?? eventsOfReport(report) }
}

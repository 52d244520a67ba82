// Finds the reports of shards, reads each with its record where that lies beside it, and refuses what is no shard.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readRecord } from '../../reports/read-record.ts'
import type { MergedFrom, RunEvent, ShardOf, ShardResults } from '../../reports/run-record.ts'
import { readReport } from '../compare/read-report.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { isObject } from '../contract/is-object.ts'
import { filesNamed, isDirectory } from '../contract/read-text.ts'
import { eventsOfReport, type ShownReport } from './events-of-report.ts'
import { refuseOther, versionOf } from './one-whole.ts'

export type ShardReport = ShownReport & {
  shard: ShardOf & Omit<ShardResults, 'type'>
}

export type ShardRead = { file: string; report: ShardReport; events: RunEvent[] }

const refusal = (code: string, message: string): CodedError => new CodedError(code, message, exitCodes.couldNotJudge)

const isShard = (file: string): boolean => {
  try {
    return Boolean((readReport(file) as { shard?: unknown }).shard)
  } catch {
    return false
  }
}

/** Both may be given: a folder with an earlier report of the merge in it, but no shard that the merged report would replace. */
const refuseReplaced = (given: readonly string[], reportDir: string): void => {
  const own = resolve(reportDir, 'report.json')
  const all = given.flatMap((path) => (isDirectory(path) ? filesNamed('report.json', path) : [path]))
  if (!all.some((file) => resolve(file) === own) || !isShard(own)) return
  const message = `--report-dir ${reportDir} must be a folder of its own, but has the report of a shard, which the joined report would replace; choose another.`
  throw new CodedError('shard_in_report_dir', message)
}

/** @throws CodedError no_reports, shard_in_report_dir, exit code 3 */
export const findReports = (given: readonly string[], reportDir: string): string[] => {
  refuseReplaced(given, reportDir)
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

/** What is read of a report beyond its schema: positions that must be there, and a shard that must be one of them all. */
const strayIn = ({ suite, run, shard, findings, causes }: ShardReport): string | null => {
  if (suite === null || run === null) return 'came to its end, but names no suite or no run'
  if (shard.index > shard.of) return `is shard ${shard.index} of ${shard.of}`
  const stray = causes.flatMap(({ example, findings: own }) => [example, ...own]).find((at) => at >= findings.length)
  return stray === undefined ? null : `has a cause of finding ${stray}, but ${findings.length} findings`
}

/** @throws CodedError, exit code 2: mixed_versions, not_a_shard, shard_incomplete, and what a report that is none is refused for */
export const readShard = (file: string, suite: ShardReport['suite']): ShardRead => {
  const report = readReport(file) as unknown as ShardReport & { merged?: MergedFrom | null }
  if (!report.shard)
    throw refusal(
      'not_a_shard',
      `${file} must be the report of a shard, but is of ${report.merged ? 'a merged run' : 'a whole run'}; leave it out.`,
    )
  if (isObject(report.suite)) refuseOther({ file, version: versionOf(report.suite) }, suite)
  const stray = strayIn(report)
  if (stray !== null) throw refusal('no_report', `${file} contradicts itself: it ${stray}; run this shard again.`)
  const { shard, outcome, reason, line } = report
  if (outcome !== 'complete')
    throw refusal(
      'shard_incomplete',
      `${file}: shard ${shard.index} of ${shard.of} must have come to its end, but is ${outcome} ` +
        `(${reason ? `${reason.code}: ${reason.message}` : line}); run it again.`,
    )
  return { file, report, events: recordBeside(file, report) ?? eventsOfReport(report) }
}

// Reads a report.json, by its own name or its directory's, and says what is wrong with a file that is none.
import { join } from 'node:path'
import type { ComparedReport } from '../../reports/comparison.ts'
import { isDeep } from '../../reports/is-deep.ts'
import { reportVersion } from '../../reports/reporters/json.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { isDirectory, readText } from '../contract/read-text.ts'
import { isObject } from '../contract/is-object.ts'

const refusal = (code: string, message: string): CodedError => new CodedError(code, message, exitCodes.couldNotJudge)

const textOf = (path: string): string =>
  readText(
    path,
    'unreadable_report',
    (why) =>
      `${path} cannot be read (${why}); give a report.json, or the directory that \`assay conform --report-dir\` named.`,
    { exitCode: exitCodes.couldNotJudge },
  )

const valueOf = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw refusal('no_report', `${path} must be a report.json, but is no JSON (${(error as Error).message}).`)
  }
}

const isRowsWith =
  (...keys: string[]) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((row) => isObject(row) && keys.every((key) => typeof row[key] === 'string'))

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')

const isEnvironment = (value: unknown): boolean =>
  isObject(value) &&
  areTexts(value['roles']) &&
  ['receiver_url', 'sandbox_base_url', 'production_base_url'].every(
    (name) => value[name] === undefined || value[name] === null || typeof value[name] === 'string',
  )

const isGate = (value: unknown): boolean =>
  isObject(value) &&
  isRowsWith('rule', 'expires', 'owner')(value['accepted']) &&
  isRowsWith('rule')(value['reported_only']) &&
  areTexts(value['gating']) &&
  (value['untried'] === undefined || areTexts(value['untried']))

const areFindings = (value: unknown): boolean =>
  isRowsWith('rule', 'check')(value) &&
  (value as Record<string, unknown>[]).every(({ requests }) => requests === undefined || areTexts(requests))

const outcomes = new Set<unknown>(['complete', 'preflight-failed', 'interrupted', 'crashed'])

const parts: Record<string, (value: unknown) => boolean> = {
  line: (value) => typeof value === 'string',
  outcome: (value) => outcomes.has(value),
  environment: (value) => value === null || isEnvironment(value),
  gate: (value) => value === undefined || value === null || isGate(value),
  exchanges: (value) => value === undefined || isObject(value),
  summary: isObject,
  rules: isRowsWith('id', 'source', 'text', 'verdict'),
  findings: areFindings,
  checks: isRowsWith('id'),
  readings: isRowsWith('freedom', 'reading'),
}

/** @throws CodedError, exit code 2: unreadable_report, no_report, unknown_report_version */
export const readReport = (given: string): ComparedReport => {
  const path = isDirectory(given) ? join(given, 'report.json') : given
  const written = valueOf(path, textOf(path))
  if (!isObject(written) || typeof written['version'] !== 'number')
    throw refusal('no_report', `${path} must be a report.json, with a version; it has none.`)
  const { version } = written
  if (version !== reportVersion)
    throw refusal(
      'unknown_report_version',
      `${path} must be a report of version ${reportVersion}, but is of version ${version}; compare it with the assay that wrote it.`,
    )
  if (isDeep(written))
    throw refusal(
      'no_report',
      `${path} does not keep fixtures/schemas/report.schema.json: the whole has too many levels.`,
    )
  const wrong = Object.keys(parts).find((part) => !parts[part]!(written[part]))
  if (wrong !== undefined)
    throw refusal(
      'no_report',
      `${path} is no report of \`assay conform\`: its ${wrong} is missing or of another shape.`,
    )
  return written as unknown as ComparedReport
}

// Reads a report.json, by its own name or its directory's, and says what is wrong with a file that is none.
import { join } from 'node:path'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { ComparedReport } from '../../reports/comparison.ts'
import { isDeep } from '../../reports/is-deep.ts'
import { reportVersion } from '../../reports/reporters/json.ts'
import { createAjv } from '../contract/ajv.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { reportSchema } from '../contract/contract.ts'
import { isDirectory, readText } from '../contract/read-text.ts'
import { isObject } from '../contract/is-object.ts'
import { suite } from '../run/suite.ts'

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

let compiled: ValidateFunction | undefined

const fits = (): ValidateFunction =>
  (compiled ??= createAjv({ strict: false, validateSchema: false, validateFormats: false }).compile(reportSchema()))

const wrongIn = (written: unknown): string | null => {
  if (isDeep(written)) return 'the whole has too many levels'
  const validate = fits()
  const [error] = validate(written) ? [] : validate.errors!
  return error === undefined ? null : `${error.instancePath || 'the whole'} ${error.message}`
}

/** What another version wrote may lack what this one reads. */
const writerOf = (written: Record<string, unknown>): string => {
  const { version } = suite()
  const wrote = isObject(written['suite']) ? written['suite']['version'] : undefined
  return typeof wrote !== 'string' || wrote === version
    ? ''
    : ` It was written by assay ${wrote}, and this is ${version}: read it with the version that wrote it.`
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
  const wrong = wrongIn(written)
  if (wrong !== null)
    throw refusal(
      'no_report',
      `${path} does not keep fixtures/schemas/report.schema.json: ${wrong}.${writerOf(written)}`,
    )
  return written as unknown as ComparedReport
}

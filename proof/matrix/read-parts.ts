// Finds the parts of a kill matrix and reads each; refuses what is no part, or one that did not come to its end.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { matrixFormat, matrixVersion } from '../../reports/matrix-figures.ts'
import type { KillMatrix } from '../report/kill-matrix.ts'
import { readNamed } from '../../fixtures/named-file.ts'
import { CodedError, exitCodes } from '../../conformance/contract/coded-error.ts'
import { matrixSchema } from '../../conformance/contract/contract.ts'
import { filesNamed, whyOf } from '../../conformance/contract/read-text.ts'
import type { MatrixPart } from './matrix-part.ts'

export type PartRead = { file: string; part: MatrixPart }

const refusal = (code: string, message: string): CodedError => new CodedError(code, message, exitCodes.couldNotJudge)

/** @throws CodedError no_matrices, exit code 3 */
export const findParts = (given: string, reportDir: string): string[] => {
  const found = filesNamed('matrix.json', given, reportDir)
  if (found.length === 0)
    throw new CodedError(
      'no_matrices',
      `${given} must be a directory with a matrix.json of each part, but has none; give the directory that \`assay adequacy --shard\` wrote to.`,
    )
  return found
}

const valueOf = (file: string): unknown => {
  try {
    return JSON.parse(readNamed(file)) as unknown
  } catch (error) {
    throw refusal('unreadable_matrix', `${file} must be a matrix.json, but cannot be read (${whyOf(error)}).`)
  }
}

let compiled: ValidateFunction<KillMatrix> | undefined

const matrixValidator = (): ValidateFunction<KillMatrix> =>
  (compiled ??= new Ajv2020({ strict: false, validateFormats: false }).compile<KillMatrix>(matrixSchema()))

const fitted = (file: string, value: unknown): KillMatrix => {
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (format !== matrixFormat)
    throw refusal('unreadable_matrix', `${file} must have "format": "${matrixFormat}"; it is no kill matrix.`)
  if (version !== matrixVersion)
    throw refusal(
      'unknown_matrix_version',
      `${file} must have version ${matrixVersion}, but has ${JSON.stringify(version)}; merge it with the assay that wrote it.`,
    )
  const validate = matrixValidator()
  if (validate(value)) return value
  const [first] = (validate.errors ?? []).toSorted((a, b) => b.instancePath.length - a.instancePath.length)
  throw refusal(
    'unreadable_matrix',
    `${file} does not keep fixtures/schemas/matrix.schema.json: ${first?.instancePath || 'the whole'} ${first?.message}.`,
  )
}

/** @throws CodedError, exit code 2: unreadable_matrix, unknown_matrix_version, not_a_shard, shard_incomplete */
export const readPart = (file: string): PartRead => {
  const matrix = fitted(file, valueOf(file)) as MatrixPart
  if (matrix.shard === undefined)
    throw refusal(
      'not_a_shard',
      `${file} must be one part of a kill matrix, but is ${matrix.merged ? 'merged from parts' : 'a whole one'}; leave it out.`,
    )
  const { index, of, outcome } = matrix.shard
  if (index > of) throw refusal('unreadable_matrix', `${file} must be one of ${of} shards, but is number ${index}.`)
  if (outcome !== 'complete')
    throw refusal(
      'shard_incomplete',
      `${file}: shard ${index} of ${of} must be complete, but was ${outcome}; run it again.`,
    )
  return { file, part: matrix }
}

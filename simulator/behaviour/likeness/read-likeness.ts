// What a conformance report saw of a deployment, read for a simulator that is to answer like it.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readNamed } from '../../../fixtures/named-file.ts'
import { freedoms, supported, type Choice } from '../readings/choose.ts'
import { isObject } from '../../lib/is-object.ts'

/** As `likeness` in `fixtures/schemas/report.schema.json` has it. */
type Shown = {
  company: string | null
  lender: string | null
  order_types: Record<string, unknown>[]
  status_labels: Record<string, string>
  fees: Record<string, string | null>
  words: Record<string, string>
}

export type Likeness = Shown & {
  readings: Choice
  /** Readings of the report that the simulator does not take, with the reason. */
  left: string[]
}

class LikenessError extends Error {
  readonly code: 'unreadable_report' | 'not_a_report'
  readonly exitCode = 3

  constructor(code: LikenessError['code'], message: string) {
    super(message)
    this.code = code
  }
}

type Seen = { freedom: string; reading: string }

const read = (path: string): unknown => {
  try {
    const file = statSync(path).isDirectory() ? join(path, 'report.json') : path
    return JSON.parse(readNamed(file))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = error instanceof SyntaxError ? 'it is no JSON' : (code ?? message)
    throw new LikenessError(
      'unreadable_report',
      `${path} cannot be read (${why}); give the report.json that \`assay conform\` wrote, or its folder.`,
    )
  }
}

/** A deployment may show two readings of one freedom; the one other than the usual says more. */
const chosen = (seen: readonly Seen[]): { readings: Choice; left: string[] } => {
  const readings: Choice = {}
  const left: string[] = []
  for (const { freedom, reading } of seen) {
    const known = freedoms().find(({ id }) => id === freedom)
    if (!known || !supported(known).includes(reading)) left.push(`${freedom}=${reading}`)
    else if (readings[freedom] === undefined || readings[freedom] === known.default) readings[freedom] = reading
  }
  return { readings, left: [...new Set(left)] }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isTextOrNull = (value: unknown): boolean => value === null || isText(value)

const isMapOf =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isObject(value) && Object.values(value).every(is)

const parts: Record<keyof Shown, (value: unknown) => boolean> = {
  company: isTextOrNull,
  lender: isTextOrNull,
  order_types: (value) => Array.isArray(value) && value.every(isObject),
  status_labels: isMapOf(isText),
  fees: isMapOf(isTextOrNull),
  words: isMapOf(isText),
}

const isSeen = (value: unknown): value is Seen =>
  isObject(value) && isText(value['freedom']) && isText(value['reading'])

const refusal = (path: string, what: string): LikenessError =>
  new LikenessError(
    'not_a_report',
    `${path} must be the report of a run that came to its end, with what it saw of the target${what}; run \`assay conform\` again and give its report.json.`,
  )

/** @throws LikenessError */
export const readLikeness = (path: string): Likeness => {
  const report = read(path)
  if (!isObject(report)) throw refusal(path, '')
  const { readings, likeness } = report
  if (!Array.isArray(readings) || !isObject(likeness)) throw refusal(path, '')
  const names = Object.keys(parts) as (keyof Shown)[]
  const wrong = readings.every(isSeen) ? names.find((part) => !parts[part](likeness[part])) : 'readings'
  if (wrong !== undefined) throw refusal(path, `, but its ${wrong} is missing or of another shape`)
  return { ...(likeness as Shown), ...chosen(readings as Seen[]) }
}

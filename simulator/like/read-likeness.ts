// What a conformance report saw of a deployment, read for a simulator that is to answer like it.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freedoms, supported, type Choice } from '../behaviour/readings/choose.ts'

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
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'it is no JSON'
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

/** @throws LikenessError */
export const readLikeness = (path: string): Likeness => {
  const report = read(path) as { readings?: Seen[]; likeness?: Shown | null } | null
  if (!Array.isArray(report?.readings) || !report.likeness)
    throw new LikenessError(
      'not_a_report',
      `${path} must be the report of a run that came to its end, with what it saw of the target; run \`assay conform\` again and give its report.json.`,
    )
  return { ...report.likeness, ...chosen(report.readings) }
}

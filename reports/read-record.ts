// Reads run.ndjson back as events; one that was cut off is given the end that its run did not come to.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { recordFormat, recordVersion, type RunEvent, type RunFinished } from './run-record.ts'
import { UsageError } from './usage-error.ts'

export type ReadRecord = {
  events: RunEvent[]
  /** Whether the run was killed before it wrote its end. */
  cut: boolean
}

/** The record that a path means: the file itself, or run.ndjson of a directory. */
export const recordFile = (path: string): string => {
  try {
    return statSync(path).isDirectory() ? join(path, 'run.ndjson') : path
  } catch {
    return path
  }
}

const linesOf = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new UsageError(
      'unreadable_record',
      `${file} cannot be read (${why}); give a run.ndjson that \`assay conform\` wrote, or its directory.`,
    )
  }
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

const checkHeader = (file: string, first: unknown): void => {
  const { type, format, version } = (first ?? {}) as { type?: unknown; format?: unknown; version?: unknown }
  if (type !== 'run-started' || format !== recordFormat)
    throw new UsageError(
      'no_run_record',
      `${file} must begin with a line of "format": "${recordFormat}"; it is no record of a run, give a run.ndjson.`,
    )
  if (version !== recordVersion)
    throw new UsageError(
      'unknown_record_version',
      `${file} has version ${JSON.stringify(version)} of the record, but this assay reads version ${recordVersion}; ` +
        'read it with the assay that wrote it, or a newer one.',
    )
}

const endOf = (events: readonly RunEvent[]): { at: string } & RunFinished => {
  const at = events.at(-1)!.at
  const count = (type: RunEvent['type']): number => events.filter((event) => event.type === type).length
  return {
    at,
    type: 'run-finished',
    outcome: 'interrupted',
    exit_code: 2,
    reason: {
      code: 'run_cut_off',
      message: `The record ends at ${at} without the end of the run, which was killed; what was judged until then counts.`,
    },
    requests: count('exchange'),
    deliveries: count('delivery'),
    waited_ms: 0,
    ms: Math.max(0, Date.parse(at) - Date.parse(events[0]!.at)),
  }
}

/** @throws UsageError unreadable_record, no_run_record, unknown_record_version, damaged_record */
export const readRecord = (path: string): ReadRecord => {
  const file = recordFile(path)
  const lines = linesOf(file)
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const events: RunEvent[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const event = parsed(line) as RunEvent | undefined
    if (index === 0) checkHeader(file, event)
    // What was being written when the run was killed.
    if (event === undefined && index === last) continue
    if (typeof event !== 'object' || event === null || typeof event.type !== 'string')
      throw new UsageError(
        'damaged_record',
        `${file} must hold an event on every line, but line ${index + 1} is none; only the last line may be torn.`,
      )
    events.push(event)
  }
  if (events.length === 0) checkHeader(file, undefined)
  const cut = !events.some(({ type }) => type === 'run-finished')
  return { events: cut ? [...events, endOf(events)] : events, cut }
}

// Reads run.ndjson back as events; one that was cut off is given the end that its run did not come to.
import { closeSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bounds } from '../fixtures/bounds.ts'
import { openNamed } from '../fixtures/named-file.ts'
import { faultOfEvent } from './fit-event.ts'
import type { KeptExchanges, LinePlace } from './kept-exchange.ts'
import { recordFormat, recordVersion, type RunEvent, type RunFinished } from './run-record.ts'
import { UsageError } from './usage-error.ts'

type ReadRecord = {
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

const chunkBytes = 1 << 20

const lineFeed = 10

const damaged = (file: string, line: number, why: string): UsageError =>
  new UsageError(
    'damaged_record',
    `${file} must hold an event on every line, but line ${line} is none (${why}); only the last line may be torn.`,
  )

/** A piece at a time: a record may be longer than a text can be. */
function* linesOf(file: string): Generator<LinePlace & { line: string }> {
  let descriptor: number | undefined
  try {
    descriptor = openNamed(file)
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let rest: Buffer[] = []
    let waiting = 0
    let position = 0
    let number = 1
    const take = (last: Buffer) => {
      const line = rest.length === 0 ? last : Buffer.concat([...rest, last])
      const taken = { line: line.toString(), position, length: line.length }
      rest = []
      waiting = 0
      position += line.length + 1
      number += 1
      return taken
    }
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
      let from = 0
      for (let end = chunk.indexOf(lineFeed); end >= 0 && end < read; end = chunk.indexOf(lineFeed, from)) {
        yield take(chunk.subarray(from, end))
        from = end + 1
      }
      if (from < read) rest.push(Buffer.from(chunk.subarray(from, read)))
      waiting += read - from
      if (waiting > bounds.shown.lineBytes)
        throw damaged(file, number, `it is longer than ${bounds.shown.lineBytes >> 20} MB`)
    }
    yield take(Buffer.alloc(0))
  } catch (error) {
    if (error instanceof UsageError) throw error
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new UsageError(
      'unreadable_record',
      `${file} cannot be read (${why}); give a run.ndjson that \`assay conform\` wrote, or its directory.`,
    )
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
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
        'read it with the assay that wrote it.',
    )
}

type Seen = { first: string; last: string; exchange: number; delivery: number }

const endOf = ({ first, last, exchange, delivery }: Seen): { at: string } & RunFinished => ({
  at: last,
  type: 'run-finished',
  outcome: 'interrupted',
  exit_code: 2,
  reason: {
    code: 'run_cut_off',
    message: `The record ends at ${last} without the end of the run, which was killed; what was judged until then counts.`,
  },
  requests: exchange,
  deliveries: delivery,
  waited_ms: 0,
  ms: Math.max(0, Date.parse(last) - Date.parse(first)),
})

/**
 * Gives the events one by one and keeps none of them, exchanges as `kept` keeps them; whether the run was killed before it wrote its end.
 * @throws UsageError unreadable_record, no_run_record, unknown_record_version, damaged_record
 */
export const eachEvent = (path: string, take: (event: RunEvent) => void, kept?: KeptExchanges): boolean => {
  const file = recordFile(path)
  let seen: Seen | undefined
  let number = 0
  let torn: number | undefined
  let findings = 0
  let named = -1
  let cut = true
  for (const { line, ...place } of linesOf(file)) {
    number += 1
    if (line.trim() === '') continue
    if (torn !== undefined) throw damaged(file, torn, 'it is no JSON')
    const read = parsed(line)
    if (number === 1) checkHeader(file, read)
    // What was being written when the run was killed.
    if (read === undefined) {
      torn = number
      continue
    }
    const fault = faultOfEvent(read)
    if (fault !== null) throw damaged(file, number, fault)
    const event = read as RunEvent
    if (number > 1 && event.type === 'run-started') throw damaged(file, number, 'a run starts once')
    seen ??= { first: event.at, last: event.at, exchange: 0, delivery: 0 }
    seen.last = event.at
    if (event.type === 'finding') findings += 1
    if (event.type === 'finding-again' && event.like >= findings)
      throw damaged(file, number, `it is like finding ${event.like}, which is not there yet`)
    if (event.type === 'cause')
      for (const position of [event.example, ...event.findings]) named = Math.max(named, position)
    if (event.type === 'exchange' || event.type === 'delivery') seen[event.type] += 1
    if (event.type === 'run-finished') cut = false
    take(kept && event.type === 'exchange' ? { ...event, exchange: kept.keep(event.exchange, place) } : event)
  }
  if (named >= findings)
    throw new UsageError(
      'damaged_record',
      `${file} must have the findings that its causes name, but has ${findings} and none at ${named}; run the suite again.`,
    )
  if (seen === undefined) checkHeader(file, undefined)
  else if (cut) take(endOf(seen))
  return cut
}

/** @throws as `eachEvent` */
export const readRecord = (path: string): ReadRecord => {
  const events: RunEvent[] = []
  const cut = eachEvent(path, (event) => void events.push(event))
  return { events, cut }
}

// run.ndjson: every event on a line of its own, on disk before the next one, so that a killed run leaves its record.
import { closeSync, openSync, writeSync } from 'node:fs'
import type { Reporter } from '../run-record.ts'
import { takeAwayLink } from './take-away-link.ts'

export const ndjsonReporter = (file: string): Reporter => {
  takeAwayLink(file)
  const descriptor = openSync(file, 'w')
  return {
    event: (event) => void writeSync(descriptor, `${JSON.stringify(event)}\n`),
    close: () => closeSync(descriptor),
  }
}

// run.ndjson: every event on a line of its own, on disk before the next one, so that a killed run leaves its record.
import { closeSync, openSync, writeSync } from 'node:fs'
import type { Reporter } from '../run-record.ts'
import { removeReport } from './report-folder.ts'

export const ndjsonReporter = (file: string): Reporter => {
  removeReport(file)
  const descriptor = openSync(file, 'wx')
  return {
    event: (event) => void writeSync(descriptor, `${JSON.stringify(event)}\n`),
    close: () => closeSync(descriptor),
  }
}

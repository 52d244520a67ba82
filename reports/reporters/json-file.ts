// Writes report.json when the run has finished.
import { writeWhole } from '../../own-files/write-whole.ts'
import type { Reporter, RunEvent } from '../run-record.ts'
import { jsonReport } from './json.ts'
import { removeReport } from './report-folder.ts'

export const jsonFileReporter = (file: string): Reporter => {
  const events: RunEvent[] = []
  return {
    event(event) {
      events.push(event)
      if (event.type === 'run-started') removeReport(file)
      if (event.type === 'run-finished') writeWhole(file, `${JSON.stringify(jsonReport(events), null, 2)}\n`)
    },
  }
}

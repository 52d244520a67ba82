// A reporter that renders the whole run once it has finished; the file of an earlier run is taken away at the start.
import { writeWhole } from '../../own-files/write-whole.ts'
import type { Reporter } from '../run-record.ts'
import { absorb, emptyRun, type Run } from '../summary.ts'
import { removeReport } from './report-folder.ts'

export const whenDone = (take: (run: Run) => void, begin: () => void = () => undefined): Reporter => {
  const run = emptyRun()
  return {
    event(event) {
      absorb(run, event)
      // A run that is killed must not leave the good word of the one before.
      if (event.type === 'run-started') begin()
      if (event.type === 'run-finished') take(run)
    },
  }
}

export const fileReporter = (file: string, render: (run: Run) => string): Reporter =>
  whenDone(
    (run) => writeWhole(file, render(run)),
    () => removeReport(file),
  )

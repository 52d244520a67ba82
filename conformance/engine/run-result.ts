// How a run came out.
import type { RunFinished } from '../../reports/run-record.ts'

export type RunResult = Pick<RunFinished, 'outcome' | 'exit_code' | 'reason'> & {
  /** Why it could not be said that nothing is broken, had no rule been; absent where nothing speaks against it. */
  doubt?: RunFinished['reason']
}

// How a run came out.
import type { RunFinished } from '../../reports/run-record.ts'

export type RunResult = Pick<RunFinished, 'outcome' | 'exit_code' | 'reason'> & {
  /** Why a run without violations would be inconclusive; absent where it would be green. */
  doubt?: RunFinished['reason']
}

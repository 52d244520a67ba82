// Whether a script came to where the bug is: each answer on which its verdict rests is of the class of status that it had in the run.
import { isAct } from './company-acts.ts'
import type { RecordedExchange } from './run-record.ts'
import type { ScriptModel } from './script-model.ts'

export const classOf = (status: number): string => String(status).slice(0, 1)

/** The answers before the judged one, and the judged one where not its status is judged: where one is of another class, what fails then accuses nobody. */
export const restsOn = ({ finding, needed, judged, verdict }: ScriptModel): ReadonlySet<RecordedExchange> => {
  // A failure of the server is one whatever came before.
  if (verdict === null || finding.kind === 'server_error') return new Set()
  const before = needed.slice(0, needed.indexOf(judged) + (verdict.by === 'answer' ? 1 : 0))
  return new Set(before.filter((one) => !isAct(one) && one.response !== null))
}

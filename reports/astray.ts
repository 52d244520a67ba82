// Whether a script came to where the bug is: each answer on which its verdict rests is of the class of status that it had in the run.
import { isAct } from './company-acts.ts'
import { changes } from './needed-exchanges.ts'
import type { RecordedExchange } from './run-record.ts'
import type { ScriptModel } from './script-model.ts'

export const classOf = (status: number): string => String(status).slice(0, 1)

/** A failure of the server is one whatever came before. */
export const isFailureAnyway = ({ finding }: Pick<ScriptModel, 'finding'>): boolean => finding.kind === 'server_error'

/** The answers before the judged one, and the judged one where not its status is judged: where one is of another class, what came of it shows nothing. */
export const restsOn = (model: ScriptModel): ReadonlySet<RecordedExchange> => {
  const { needed, judged, verdict } = model
  if (verdict === null) return new Set()
  const before = needed.slice(0, needed.indexOf(judged) + (verdict.by === 'answer' && !isFailureAnyway(model) ? 1 : 0))
  return new Set(before.filter((one) => !isAct(one) && one.response !== null))
}

const fits = (status: string, pattern: string): boolean =>
  pattern === status || (pattern === '5??' && status[0] === '5')

/** Answers of the judged call that show nothing although they lack what was wrong; a write that is refused since may be the bug's end. */
export const silentOf = ({ judged }: Pick<ScriptModel, 'judged'>): string[] => {
  if (!changes(judged)) return ['*']
  const isWithToken = judged.role !== null && judged.operation !== 'requestToken'
  return [...(isWithToken ? ['401'] : []), '429', '5??']
}

export const isSilent = (model: Pick<ScriptModel, 'judged'>, status: number): boolean =>
  silentOf(model).some((pattern) => pattern === '*' || fits(String(status), pattern))

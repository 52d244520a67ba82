// Whether a script came to where the bug is: each answer on which its verdict rests is of the class of status that it had in the run.
import { isAct } from './company-acts.ts'
import { succeeded } from './needed-exchanges.ts'
import type { RecordedExchange } from './run-record.ts'
import { judgeAnswer } from './script-judge.ts'
import type { ScriptModel } from './script-model.ts'
import { isLike } from './status-verdict.ts'

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

/** Fields that only a refusal has. */
const ofRefusal = /^\/(?:code|error|error_description|details|current_status|correlation_id)(?=\/|$)/

type Judged = Pick<ScriptModel, 'judged' | 'verdict'>

/** What was accepted, and what is judged is what its refusal is to have. */
const awaitsRefusal = ({ judged, verdict }: Judged): boolean =>
  succeeded(judged) &&
  verdict?.by === 'answer' &&
  ofRefusal.test(verdict.asked.at) &&
  judgeAnswer('HTTP/1.1 400\r\n\r\n{}', verdict.asked).passed !== true

/** Answers of the judged call that, where their class is not that of the run, show nothing although they lack what was wrong. */
export const silentOf = (model: Judged): string[] => {
  if (!awaitsRefusal(model)) return ['*']
  const { operation, role } = model.judged
  return [...(role !== null && operation !== 'requestToken' ? ['401'] : []), '429', '5??']
}

export const isSilent = (model: Judged, status: number): boolean => isLike(String(status), silentOf(model).join('|'))

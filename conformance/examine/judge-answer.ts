// One answer of a receiver against what its delivery called for: the comparisons that it makes, by rule.
import type { FailureKind } from '../../reports/failure-kinds.ts'
import type { Assertion } from '../evidence/assertion.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { statusKind } from '../evidence/failure.ts'
import { refuses401, takes2xx, type Examination, type Step } from './examination.ts'
import { isTaken } from './first-delivery.ts'

type Answer = Pick<Exchange, 'id' | 'response' | 'failure' | 'ms'>

/** In the words of a finding: the status, or why there is none. */
export const shownAnswer = ({ response, failure, ms }: Answer, limitMs: number): string => {
  if (isLate({ response, failure, ms }, limitMs)) return `no answer within ${limitMs / 1000} seconds`
  return response === null ? `no answer (${failure?.kind ?? 'unknown'})` : String(response.status)
}

const isLate = ({ response, failure, ms }: Omit<Answer, 'id'>, limitMs: number): boolean =>
  response === null ? failure?.kind === 'timeout' : ms >= limitMs

const kindOf = ({ response }: Answer, expected: string | number): FailureKind =>
  response === null ? 'wrong_outcome' : statusKind(response.status, [String(expected).startsWith('2xx') ? '2xx' : 401])

/** @param limitMs how long an answer may take */
export const judgeAnswer = (examination: Examination, step: Step, answer: Answer, limitMs: number): Assertion[] => {
  const { rule, expects, anyRefusal = false, mayTake = false } = examination
  const { parcel, before } = step
  const compared = (own: string, passed: boolean, expected: string | number): Assertion => ({
    rule: own,
    passed,
    expected,
    received: `${shownAnswer(answer, limitMs)}, to a delivery ${parcel.what}`,
    requests: [answer.id],
    failure: { kind: kindOf(answer, expected), key: own },
  })
  if (before === 'any') return []
  const late = isLate(answer, limitMs)
  const taken = isTaken(answer) && !late
  if (expects === 'taken' || before === 'taken') {
    const wanted = `2xx within ${limitMs / 1000} seconds`
    if (before === 'taken' || late) return [compared(takes2xx, taken, wanted)]
    return [compared(rule, taken, '2xx'), ...(taken && rule !== takes2xx ? [compared(takes2xx, true, wanted)] : [])]
  }
  const { status } = answer.response ?? {}
  // The contract has a status for a delivery that is not verified, and none for one that is late.
  const wanted = anyRefusal ? 'a refusal: 401, or another status outside 2xx' : 401
  const own = rule === refuses401 ? [] : [compared(rule, !isTaken(answer), wanted)]
  if (isTaken(answer)) return mayTake ? [compared(refuses401, true, 401)] : own
  // A receiver that is gone after it refuses nothing.
  const isRefusal = anyRefusal && answer.failure?.kind !== 'refused'
  return isRefusal ? own : [...own, compared(refuses401, status === 401 && !late, 401)]
}

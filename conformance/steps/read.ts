// Reading what an answer holds, where a step cannot go on without it.
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { valueAt } from '../evidence/seen.ts'
import { switchedOff } from '../sut/switched-off.ts'
import { blocked } from '../evidence/inconclusive.ts'

const nameOf = ({ request, response }: Answered): string =>
  `${request.method} ${new URL(request.url).pathname} (answered ${response.status})`

/** The text at a JSON pointer. @throws Unjudged when there is none. */
export const textAt = (answer: Answered, pointer: string): string => {
  const value = valueAt(jsonOf(answer.response.body), pointer)
  if (typeof value === 'string' && value !== '') return value
  throw switchedOff(answer) ?? blocked(`${nameOf(answer)} has no text at ${pointer}`, answer)
}

/** The entries of an array at a JSON pointer; none where there is no array. */
export const entriesAt = (answer: Answered, pointer: string): Record<string, unknown>[] => {
  const value = valueAt(jsonOf(answer.response.body), pointer)
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : []
}

export const fieldAt = (answer: Answered, pointer: string): unknown => valueAt(jsonOf(answer.response.body), pointer)

export const succeeded = ({ response }: Answered): boolean => response.status >= 200 && response.status < 300

/** The same answer, when it is a success. @throws Unjudged otherwise, naming what could not be done. */
export const requireSuccess = (answer: Answered, what: string): Answered => {
  if (succeeded(answer)) return answer
  const code = valueAt(jsonOf(answer.response.body), '/code')
  throw (
    switchedOff(answer) ?? blocked(`${what}: ${nameOf(answer)}${typeof code === 'string' ? ` ${code}` : ''}`, answer)
  )
}

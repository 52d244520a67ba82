// Reading what an answer holds, where a step cannot go on without it.
import { entriesIn } from '../evidence/parts.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { freedoms } from '../contract/contract.ts'
import { valueAt } from '../evidence/seen.ts'
import { switchedOff } from '../sut/switched-off.ts'
import { blocked, type GivenReason, reason } from '../evidence/inconclusive.ts'

/** The operation of an answer, or what was requested. */
export const nameOf = ({ operation, request }: Answered): string =>
  operation ?? `${request.method} ${new URL(request.url).pathname}`

/** Whether a freedom lets a target refuse a hold or a cancel in that status. */
const mayRefuseIn = ({ operation, response }: Answered, status: string): boolean => {
  const action = /^(hold|cancel)Order$/.exec(operation ?? '')?.[1]
  if (action === undefined || response.status !== 409) return false
  return freedoms().has(`lifecycle.${action}-in-${status.replace(/_requested$/, '').replaceAll('_', '-')}`)
}

/** An answer that is no success, as the reason why a step cannot go on. */
export const refusedBy = (answer: Answered): GivenReason => {
  const off = switchedOff(answer)
  if (off) return off.reason
  const body = jsonOf(answer.response.body)
  const code = valueAt(body, '/code')
  const status = valueAt(body, '/current_status')
  if (typeof status === 'string' && mayRefuseIn(answer, status))
    return reason('refused-as-permitted', { operation: nameOf(answer), status })
  const shown = [answer.response.status, ...(typeof code === 'string' ? [code] : [])].join(' ')
  // The names of its fields are a freedom, so that a refused amendment is inconclusive.
  if (answer.operation === 'amendOrder' && [400, 422].includes(answer.response.status))
    return reason('amendment-refused', { answer: shown })
  return reason('step-refused', { operation: nameOf(answer), role: answer.role ?? 'main', answer: shown })
}

export const fieldAt = (answer: Answered, pointer: string): unknown => valueAt(jsonOf(answer.response.body), pointer)

/** The fields that the details of a refusal name; one may be about the body as a whole. */
export const fieldsNamed = (answer: Answered): string[] =>
  entriesAt(answer, '/details').flatMap(({ field }) => (typeof field === 'string' ? [field] : []))

/** The text at a JSON pointer. @throws Inconclusive when there is none. */
export const textAt = (answer: Answered, pointer: string): string => {
  const value = valueAt(jsonOf(answer.response.body), pointer)
  if (typeof value === 'string' && value !== '') return value
  throw switchedOff(answer) ?? blocked(reason('text-missing', { operation: nameOf(answer), pointer }), answer)
}

/** The objects in an array at a JSON pointer; none where there is no array. */
export const entriesAt = (answer: Answered, pointer: string): Record<string, unknown>[] =>
  entriesIn(fieldAt(answer, pointer))

export const succeeded = ({ response }: Answered): boolean => response.status >= 200 && response.status < 300

/** The same answer, when it is a success. @throws Inconclusive otherwise, naming what was refused. */
export const requireSuccess = (answer: Answered): Answered => {
  if (succeeded(answer)) return answer
  throw switchedOff(answer) ?? blocked(refusedBy(answer), answer)
}

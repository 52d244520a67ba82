// Holds a fault against the control port's document, and against what no schema says.
import { loadContract } from '../contract/contract.ts'
import type { Contract } from '../contract/contract.ts'
import { checkAs, ofTheControlPort } from '../calls/check-call.ts'
import { Refusal } from '../domain/refusal.ts'
import { servedOperations } from './operations/index.ts'
import type { Fault } from '../public/fault.ts'
import { FaultError } from '../faults/fault-error.ts'
import { answersUnauthorized, isWrite } from '../faults/matches.ts'

let read: Contract | undefined
const contract = (): Contract => (read ??= loadContract())

const refuse = (field: string, value: unknown, message: string): never => {
  const details = [{ field, code: 'invalid_value', value, message }]
  throw new FaultError(`The fault cannot be used: ${field} ${message}.`, details)
}

const checkWhen = ({ nth, every, probability, seed, times, expires_in, expires_clock }: Fault): void => {
  const given = Object.entries({ nth, every, probability }).filter(([, value]) => value !== undefined)
  if (given.length > 1) refuse(given[1]![0], given[1]![1], `cannot stand beside ${given[0]![0]}; give one of them`)
  if (seed !== undefined && probability === undefined) refuse('seed', seed, 'is for probability; give both')
  if (times !== undefined && nth !== undefined)
    refuse('times', times, 'cannot stand beside nth, which strikes once; give one of them')
  if (expires_clock !== undefined && expires_in === undefined)
    refuse('expires_clock', expires_clock, 'is for expires_in; give both')
}

const checkStatus = (fault: Fault & { kind: 'status' }): void => {
  const { status, code, retry_after, operation } = fault
  if (operation === 'requestToken' && status === 401 && code !== undefined && code !== 'invalid_client')
    refuse('code', code, 'must be invalid_client, as requestToken has no other for 401')
  const codes = contract()
    .errors.codes.filter((one) => one.status === status)
    .map((one) => one.code)
  if (code !== undefined && !codes.includes(code))
    refuse('code', code, `must be one of ${codes.join(', ')} for ${status}`)
  if (retry_after !== undefined && status !== 429 && status !== 503)
    refuse('retry_after', retry_after, 'is for the statuses 429 and 503; leave it out')
}

const checkOperation = (fault: Fault): void => {
  const name = 'operation' in fault ? fault.operation : undefined
  if (name === undefined) return
  const operations = servedOperations(contract())
  const operation = operations.find(({ id }) => id === name)
  if (!operation) return refuse('operation', name, `must be one of ${operations.map(({ id }) => id).join(', ')}`)
  if (fault.kind === 'commit-then-fail' && !isWrite(operation))
    refuse('operation', name, 'must be one that writes, as commit-then-fail loses the answer of a write')
  if (fault.kind === 'status' && fault.status === 401 && !answersUnauthorized(operation))
    refuse('operation', name, 'must be one that asks for a credential, as no other answers 401')
}

const checkEventType = (fault: Fault): void => {
  const type = 'event_type' in fault ? fault.event_type : undefined
  const types = contract().webhooks.event_types
  if (type !== undefined && !types.includes(type)) refuse('event_type', type, `must be one of ${types.join(', ')}`)
}

/** Gives a copy. @throws FaultError */
export const checkFault = (given: unknown): Fault => {
  try {
    checkAs({ what: 'The fault', see: ofTheControlPort }, 'addFault', 'body', given)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new FaultError(error.message, error.details)
  }
  const fault = structuredClone(given) as Fault
  checkWhen(fault)
  if (fault.kind === 'status') checkStatus(fault)
  checkOperation(fault)
  checkEventType(fault)
  return fault
}

// Which calls and attempts a fault is for.
import type { Environment } from '../domain/records.ts'
import type { DeliveryFault, Fault, RequestFault } from '../public/fault.ts'

/** A call: `called` before anything is done, `committed` when a write was kept, `answered` when the answer is ready. */
export type Moment = 'called' | 'committed' | 'answered'

export type CallAsked = {
  operation: { id: string; method: string; access: 'open' | 'token' }
  clientId: string | undefined
  environment: Environment
}

export type AttemptAsked = {
  lenderId: string
  environment: Environment
  type: string
  orderId: string
  /** Null when somebody asked for the attempt. */
  number: number | null
  /** There was a secret before the present one. */
  hasPrevious: boolean
}

const moments: Record<RequestFault['kind'], Moment> = {
  status: 'called',
  latency: 'called',
  reset: 'called',
  'commit-then-fail': 'committed',
  truncate: 'answered',
  drip: 'answered',
}

export const isOfRequest = (fault: Fault): fault is RequestFault => Object.hasOwn(moments, fault.kind)

/** An operation without a token answers no 401, but for the one that gives tokens. */
export const answersUnauthorized = ({ id, access }: CallAsked['operation']): boolean =>
  access === 'token' || id === 'requestToken'

/** A token is kept nowhere, and so is what a read answers. */
export const isWrite = ({ id, method }: CallAsked['operation']): boolean => method !== 'get' && id !== 'requestToken'

const fits = (wanted: string | number | undefined, given: string | number | null | undefined): boolean =>
  wanted === undefined || wanted === given

export const matchesCall = (fault: RequestFault, moment: Moment, asked: CallAsked): boolean =>
  moments[fault.kind] === moment &&
  fits(fault.operation, asked.operation.id) &&
  fits(fault.client_id, asked.clientId) &&
  fits(fault.environment, asked.environment) &&
  (fault.kind !== 'status' || fault.status !== 401 || answersUnauthorized(asked.operation)) &&
  (fault.kind !== 'commit-then-fail' || isWrite(asked.operation))

/** These change when the schedule sends, so that an attempt by hand has nothing of them. */
const ofSchedule: readonly string[] = ['delay', 'duplicate', 'reorder']

export const matchesAttempt = (fault: DeliveryFault, asked: AttemptAsked): boolean =>
  fits(fault.event_type, asked.type) &&
  fits(fault.lender_id, asked.lenderId) &&
  fits(fault.environment, asked.environment) &&
  fits(fault.order_id, asked.orderId) &&
  fits(fault.attempt, asked.number) &&
  (asked.number !== null || !ofSchedule.includes(fault.kind)) &&
  (fault.kind !== 'wrong-secret' || fault.secret !== 'previous' || asked.hasPrevious)

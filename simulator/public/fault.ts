// What a fault is, as data, and what is shown of it: plain types, all that users of the package see.
import type { Environment } from '../domain/world.ts'

/** When it strikes and for how long; without any of these it strikes every time until it is removed. */
type Scope = {
  environment?: Environment
  /** Strikes this match alone, counted from 1. */
  nth?: number
  /** Strikes every so-manieth match. */
  every?: number
  /** Strikes a match with this probability, drawn from `seed`. */
  probability?: number
  /** A whole number, 1 when left out: the same seed strikes the same matches. */
  seed?: number
  /** Strikes at most this often. */
  times?: number
  /** Ends after N seconds of `expires_clock`. */
  expires_in?: number
  /** `domain` when left out. */
  expires_clock?: 'domain' | 'wire'
}

type OfRequest = Scope & {
  /** An `operationId` of the contract's OpenAPI document; every operation when left out. */
  operation?: string
  client_id?: string
}

type OfDelivery = Scope & {
  /** An event type; every one when left out. */
  event_type?: string
  lender_id?: string
  order_id?: string
  /** The attempt of the schedule, 1 to 9. */
  attempt?: number
}

export type RequestFault = OfRequest &
  (
    | {
        /** An error before anything is done, with the body and headers of the contract. */
        kind: 'status'
        status: 401 | 429 | 500 | 503
        /** A code that the contract has for the status; for 401 `token_expired` when left out. */
        code?: string
        /** Seconds of `Retry-After` of a 429 and a 503; 1 when left out. */
        retry_after?: number
      }
    /** The call waits this long, in real time, before it is carried out. */
    | { kind: 'latency'; milliseconds: number }
    /** The connection is reset before anything is done. */
    | { kind: 'reset' }
    /** The call is carried out; its answer is cut after `bytes` of the body, half of it when left out. */
    | { kind: 'truncate'; bytes?: number }
    /** The call is carried out; the body of its answer comes in ten pieces over this time. */
    | { kind: 'drip'; milliseconds: number }
    /** What the call writes is kept, and its answer is lost: `reset` when left out. */
    | { kind: 'commit-then-fail'; answer?: 'reset' | 'timeout' | '500' }
  )

export type DeliveryFault = OfDelivery &
  /** The attempt goes out `copies` times, one after another; 2 when left out. */
  (
    | { kind: 'duplicate'; copies?: number }
    /** The attempt goes out N domain seconds later. */
    | { kind: 'delay'; seconds: number }
    /** The attempt waits until a later event of the account was delivered, or for `seconds` of domain time; 60 when left out. */
    | { kind: 'reorder'; seconds?: number }
    /** The attempt never goes out; it is recorded as failed when left out. */
    | { kind: 'drop'; recorded?: 'failed' | 'delivered' }
    /** The attempt is signed with the secret before the present one, or with a secret that is not yours (when left out). */
    | { kind: 'wrong-secret'; secret?: 'other' | 'previous' }
    /** The signed `t` lies this many seconds back, 600 when left out; below zero it lies ahead. */
    | { kind: 'stale'; seconds?: number }
    /** The body is changed after it was signed: a value (when left out), or its white space alone. */
    | { kind: 'alter'; change?: 'value' | 'space' }
  )

export type Fault = RequestFault | DeliveryFault

/** A fault that was added, with how often it struck. */
export type FaultRecord = {
  id: string
  /** `spent` after its last time, `expired` after its time. */
  state: 'active' | 'spent' | 'expired'
  /** Calls or attempts that it was for while it was active. */
  matched: number
  /** Those that it struck. */
  struck: number
  /** RFC 3339 timestamp of domain time. */
  added_at: string
  /** RFC 3339 timestamp of the clock that it goes by. */
  expires_at: string | null
  fault: Fault
}

export type SimulatorFaults = {
  /** Gives the record of the fault. Throws an error with code `invalid_fault`. */
  add(fault: Fault): FaultRecord
  /** In the order in which they were added; those that have ended too. */
  list(): FaultRecord[]
  /** False when there is no such fault. */
  remove(id: string): boolean
  /** Gives the number of faults removed. */
  clear(): number
}

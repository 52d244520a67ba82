// How an examination of a receiver is written: what is sent, whether to accept or refuse it, and the rule.
import { reason, type GivenReason } from '../evidence/inconclusive.ts'
import type { Effect } from './effects.ts'
import type { EventBody, Parcel } from './parcel.ts'

/** What an examination is made with. */
export type Bench = {
  secret: string
  /** The secret before the last rotation; undefined where none is given. */
  previousSecret: string | undefined
  order: { id: string; number: string }
  /** Milliseconds, of this machine. */
  now(): number
  /** The same on the receiver's clock, as far as its answers show it. */
  receiverNow(): number
  /** Whether events of that type are sent to this receiver. */
  sends(type: string): boolean
  /** Whether it took the event of that type with which the examination began. */
  takes(type: string): boolean
  /** A type that the receiver is sent and takes, the given one where that is possible. */
  prefer(...types: string[]): string
  /** An event, with some of its fields set. */
  event(type: string, fields?: Record<string, unknown>): EventBody
  /** Its text as this receiver takes it. */
  write(event: EventBody): string
  /** Signed with the secret in force, and now, unless something else is asked for. */
  parcel(what: string, event: EventBody, given?: ParcelOptions): Parcel
  /** Whether a rule was found violated by an examination before. */
  failed(rule: string): boolean
}

type ParcelOptions = {
  text?: string
  /** In place of a text. */
  bytes?: Uint8Array
  secret?: string
  t?: number | string
  signature?: string | null
}

export type Step = {
  parcel: Parcel
  /** It comes before those that the rule is about: `taken` as any delivery is, or answered as the receiver likes. */
  before?: 'taken' | 'any'
  /** Sent at the same time as the others that have it: one of them must be answered as expected. */
  atOnce?: boolean
}

export type Examination = {
  /** `receiver.what-is-sent`. */
  id: string
  /** The rule that fails where the receiver does otherwise. */
  rule: string
  /** Rules that one answer may refute and none can prove, and those that no answer shows at all. */
  unseen?: readonly string[]
  expects: 'taken' | 'refused'
  /** Any answer outside 2xx refuses it: the contract names the status for a wrong signature alone. */
  anyRefusal?: boolean
  /** 2xx would do as well as 401. */
  mayTake?: boolean
  /** What the state of the system behind the receiver shows of it, where a command shows that. */
  effect?: Effect
  /** Why it cannot be made; null where it can. */
  lacks?: (bench: Bench) => GivenReason | null
  steps(bench: Bench): Step[]
}

export const takes2xx = 'delivery.receiver-answers-within-10-seconds'
export const refuses401 = 'delivery.receiver-answers-401-when-unverified'

/** What no receiver has: signed with it, a delivery is somebody else's. */
export const otherSecret = 'a-secret-that-the-receiver-never-had'

/** The rules that an examination may assert. */
export const rulesOf = ({ rule, unseen = [], effect, expects }: Examination): string[] => [
  ...new Set([rule, ...unseen, ...(effect ? [effect.rule] : []), expects === 'taken' ? takes2xx : refuses401]),
]

export const single = (parcel: Parcel): Step[] => [{ parcel }]
export const each = (parcels: readonly Parcel[]): Step[] => parcels.map((parcel) => ({ parcel }))

/** An examination of a type that `--events` leaves out, or that the receiver takes in no form, cannot be made. */
export const needsType =
  (...types: string[]) =>
  (bench: Bench): GivenReason | null => {
    if (!types.every((type) => bench.sends(type))) return 'event-type-left-out'
    const refused = types.find((type) => !bench.takes(type))
    return refused === undefined ? null : reason('event-type-refused', { type: refused })
  }

// One rule of a client: what in a journal shows it, what to try where nothing does, how it is judged, and what to change.
import { bounds } from '../../fixtures/bounds.ts'
import type { DeliveryCall, Journal, Call } from './call.ts'
import type { Lack } from './lack.ts'

type Evidence = Call | DeliveryCall

export type Fault = {
  /** What the contract asks of the client here, and what it did: short noun phrases. */
  expected: unknown
  received: unknown
  pointer?: string
}

/** What a rule of a client emits as it reads the journal. */
export type Seen = {
  /** An occasion on which the client could have failed. */
  occasion(...evidence: readonly Evidence[]): void
  /** An occasion on which it did; the entry that shows it comes last. */
  violation(fault: Fault, ...evidence: readonly Evidence[]): void
}

/** What is named of calls that may be very many. */
export const someOf = (calls: readonly Call[]): readonly Call[] =>
  calls.length <= bounds.audited.callsOfFinding
    ? calls
    : [...calls.slice(0, bounds.audited.callsOfFinding - 1), calls.at(-1)!]

export type ClientRule = {
  rule: string
  /** Follows "the journal has no". */
  shownBy: string
  /** A sentence: what to do so that the next journal shows it. */
  toTry: string
  /** A sentence: what to change in the client. */
  toChange: string
  judge(journal: Journal, seen: Seen): void
}

export type RuleGroup = {
  id: string
  rules: readonly ClientRule[]
  /** What a recording must show for these rules to be judged. */
  needs: readonly Lack[]
}

export const ruleGroup = (name: string, rules: readonly ClientRule[], needs: readonly Lack[]): RuleGroup => ({
  id: `audit.${name}`,
  rules,
  needs,
})

/** A rule that one call at a time shows: null where the call is no occasion, true where all is well. */
export const eachCall =
  (operations: string | readonly string[], look: (call: Call, journal: Journal) => Fault | true | null) =>
  (journal: Journal, seen: Seen): void => {
    const asked = new Set([operations].flat())
    for (const call of journal.calls) {
      if (call.operation === null || (asked.size > 0 && !asked.has(call.operation))) continue
      const found = look(call, journal)
      if (found === null) continue
      if (found === true) seen.occasion(call)
      else seen.violation(found, call)
    }
  }

export const idOf = (evidence: Evidence): string => ('delivery' in evidence ? evidence.delivery.id : evidence.id)

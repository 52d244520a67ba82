// A reason is a code of the catalogue and its parameters; it is put into words when it is recorded.
import type { ReasonKind, ReasonParameters, RecordedReason } from '../recorded-reason.ts'
import { catalogue } from './catalogue.ts'
import type { Entry } from './entry.ts'

type Catalogue = typeof catalogue
export type ReasonCode = keyof Catalogue

/** `void` for a code without parameters. */
export type ParametersOf<C extends ReasonCode> = Catalogue[C] extends Entry<infer P> ? P : never

/** A code without parameters, which is a reason in itself. */
export type PlainCode = { [C in ReasonCode]: ParametersOf<C> extends void ? C : never }[ReasonCode]

export type Reason = { readonly code: ReasonCode; readonly parameters?: ReasonParameters }

/** What a call site gives. */
export type GivenReason = Reason | PlainCode

/** The only way to make a reason that has parameters: they must fit the code. */
export const reason = <C extends Exclude<ReasonCode, PlainCode>>(code: C, parameters: ParametersOf<C>): Reason => ({
  code,
  parameters: parameters as ReasonParameters,
})

export const reasonOf = (given: GivenReason): Reason => (typeof given === 'string' ? { code: given } : given)

const entryOf = ({ code }: Reason): Entry<ReasonParameters | undefined> =>
  catalogue[code] as Entry<ReasonParameters | undefined>

export const sentenceOf = (given: GivenReason): string => {
  const made = reasonOf(given)
  return entryOf(made).says(made.parameters)
}

/** A reason that is put into words, for a record. */
type WordedReason = RecordedReason & { reason: string; reason_code: ReasonCode; reason_kind: ReasonKind }

export const recordedReason = (given: GivenReason): WordedReason => {
  const made = reasonOf(given)
  const { kind, says, remedy } = entryOf(made)
  const { code, parameters } = made
  const how = remedy(parameters)
  return {
    reason: says(parameters),
    reason_code: code,
    reason_kind: kind,
    ...(parameters && { reason_parameters: parameters }),
    ...(how !== null && { remedy: how }),
  }
}

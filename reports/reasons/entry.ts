// One entry of the catalogue of reasons: its kind, its sentence, and what its reader can do.
import type { ReasonKind, ReasonParameters } from '../recorded-reason.ts'

export type Entry<P> = {
  kind: ReasonKind
  /** A clause that follows "not tested:", without a full stop. */
  says: (parameters: P) => string
  /** Whole sentences; names stand between backticks. Null where no setting changes anything. */
  remedy: (parameters: P) => string | null
}

type Text<P> = string | ((parameters: P) => string)

const remedyOfKind: Record<ReasonKind, string | null> = {
  unavailable: null,
  permitted: null,
  blocked: 'The target did not do what these rules need first; fix the failing rules, then run again.',
  outside: null,
  interrupted: 'Run again, to the end.',
  suite: 'This is a bug of assay. Please report it, with `run.ndjson`.',
}

const textOf =
  <P, T extends string | null>(given: T | ((parameters: P) => T)) =>
  (parameters: P): T =>
    typeof given === 'function' ? given(parameters) : given

/** @param remedy where it is left out, that of the kind */
export const entry = <P extends ReasonParameters | void = void>(
  kind: ReasonKind,
  says: Text<P>,
  remedy: Text<P> | null = remedyOfKind[kind],
): Entry<P> => ({ kind, says: textOf<P, string>(says), remedy: textOf<P, string | null>(remedy) })

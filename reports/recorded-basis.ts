// How far the contract says a rule, and by which passages; as records and reports have it.

/** How far the contract says a rule: a passage does, it follows from passages, or a conformant implementer could dispute it. */
export const bases = ['explicit', 'implied', 'inferred'] as const

export type Basis = (typeof bases)[number]

/** A passage of the contract: its address, and its words where the run was given the contract's text. */
export type RecordedPassage = { at: string; words?: string }

/** What a rule rests on; nothing of it is in records of earlier versions. */
export type RuleBasis = {
  basis?: Basis
  /** Of an inferred rule, the passages that come nearest. */
  rests_on?: RecordedPassage[]
  /** Of an inferred rule: the strongest reading under which a violation is none. */
  counter?: string
}

// What a rule rests on, as records and reports have it.
import type { RecordedPassage, RuleBasis } from './run-record.ts'

/** The basis in something that has one, and no other of its fields. */
export const basisIn = ({ basis, rests_on, counter }: RuleBasis): RuleBasis => ({
  ...(basis !== undefined && { basis }),
  ...(rests_on !== undefined && { rests_on }),
  ...(counter !== undefined && { counter }),
})

type Based = RuleBasis & { source: string }

/** Each passage by its address, and word for word where the run was given the contract; the section where no passage is named. */
export const passagesOf = ({ rests_on: passages, source }: Based): RecordedPassage[] =>
  passages === undefined || passages.length === 0 ? [{ at: source }] : passages

/** Whether the passages say more than the section, which stands beside them. */
export const saysMore = ({ rests_on: passages = [], source }: Based): boolean =>
  passages.length > 1 || passages.some(({ at, words }) => at !== source || words !== undefined)

/** A passage in one line. */
export const passageText = ({ at, words }: RecordedPassage): string => (words === undefined ? at : `${at}: “${words}”`)

/** The end of every violation; names stand between backticks. */
export const objectionTo = (rule: string): string =>
  `Not what the contract says? \`assay explain ${rule}\` shows what the rule rests on; docs/violations.md, “Object”, says how to object.`

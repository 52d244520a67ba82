// Which defects are asked for and how they are to be measured, as plain data: what every part of one matrix shares.
import type { Measures } from './plan-matrix.ts'
import { selectDefects, type DefectFlags, type SelectedDefects } from './select-defects.ts'
import type { Defect } from './injected.ts'

export type Asked = Measures & {
  defect: string[]
  area: string[]
  /** Null for all of them. */
  sample: number | null
}

type Flags = DefectFlags & Omit<Measures, 'whole'> & { whole: number; full?: boolean }

export const askedBy = ({ defect, area, sample, seed, whole, full, random, shorten, reference }: Flags): Asked => ({
  defect: defect.toSorted(),
  area: area.toSorted(),
  sample: sample ?? null,
  seed,
  whole: full === true ? null : whole,
  random,
  shorten,
  reference,
})

/** As it is typed. */
export const askedInWords = ({ defect, area, sample, seed, whole, random, shorten, reference }: Asked): string =>
  [
    ...defect.map((id) => `--defect ${id}`),
    ...area.map((name) => `--area ${name}`),
    ...(sample === null ? [] : [`--sample ${sample}`]),
    `--seed ${seed}`,
    whole === null ? '--full' : `--whole ${whole}`,
    `--random ${random}`,
    `--shorten ${shorten}`,
    ...(reference ? [] : ['--no-reference']),
  ].join(' ')

/** @throws CodedError `unknown_defect` or `unknown_area`, exit code 3 */
export const selectAsked = (all: readonly Defect[], { defect, area, sample, seed }: Asked): SelectedDefects =>
  selectDefects(all, { defect, area, seed, ...(sample !== null && { sample }) })

// Which mutants are tried: all, those named, those of some areas, or a sample that a seed repeats.
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { draw } from '../matrix/select-defects.ts'
import type { Mutant } from './mutant.ts'

export type MutantSelection = { mutant: string[]; area: string[]; sample: number | null; seed: number }

type SelectedMutants = { mutants: Mutant[]; how: string }

/** @throws CodedError `unknown_mutant` or `unknown_area`, exit code 3 */
export const selectMutants = (
  all: readonly Mutant[],
  { mutant, area, sample, seed }: MutantSelection,
): SelectedMutants => {
  for (const id of mutant)
    if (!all.some((one) => one.id === id))
      throw new CodedError(
        'unknown_mutant',
        `--mutant ${id} is no mutant of this code; an edit of its place gives it another id.`,
      )
  const areas = [...new Set(all.map((one) => one.area))]
  for (const name of area)
    if (!areas.includes(name))
      throw new CodedError('unknown_area', `--area ${name} has no mutants; choose one of ${areas.join(', ')}.`)
  const asked = all.filter(
    (one) => (mutant.length === 0 || mutant.includes(one.id)) && (area.length === 0 || area.includes(one.area)),
  )
  const mutants = draw(asked, sample ?? Infinity, seed, 'sample of mutants')
  const named = [...mutant, ...area].length > 0 ? 'those asked for' : 'all'
  return { mutants, how: mutants.length < asked.length ? 'a sample' : named }
}

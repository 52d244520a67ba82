// Which defects are examined: all, those named, those of an area, or a sample that a seed repeats.
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { seededRandom } from '../../conformance/kit/seeded-random.ts'
import type { Defect } from './injected.ts'

export type DefectFlags = { defect: string[]; area: string[]; sample?: number; seed: number }

export type SelectedDefects = {
  defects: Defect[]
  /** In words. */
  how: string
  /** Whether it is all there are. */
  complete: boolean
}

const areaOf = ({ breaks }: Defect): string => breaks.split('.')[0]!

/** This many of them, in their order. Each has its own lot, so that one more or less changes one at most. */
export const draw = <T extends { id: string }>(all: readonly T[], count: number, seed: number, name: string): T[] => {
  if (count >= all.length) return [...all]
  const chosen = all
    .map((one) => ({ one, at: seededRandom(seed, `${name} ${one.id}`)() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
  const kept = new Set(chosen.map(({ one }) => one))
  return all.filter((one) => kept.has(one))
}

/** @throws CodedError `unknown_defect` or `unknown_area`, exit code 3 */
export const selectDefects = (all: readonly Defect[], { defect, area, sample, seed }: DefectFlags): SelectedDefects => {
  for (const id of defect)
    if (!all.some((one) => one.id === id))
      throw new CodedError('unknown_defect', `--defect ${id} is no defect; \`simulate --list-defects\` shows them.`)
  const areas = [...new Set(all.map(areaOf))]
  for (const name of area)
    if (!areas.includes(name))
      throw new CodedError('unknown_area', `--area ${name} has no defects; choose one of ${areas.join(', ')}.`)
  const asked = all.filter(
    (one) => (defect.length === 0 || defect.includes(one.id)) && (area.length === 0 || area.includes(areaOf(one))),
  )
  const defects = draw(asked, sample ?? Infinity, seed, 'sample of defects')
  const complete = defects.length === all.length
  const named = [...defect, ...area].length > 0 ? 'those asked for' : 'all'
  const how = defects.length < asked.length ? `a sample by seed ${seed}` : named
  return { defects, how, complete }
}

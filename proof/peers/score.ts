// From what the peers said to their scores: what they say without a defect is noise, and only what is new counts.
import type { PeerScore, Share } from '../report/peer-scores.ts'

/** One look of one peer at one target; `defect` is the id of a defect or of a mutant, null where there was none. */
export type Look = { defect: string | null; said: string[]; requests: number; seconds: number }

export type Known = { id: string; area: string; deep: boolean }

export const noiseOf = (looks: readonly Look[]): Set<string> =>
  new Set(looks.filter(({ defect }) => defect === null).flatMap(({ said }) => said))

export const newIn = (said: readonly string[], noise: ReadonlySet<string>): string[] =>
  said.filter((one) => !noise.has(one))

/** The clean looks that say something which none of the other clean looks says: defects found where there are none. */
export const falseCatches = (looks: readonly Look[]): number => {
  const clean = looks.filter(({ defect }) => defect === null)
  return clean.filter((look) => newIn(look.said, noiseOf(clean.filter((one) => one !== look))).length > 0).length
}

export const caughtBy = (looks: readonly Look[]): Set<string> => {
  const noise = noiseOf(looks)
  return new Set(
    looks.flatMap(({ defect, said }) => (defect !== null && newIn(said, noise).length > 0 ? [defect] : [])),
  )
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

const share = (known: readonly Pick<Known, 'id'>[], caught: ReadonlySet<string>): Share => ({
  caught: known.filter(({ id }) => caught.has(id)).length,
  of: known.length,
})

/** A fault type is found, or looked at, when any defect of it is. */
export const foundTypes = (types: Readonly<Record<string, readonly string[]>>, caught: ReadonlySet<string>): string[] =>
  Object.keys(types).filter((name) => types[name]!.some((id) => caught.has(id)))

type Scored = Pick<PeerScore, 'caught' | 'deep' | 'areas' | 'fault_types' | 'mutants'>

export const scoreOf = (
  sample: readonly Known[],
  types: Readonly<Record<string, readonly string[]>>,
  caught: ReadonlySet<string>,
  mutants: readonly Pick<Known, 'id'>[],
): Scored => {
  const areas = [...new Set(sample.map(({ area }) => area))].toSorted()
  return {
    caught: share(sample, caught),
    deep: share(
      sample.filter(({ deep }) => deep),
      caught,
    ),
    areas: Object.fromEntries(
      areas.map((area) => [
        area,
        share(
          sample.filter((one) => one.area === area),
          caught,
        ),
      ]),
    ),
    fault_types: foundTypes(types, caught),
    mutants: share(mutants, caught),
  }
}

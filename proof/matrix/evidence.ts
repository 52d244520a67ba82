// What the workers found, before anything is concluded from it: the runs without a defect, and one or two examinations of each defect.
import type { Explain } from './collateral.ts'
import type { Examination } from './examine.ts'
import type { Defect } from './injected.ts'
import type { Reference } from './jobs.ts'
import { mostReruns, shortcomings } from './shortcomings.ts'

export type Look = {
  defect: string
  /** A text where the examination came to nothing: the reason. */
  first: Examination | string
  second?: Examination
}

/** A defect that is not there was not run. */
export type Evidence = { references: Reference[]; looks: Look[] }

type Settled = {
  byDefect: Map<string, Examination | string>
  /** Defects that only the rerun showed as they should be. */
  settledByRerun: string[]
}

/** Defects that survived at first, or turned a rule red for no known reason. */
export const doubtfulAmong = (looks: readonly Look[], defects: readonly Defect[], explain: Explain): Defect[] => {
  const first = new Map(looks.map((look) => [look.defect, look.first]))
  return defects.filter((one) => first.has(one.id) && shortcomings(one, first.get(one.id), explain) > 0)
}

/** The better of two examinations, unless more were doubtful than are rerun. */
export const settle = (looks: readonly Look[], defects: readonly Defect[], explain: Explain): Settled => {
  const byDefect = new Map(looks.map(({ defect, first }) => [defect, first]))
  const settledByRerun: string[] = []
  const doubtful = doubtfulAmong(looks, defects, explain)
  if (doubtful.length > mostReruns) return { byDefect, settledByRerun }
  const second = new Map(looks.map((look) => [look.defect, look.second]))
  for (const defect of doubtful) {
    const again = second.get(defect.id)
    if (!again || shortcomings(defect, again, explain) >= shortcomings(defect, byDefect.get(defect.id), explain))
      continue
    byDefect.set(defect.id, again)
    settledByRerun.push(defect.id)
  }
  return { byDefect, settledByRerun }
}

export const judgedAmong = ({ byDefect }: Settled): Examination[] =>
  [...byDefect.values()].filter((one) => typeof one === 'object')

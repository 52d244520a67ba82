// What the workers found, before anything is concluded from it: the runs without a defect, and one or two looks at each defect.
import type { Explain } from './collateral.ts'
import type { Examination } from './examine.ts'
import type { Defect } from './injected.ts'
import type { Reference } from './jobs.ts'
import { mostSecondLooks, shortcomings } from './second-look.ts'

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
  /** Defects that only the second look showed as they should be. */
  secondLooks: string[]
}

/** Defects that were missed at first, or turned a rule red for no known reason. */
export const doubtfulAmong = (looks: readonly Look[], defects: readonly Defect[], explain: Explain): Defect[] => {
  const first = new Map(looks.map((look) => [look.defect, look.first]))
  return defects.filter((one) => first.has(one.id) && shortcomings(one, first.get(one.id), explain) > 0)
}

/** The better of two looks, unless more were doubtful than are looked at again. */
export const settle = (looks: readonly Look[], defects: readonly Defect[], explain: Explain): Settled => {
  const byDefect = new Map(looks.map(({ defect, first }) => [defect, first]))
  const secondLooks: string[] = []
  const doubtful = doubtfulAmong(looks, defects, explain)
  if (doubtful.length > mostSecondLooks) return { byDefect, secondLooks }
  const second = new Map(looks.map((look) => [look.defect, look.second]))
  for (const defect of doubtful) {
    const again = second.get(defect.id)
    if (!again || shortcomings(defect, again, explain) >= shortcomings(defect, byDefect.get(defect.id), explain))
      continue
    byDefect.set(defect.id, again)
    secondLooks.push(defect.id)
  }
  return { byDefect, secondLooks }
}

export const judgedAmong = ({ byDefect }: Settled): Examination[] =>
  [...byDefect.values()].filter((one) => typeof one === 'object')

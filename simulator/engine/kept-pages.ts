// Pages of lists as they were answered, kept as bytes until something that they are made of is another.
import { bounds } from '../../fixtures/bounds.ts'
import type { Answer } from '../behaviour/wire.ts'

const { count: most, bytes: longest } = bounds.kept.pages

type Made = {
  answer: Answer
  /** The last instant at which the rows that were looked at are all still listed. */
  until: number
}

export type KeptPages = {
  /**
   * The answer that was made last under this name, where it was made of the same: `madeOf` has all that it depends on but time.
   * @param at the oldest instant that is listed
   */
  page(name: string, madeOf: readonly unknown[], at: number, make: () => Made): Answer
}

type Kept = Made & { madeOf: readonly unknown[]; from: number }

const isSame = ({ madeOf, from, until }: Kept, now: readonly unknown[], at: number): boolean =>
  from <= at && at <= until && madeOf.length === now.length && madeOf.every((one, n) => one === now[n])

export const createKeptPages = (): KeptPages => {
  const pages = new Map<string, Kept>()
  return {
    page(name, madeOf, at, make) {
      const known = pages.get(name)
      if (known && isSame(known, madeOf, at)) return known.answer
      const made = make()
      if ((made.answer.bytes?.length ?? 0) > longest) return made.answer
      // Which of them are asked for again nobody knows: all make room.
      if (pages.size >= most) pages.clear()
      pages.set(name, { ...made, madeOf, from: at })
      return made.answer
    },
  }
}

// Delta debugging: of a set that fails, a subset that fails and none of whose parts was seen to.

type Minimised<T> = {
  set: readonly T[]
  /** False where the tries were used up before the end. */
  isSmallest: boolean
}

const chunksOf = <T>(set: readonly T[], count: number): T[][] =>
  Array.from({ length: count }, (_, n) =>
    set.slice(Math.floor((n * set.length) / count), Math.floor(((n + 1) * set.length) / count)),
  )

/**
 * @param set which fails
 * @param fails tries a subset; null when there is no try left
 */
export const minimise = async <T>(
  set: readonly T[],
  fails: (subset: readonly T[]) => Promise<boolean | null>,
): Promise<Minimised<T>> => {
  let count = 2
  while (set.length > 1) {
    const chunks = chunksOf(set, Math.min(count, set.length))
    const rests = chunks.map((_, index) => chunks.flatMap((chunk, other) => (other === index ? [] : chunk)))
    let smaller: readonly T[] | undefined
    // Of two halves each is the rest of the other.
    for (const subset of chunks.length === 2 ? chunks : [...chunks, ...rests]) {
      const outcome = await fails(subset)
      if (outcome === null) return { set, isSmallest: false }
      if (!outcome) continue
      smaller = subset
      break
    }
    if (smaller === undefined) {
      if (chunks.length === set.length) break
      count = chunks.length * 2
    } else {
      count = rests.includes(smaller as T[]) && chunks.length > 2 ? Math.max(chunks.length - 1, 2) : 2
      set = smaller
    }
  }
  return { set, isSmallest: true }
}

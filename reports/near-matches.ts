// Names that are like a mistaken one: by the pairs of letters that they share.

const pairsIn = (text: string): Set<string> =>
  new Set(
    Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2).toLowerCase()),
  )

const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const shared = [...one].filter((pair) => other.has(pair)).length
  return (2 * shared) / (one.size + other.size || 1)
}

export const nearMatches = (given: string, ids: Iterable<string>, most = 5): string[] => {
  const own = pairsIn(given)
  return [...ids]
    .map((id): [string, number] => [id, id.includes(given) ? 1 : likeness(own, pairsIn(id))])
    .filter(([, like]) => like >= 0.4)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([id]) => id)
}

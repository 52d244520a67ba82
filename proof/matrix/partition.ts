// Divides weighed work into parts that weigh about the same: the heaviest piece first, each to the part with the least so far.

/** Gives the same parts on every machine, in whatever order the pieces come. */
export const partition = <T>(
  pieces: readonly T[],
  of: number,
  { weight, name }: { weight: (piece: T) => number; name: (piece: T) => string },
): T[][] => {
  const parts = Array.from({ length: of }, () => ({ load: 0, pieces: [] as T[] }))
  const heaviestFirst = pieces.toSorted((a, b) => weight(b) - weight(a) || (name(a) < name(b) ? -1 : 1))
  for (const piece of heaviestFirst) {
    const lightest = parts.reduce((least, part) => (part.load < least.load ? part : least))
    lightest.pieces.push(piece)
    lightest.load += weight(piece)
  }
  return parts.map((part) => part.pieces)
}

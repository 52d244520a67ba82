// Many texts looked for in one pass over another, whatever its case (Rabin and Karp: by a rolling hash of their first letters).

type Range = [start: number, end: number]

export type Needles = {
  /** @param needle of six characters or more */
  add(needle: string): void
  /** Where one of them stands, in order of their starts; they may overlap. */
  rangesIn(text: string): Range[]
}

/** Characters. */
export const shortestNeedle = 6

const base = 31
const highest = Array.from({ length: shortestNeedle - 1 }).reduce<number>((power) => Math.imul(power, base), 1)

/** Lower case, of ASCII letters alone: positions keep their meaning. */
const fold = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)

const standsAt = (text: string, needle: string, at: number): boolean => {
  if (at + needle.length > text.length) return false
  for (let index = 0; index < needle.length; index += 1)
    if (fold(text.charCodeAt(at + index)) !== fold(needle.charCodeAt(index))) return false
  return true
}

export const createNeedles = (): Needles => {
  const known = new Set<string>()
  const byHead = new Map<number, string[]>()
  // Most heads belong to no needle, which one byte shows.
  const heads = new Uint8Array(1 << 16)

  const hashOf = (text: string): number => {
    let hash = 0
    for (let index = 0; index < shortestNeedle; index += 1)
      hash = (Math.imul(hash, base) + fold(text.charCodeAt(index))) | 0
    return hash
  }

  return {
    add(needle) {
      if (needle.length < shortestNeedle || known.has(needle)) return
      known.add(needle)
      const head = hashOf(needle)
      heads[head & 0xffff] = 1
      byHead.set(head, [...(byHead.get(head) ?? []), needle])
    },
    rangesIn(text) {
      const found: Range[] = []
      if (known.size === 0 || text.length < shortestNeedle) return found
      let hash = hashOf(text)
      for (let at = 0; ; at += 1) {
        if (heads[hash & 0xffff])
          for (const needle of byHead.get(hash) ?? [])
            if (standsAt(text, needle, at)) found.push([at, at + needle.length])
        if (at + shortestNeedle >= text.length) return found
        const gone = Math.imul(fold(text.charCodeAt(at)), highest)
        hash = (Math.imul(hash - gone, base) + fold(text.charCodeAt(at + shortestNeedle))) | 0
      }
    },
  }
}

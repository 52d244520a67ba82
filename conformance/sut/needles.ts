// Many texts looked for in one pass over another, whatever its case (Wu and Manber: three letters say how far the next may be).

type Range = [start: number, end: number]

export type Needles = {
  /** @param needle of six characters or more */
  add(needle: string): void
  /** Where one of them stands, in order of their starts; they may overlap. */
  rangesIn(text: string): Range[]
}

/** Characters. */
export const shortestNeedle = 6

/** Letters that are looked at together. */
const block = 3
/** Where three letters stand in no head of a needle, none begins before the third of them. */
const farthest = shortestNeedle - block + 1

/** Lower case, of ASCII letters alone: positions keep their meaning. */
const fold = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)

const standsAt = (text: string, needle: string, at: number): boolean => {
  if (at + needle.length > text.length) return false
  for (let index = 0; index < needle.length; index += 1)
    if (fold(text.charCodeAt(at + index)) !== fold(needle.charCodeAt(index))) return false
  return true
}

const hashOf = (text: string, from: number, length: number): number => {
  let hash = 0
  for (let at = from; at < from + length; at += 1) hash = (Math.imul(hash, 31) + fold(text.charCodeAt(at))) | 0
  return hash
}

export const createNeedles = (): Needles => {
  const known = new Set<string>()
  const byHead = new Map<number, string[]>()
  /** By the hash of a block: how many letters on the next head that has it may end; 0 where it ends one. */
  const steps = new Uint8Array(1 << 16).fill(farthest)
  const placeOf = (text: string, at: number): number => hashOf(text, at, block) & 0xffff

  return {
    add(needle) {
      if (needle.length < shortestNeedle || known.has(needle)) return
      known.add(needle)
      for (let at = 0; at < farthest; at += 1) {
        const place = placeOf(needle, at)
        steps[place] = Math.min(steps[place]!, farthest - 1 - at)
      }
      const head = hashOf(needle, 0, shortestNeedle)
      byHead.set(head, [...(byHead.get(head) ?? []), needle])
    },
    rangesIn(text) {
      const found: Range[] = []
      if (known.size === 0) return found
      for (let at = 0; at + shortestNeedle <= text.length;) {
        const step = steps[placeOf(text, at + farthest - 1)]!
        if (step === 0)
          for (const needle of byHead.get(hashOf(text, at, shortestNeedle)) ?? [])
            if (standsAt(text, needle, at)) found.push([at, at + needle.length])
        at += step || 1
      }
      return found
    },
  }
}

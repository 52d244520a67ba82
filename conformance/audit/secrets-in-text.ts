// Whether a text has one of many secrets in it: in a time that does not grow with how many there are.

/** @param shortest characters that each of them has at least */
export const secretsInText = (secrets: Iterable<string>, shortest: number): ((text: string) => boolean) => {
  const all = new Set(secrets)
  /** By how a secret begins, how long those are that begin so. */
  const lengths = new Map<string, Set<number>>()
  for (const secret of all) {
    const start = secret.slice(0, shortest)
    lengths.set(start, (lengths.get(start) ?? new Set()).add(secret.length))
  }
  return (text) => {
    for (let at = 0; at + shortest <= text.length; at += 1) {
      const known = lengths.get(text.slice(at, at + shortest))
      if (known === undefined) continue
      for (const length of known) if (all.has(text.slice(at, at + length))) return true
    }
    return false
  }
}

// The secrets this run holds: what may appear in no answer, and what is masked before anything is written down.

export type SecretKind = 'client secret' | 'access token' | 'webhook secret'

export type Secrets = {
  add(kind: SecretKind, value: string): void
  has(kind: SecretKind): boolean
  /** The kinds of secret found in a text; only the kinds asked for. */
  foundIn(text: string, kinds: readonly SecretKind[]): SecretKind[]
  /** The same value with every secret in its texts replaced. */
  mask<T>(value: T): T
}

const masked = '•••'

// A link is a bearer credential for five minutes, and a signature lets its secret be guessed at offline.
const patterns: [RegExp, string][] = [
  [/([?&]signature=)[^&\s"']+/g, `$1${masked}`],
  [/(\bv1=)[0-9A-Fa-f]{16,}/g, `$1${masked}`],
  [/\b(Bearer|Basic) [^\s"']+/g, `$1 ${masked}`],
]

export const createSecrets = (): Secrets => {
  const known = new Map<string, SecretKind>()

  const maskText = (text: string): string => {
    let result = text
    for (const secret of known.keys()) if (result.includes(secret)) result = result.replaceAll(secret, masked)
    for (const [pattern, replacement] of patterns) result = result.replace(pattern, replacement)
    return result
  }

  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value)
    if (Array.isArray(value)) return value.map(mask)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mask(entry)]))
  }

  return {
    add(kind, value) {
      // A very short secret would mask half of every report.
      if (value.length >= 6) known.set(value, kind)
    },
    has: (kind) => [...known.values()].includes(kind),
    foundIn(text, kinds) {
      const found = [...known].filter(([secret, kind]) => kinds.includes(kind) && text.includes(secret))
      return [...new Set(found.map(([, kind]) => kind))]
    },
    mask: <T>(value: T) => mask(value) as T,
  }
}

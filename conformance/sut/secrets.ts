// The secrets this run holds: what may appear in no answer, and what is masked before anything is written down.
import { maskMark } from '../../reports/path-of.ts'
import { createNeedles, shortestNeedle, type Needles } from './needles.ts'
import { compact, compacted, readings, type Readable } from './readable.ts'
import { disguises, encodings, pieceLength, plainWritings } from './writings.ts'

export type SecretKind = 'client secret' | 'access token' | 'webhook secret' | 'control token' | 'shown secret'

export type Secrets = {
  add(kind: SecretKind, value: string): void
  has(kind: SecretKind): boolean
  /** The kinds of secret found in a text; only the kinds asked for. */
  foundIn(text: string, kinds: readonly SecretKind[]): SecretKind[]
  /** What was sent or received, with every secret in its texts replaced. */
  mask<T>(value: T): T
  /** A header, over several of which a secret may be split: pieces of it are replaced too. */
  maskPieces(text: string): string
  /** Texts of our own, which may quote a target: a sentence that only names a scheme stays readable. */
  maskOwn<T>(value: T): T
}

const masked = maskMark

// A link is a bearer credential until it expires, and a signature lets its secret be guessed at offline.
const patterns: [RegExp, string][] = [
  [/((?:[?&]|\\u0026|%26|%3F)signature(?:=|%3D))[^&\s"'\\]+/gi, `$1${masked}`],
  [/(\bv\d=)[0-9A-Za-z+/_-]{16,}=*/g, `$1${masked}`],
]

const wireOnly: [RegExp, string] = [/\b(Bearer|Basic) [^\s"']+/gi, `$1 ${masked}`]
// A word of a sentence has neither digits nor capitals.
const inOwnTexts: [RegExp, string] = [/\b(Bearer|Basic) (?=[^\s"']*[0-9A-Z+/=_])[^\s"']{8,}/g, `$1 ${masked}`]

/** What no text without it can match one of them: most texts have none. */
const hint = /signature|v\d=|bearer|basic/i

/** Characters; headers and names, of which most come again and again. */
const short = 100
const mostShort = 5_000

type Range = [start: number, end: number]

/** A short secret may be a part of a word, as `secret` is of `client_secret`. */
const isApart = (text: string, start: number, end: number): boolean =>
  end - start >= pieceLength || !(/\w/.test(text[start - 1] ?? '') || /\w/.test(text[end] ?? ''))

const rangesIn = ({ text, startOf, endOf }: Readable, needles: Needles): Range[] =>
  needles
    .rangesIn(text)
    .filter(([start, end]) => isApart(text, start, end))
    .map(([start, end]) => [startOf(start), endOf(end)])

const lettersIn = ({ text, startOf, endOf }: Readable, dense: Needles): Range[] =>
  dense.rangesIn(text).map(([start, end]) => [startOf(start), endOf(end)])

/** @param dense what is looked for among letters and digits alone */
const hide = (text: string, needles: Needles, dense?: Needles): string => {
  const ranges = readings(text).flatMap((reading) => {
    return [...rangesIn(reading, needles), ...(dense ? lettersIn(compact(reading), dense) : [])]
  })
  if (ranges.length === 0) return text
  ranges.sort(([one], [other]) => one - other)
  let result = ''
  let done = 0
  for (const [start, end] of ranges) {
    if (start >= done) result += text.slice(done, start) + masked
    done = Math.max(done, end)
  }
  return result + text.slice(done)
}

/** @param names of clients, which stay readable: of a secret made of the same words, only the whole is looked for in them */
export const createSecrets = (names: readonly string[] = []): Secrets => {
  const readable = [...names, ...names.map(compacted)].map((name) => name.toLowerCase())
  const isNamed = (part: string): boolean => readable.some((name) => name.includes(part.toLowerCase()))
  const known = new Map<string, SecretKind>()
  const added = new Set<string>()
  const writings = createNeedles()
  const letters = createNeedles()
  const pieces = createNeedles()

  const readText = (text: string, credentials: [RegExp, string]): string => {
    let result = hide(text, writings, letters)
    if (!hint.test(text)) return result
    for (const [pattern, replacement] of [...patterns, credentials]) result = result.replace(pattern, replacement)
    return result
  }

  /** Short texts as they were masked, until there is another secret. */
  const shortTexts = new Map([wireOnly, inOwnTexts].map((one) => [one, new Map<string, string>()]))

  const maskText = (text: string, credentials: [RegExp, string]): string => {
    if (text.length > short) return readText(text, credentials)
    const kept = shortTexts.get(credentials)!
    const result = kept.get(text) ?? readText(text, credentials)
    if (kept.size < mostShort) kept.set(text, result)
    return result
  }

  const maskIn = (value: unknown, credentials: [RegExp, string]): unknown => {
    if (typeof value === 'string') return maskText(value, credentials)
    if (Array.isArray(value)) return value.map((entry) => maskIn(entry, credentials))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [maskText(key, credentials), maskIn(entry, credentials)]),
    )
  }

  return {
    add(kind, value) {
      // A very short secret would mask half of every report.
      if (value.length < shortestNeedle || added.has(value)) return
      added.add(value)
      for (const kept of shortTexts.values()) kept.clear()
      for (const writing of plainWritings(value)) {
        known.set(writing, kind)
        writings.add(writing)
      }
      for (const part of disguises(value)) {
        if (!isNamed(part)) writings.add(part)
        // Few letters with anything in between may be words of a sentence; those of an encoding are none.
        const dense = compacted(part)
        if (dense.length >= pieceLength && !isNamed(dense)) letters.add(dense)
      }
      for (const writing of encodings(value)) letters.add(compacted(writing))
      for (let at = 0; at + pieceLength <= value.length; at += 1) pieces.add(value.slice(at, at + pieceLength))
    },
    has: (kind) => [...known.values()].includes(kind),
    foundIn(text, kinds) {
      const found = [...known].filter(([secret, kind]) => kinds.includes(kind) && text.includes(secret))
      return [...new Set(found.map(([, kind]) => kind))]
    },
    mask: <T>(value: T) => maskIn(value, wireOnly) as T,
    maskPieces: (text) => hide(maskText(text, wireOnly), pieces),
    maskOwn: <T>(value: T) => maskIn(value, inOwnTexts) as T,
  }
}

// Values as short texts, for the places where a whole one would not fit.

// A terminal obeys some of these, and the log of a CI job what follows a line break, or `##[` and `##vso[` wherever they stand.
const unsafe = /\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\u2028\u2029\uFFFE\uFFFF]|(?<=#)#(?=\w*\[)/gu

const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (character: string): string =>
  named[character] ?? `\\u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** On one line, with every control character written out, and nothing that the log of a CI job would carry out. */
export const plainly = (text: string): string => text.replace(unsafe, escaped)

/** A finding without a received value found nothing there. */
export const orAbsent = (value: unknown): unknown => (value === undefined ? 'absent' : value)

/** A text that reads as another JSON value, or as nothing. */
const looksOther = /^(?:-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|true|false|null)?$/i

/** A text as it stands, or as JSON where it could be taken for a number, a boolean, null or nothing. */
export const unmistakably = (text: string): string => (looksOther.test(text) ? JSON.stringify(text) : text)

/** JavaScript has no text for an object with a field named `toString`: what came from elsewhere gets one here alone. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent')

/** What a value is called in a line of text; of two values that look alike, each as JSON. */
export const valueText = (value: unknown): string =>
  plainly(typeof value === 'string' ? unmistakably(value) : textOf(value))

/** Of a long text the beginning and the end, with no character cut into halves. */
export const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text
  const end = Math.max(0, Math.floor((most - 1) / 3))
  const start = text.slice(0, most - 1 - end).replace(/[\uD800-\uDBFF]$/, '')
  return `${start}…${text.slice(text.length - end).replace(/^[\uDC00-\uDFFF]/, '')}`
}

export const shortly = (value: unknown, most = 160): string => {
  const text = valueText(value)
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}

const severalOf = (what: string): string => (/[^aeiou]y$/.test(what) ? `${what.slice(0, -1)}ies` : `${what}s`)

/** A count as every report writes it: `1,188`. */
export const counted = (count: number): string => count.toLocaleString('en-US')

/** `1 rule`, `2 new entries`: the last word is the one that changes; `several` where neither s nor ies does. */
export const times = (count: number, what: string, several = severalOf(what)): string =>
  `${counted(count)} ${count === 1 ? what : several}`

/** `90 s`, `6 min`, `24 h 2 min`; what is more than whole minutes is rounded up. */
export const timeText = (seconds: number): string => {
  if (seconds < 120) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const rest = minutes % 60
  return `${(minutes - rest) / 60} h${rest > 0 ? ` ${rest} min` : ''}`
}

/** `a.b`, or `a.b and 2 more rules`. */
export const andMore = (first: string, more: number, what: string): string =>
  more === 0 ? first : `${first} and ${times(more, `more ${what}`)}`

// Texts as people read them: what would not be seen becomes its code; times, sizes and spans of time in few words.

// Controls, marks that turn the direction of a text, characters without width, and halves of surrogate pairs.
const unseen =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u00AD\u061C\u115F\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Cs}/gu

export const visible = (text) =>
  text.replace(unseen, (one) => `⟨U+${one.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`)

export const number = (value) => value.toLocaleString('en-US')

/** `2026-11-23 09:30:16`, in UTC as everything here. */
export const instant = (iso) => (iso ? iso.slice(0, 19).replace('T', ' ') : '')

export const bytes = (count) => {
  if (count < 1000) return `${count} B`
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`
}

export const byteLength = (text) => new TextEncoder().encode(text).length

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

/** `in 2 h 5 min`, `3 d ago`: at most two units. */
export const distance = (from, to) => {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000)
  let left = Math.abs(seconds)
  if (left === 0) return 'now'
  const words = []
  for (const [unit, length] of units) {
    const count = Math.floor(left / length)
    if (count > 0 && words.length < 2) words.push(`${count} ${unit}`)
    else if (words.length > 0) break
    left -= count * length
  }
  return seconds > 0 ? `in ${words.join(' ')}` : `${words.join(' ')} ago`
}

/** A text of JSON with an indent, or the text itself where it is none. */
export const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** `09:30:16.123`, of the real clock. */
export const wireTime = (iso) => iso.slice(11, 23)

export const duration = (ms) => {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** Path and query of an address; the whole where it cannot be read. */
export const pathOf = (url) => /^\w+:\/\/[^/]*(\/.*)$/.exec(url)?.[1] ?? url

export const words = (code) => code.replaceAll('_', ' ')

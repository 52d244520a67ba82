// Finds the strings of a JSON text where they stand, with the keys that lead to each: also in a text that is not quite JSON.

type Found = {
  /** The nearest ones, without the places in arrays. */
  keys: readonly string[]
  value: string
  /** Where its literal begins and ends in the text. */
  start: number
  end: number
  /** Not so where the text breaks off in it. */
  isWhole: boolean
}

/** No field that is looked for lies deeper; a hostile body does. */
const nearest = 16

const token = /["{}]/g
const stop = /["\\]/g
const colon = /\s*:/y

/**
 * Where the string that begins here ends, after its quote; -1 where the text breaks off before. An expression for a whole string begins
 * again at each of its quotes where the last one is missing.
 */
export const endOfString = (text: string, start: number): number => {
  stop.lastIndex = start + 1
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    if (found[0] === '"') return stop.lastIndex
    stop.lastIndex += 1
  }
  return -1
}

const decoded = (literal: string): string => {
  try {
    return JSON.parse(literal) as string
  } catch {
    return literal.slice(1, -1)
  }
}

const isKey = (text: string, end: number): boolean => {
  colon.lastIndex = end
  return colon.test(text)
}

/** The values, not the keys. */
export const stringsIn = (text: string): Found[] => {
  const found: Found[] = []
  const keys: string[] = []
  let key: string | null = null
  // Which braces were opened under a key of their own.
  const opened: boolean[] = []
  token.lastIndex = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const start = match.index
    const ending = match[0] === '"' ? endOfString(text, start) : start + 1
    const isWhole = ending >= 0
    const end = isWhole ? ending : text.length
    token.lastIndex = end
    const literal = isWhole ? text.slice(start, end) : `${text.slice(start)}"`
    if (literal === '{') {
      opened.push(key !== null)
      if (key !== null) keys.push(key)
      key = null
    } else if (literal === '}') {
      if (opened.pop()) keys.pop()
      key = null
    } else if (isKey(text, end)) key = decoded(literal)
    else {
      const path = keys.slice(-nearest)
      found.push({ keys: key === null ? path : [...path, key], value: decoded(literal), start, end, isWhole })
    }
  }
  return found
}

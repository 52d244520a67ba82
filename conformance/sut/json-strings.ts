// Finds the strings of a JSON text where they stand, with the keys that lead to each: also in a text that is not quite JSON.

type Found = {
  /** Without the places in arrays. */
  keys: readonly string[]
  value: string
  /** Where its literal begins and ends in the text. */
  start: number
  end: number
}

const token = /"(?:[^"\\]|\\.)*"|[{}]/g
const colon = /\s*:/y

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
  for (const match of text.matchAll(token)) {
    const [literal] = match
    const end = match.index + literal.length
    if (literal === '{') {
      opened.push(key !== null)
      if (key !== null) keys.push(key)
      key = null
    } else if (literal === '}') {
      if (opened.pop()) keys.pop()
      key = null
    } else if (isKey(text, end)) key = decoded(literal)
    else
      found.push({ keys: key === null ? [...keys] : [...keys, key], value: decoded(literal), start: match.index, end })
  }
  return found
}

// JSON as text: what is left of it without its strings, and whether it goes beyond ASCII.

import { endOfString } from '../sut/json-strings.ts'

export const withoutStrings = (text: string): string => {
  let rest = ''
  let from = 0
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', from)) {
    const end = endOfString(text, start)
    if (end < 0) break
    rest += `${text.slice(from, start)}""`
    from = end
  }
  return rest + text.slice(from)
}

export const isBeyondAscii = (text: string): boolean => /[^\p{ASCII}]/u.test(text)

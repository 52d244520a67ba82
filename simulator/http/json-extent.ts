// How much a JSON text holds, before anything is made of it: one look at each letter, and no more than is taken.
import { bounds } from '../../fixtures/bounds.ts'

const { values: mostAnywhere, levels: deepest } = bounds.taken

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Null for a text that may be parsed; of one that is no JSON this says nothing. */
export const tooMuchIn = (text: string, mostValues: number = mostAnywhere): string | null => {
  let depth = 0
  let values = 1
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (isText) {
      if (letter === backslash) at += 1
      else if (letter === quote) isText = false
    } else if (letter === quote) isText = true
    else if (letter === openBracket || letter === openBrace) {
      depth += 1
      values += 1
    } else if (letter === closeBracket || letter === closeBrace) depth -= 1
    else if (letter === comma) values += 1
    if (depth > deepest) return `is nested more than ${deepest} levels deep`
    if (values > mostValues) return `holds more than ${mostValues} values`
  }
  return null
}

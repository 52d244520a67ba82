// A mutant: one change that the mutation engine makes to the simulator, and the key that names it after unrelated edits.
import { createHash } from 'node:crypto'

/** What a mutant is known by. No line numbers: they move with every edit above. */
type MutantKey = {
  /** The source file, from the root of the project. */
  file: string
  /** The declaration around it, outermost first, such as `feed.page`; empty at the top of a file. */
  in: string
  /** The operator of the mutation engine. */
  mutator: string
  original: string
  replacement: string
  /** Which of those that are alike in all of the above, from 1. */
  nth: number
}

export type Mutant = MutantKey & {
  /** Short for the key. */
  id: string
  /** Its number in the instrumented build. */
  number: string
  area: string
  line: number
  column: number
}

const longest = 120

/** One line; of a long text the beginning, and a hash of all of it. */
export const codeText = (code: string): string => {
  const text = code.replace(/\s+/g, ' ').trim()
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 12)}… #${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}

export const keyText = ({ file, in: declaration, mutator, original, replacement, nth }: MutantKey): string =>
  [file, declaration, mutator, original, replacement, nth].join('\n')

const idOf = (key: MutantKey): string => `m${createHash('sha256').update(keyText(key)).digest('hex').slice(0, 10)}`

type Unnumbered = Omit<Mutant, 'id' | 'nth'>

/** In the order of the source, so that the second of two alike stays the second. */
export const numbered = (mutants: readonly Unnumbered[]): Mutant[] => {
  const seen = new Map<string, number>()
  return mutants.map((mutant) => {
    const alike = keyText({ ...mutant, nth: 0 })
    const nth = (seen.get(alike) ?? 0) + 1
    seen.set(alike, nth)
    const whole = { ...mutant, nth }
    return { ...whole, id: idOf(whole) }
  })
}

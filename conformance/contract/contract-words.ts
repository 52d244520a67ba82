// What rules rest on, word for word, from the user's own copy of the contract; nothing of it is kept here.
import type { RecordedPassage, RuleBasis, Unstamped } from '../../reports/run-record.ts'
import { checkPassages } from './check-passages.ts'
import { CodedError } from './coded-error.ts'
import { readText } from './read-text.ts'

/** By the address that rules name, wherever the passage stands in the copy. */
export type ContractWords = ReadonlyMap<string, string>

/** @throws CodedError unreadable_contract */
export const readContract = (file: string): string =>
  readText(
    file,
    'unreadable_contract',
    (why) => `${file} must be a copy of the contract as text, but cannot be read (${why}); name another file.`,
    { megabytes: 16 },
  )

/** A row of a table without the bars at its ends. */
const cellsOf = (words: string): string =>
  words.startsWith('|')
    ? words
        .split('|')
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(' | ')
    : words

/** @throws CodedError unreadable_contract, no_contract */
export const contractWords = (file: string): ContractWords => {
  const { found } = checkPassages(readContract(file))
  const words = new Map(found.flatMap((one) => ('words' in one ? [[one.at, cellsOf(one.words)] as const] : [])))
  if (words.size > 0) return words
  throw new CodedError(
    'no_contract',
    `${file} must be a copy of the contract, but has none of the ${found.length} passages that rules rest on; name another file.`,
  )
}

const withWords = (passages: readonly RecordedPassage[], words: ContractWords): RecordedPassage[] =>
  passages.map(({ at }) => {
    const own = words.get(at)
    return { at, ...(own !== undefined && { words: own }) }
  })

const quoted = <Row extends RuleBasis>(row: Row, words: ContractWords): Row =>
  row.rests_on === undefined ? row : { ...row, rests_on: withWords(row.rests_on, words) }

/** The events of a run, with the words of passages where a copy of the contract is given. */
export const quoting = (file: string | undefined): (<Event extends Unstamped>(event: Event) => Event) => {
  const words = file === undefined ? null : contractWords(file)
  const withQuotes = (event: Unstamped): Unstamped => {
    if (words === null) return event
    if (event.type === 'rules-listed') return { ...event, rules: event.rules.map((row) => quoted(row, words)) }
    const isShown = event.type === 'rule-judged' && (event.verdict === 'fail' || event.verdict === 'arguable')
    return isShown ? quoted(event, words) : event
  }
  return <Event extends Unstamped>(event: Event) => withQuotes(event) as Event
}

// Expected and received beside each other, with the parts marked in which they differ.
import { bounds } from '../../fixtures/bounds.ts'
import { placeOfFinding } from '../differences.ts'
import { unmistakably } from '../texts.ts'
import { html, type Html, type Piece } from './markup.ts'
import { times } from './words.ts'

type Pair = { expected: Piece; received: Piece }

const isShort = (text: string): boolean => text.length <= 60 && !text.includes('\n')

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? unmistakably(value) : (JSON.stringify(value, null, 2) ?? 'absent')
  return text.length > bounds.shown.sideBySide.characters
    ? `${text.slice(0, bounds.shown.sideBySide.characters)}…`
    : text
}

const want = (text: string): Piece => text !== '' && html`<mark class="want">${text}</mark>`
const got = (text: string): Piece => text !== '' && html`<mark class="got">${text}</mark>`

const commonStart = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1
  return at
}

const commonEnd = (one: string, other: string, from: number): number => {
  let at = 0
  while (at < Math.min(one.length, other.length) - from && one.at(-1 - at) === other.at(-1 - at)) at += 1
  return at
}

const isLow = (unit: number | undefined): boolean => unit !== undefined && unit >= 0xdc00 && unit <= 0xdfff

const isWord = (text: string): boolean => /^(?:[a-z_]{1,40}|\d{1,3})$/i.test(text)

/** What differs between what both begin and end with; a pair of surrogates stays whole. */
const inText = (expected: string, received: string): Pair => {
  // Of two words such as `present` and `absent` no letters are compared.
  if (isWord(expected) && isWord(received)) return { expected: want(expected), received: got(received) }
  let start = commonStart(expected, received)
  if (isLow(expected.charCodeAt(start)) || isLow(received.charCodeAt(start))) start -= 1
  start = Math.max(0, start)
  let end = commonEnd(expected, received, start)
  if (end > 0 && isLow(expected.charCodeAt(expected.length - end))) end -= 1
  const alike = start + end
  // Of two sentences that have but a few letters in common, marking the rest would only make them hard to read.
  if (alike * 3 < Math.max(expected.length, received.length))
    return { expected: want(expected), received: got(received) }
  const part = (text: string, mark: (middle: string) => Piece): Piece => [
    text.slice(0, start),
    mark(text.slice(start, text.length - end)),
    text.slice(text.length - end),
  ]
  return { expected: part(expected, want), received: part(received, got) }
}

/** The lines of each that the other lacks, by the longest common subsequence. */
const inLines = (expected: string[], received: string[]): Pair => {
  const [rows, columns] = [expected.length, received.length]
  const best = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  for (let i = rows - 1; i >= 0; i -= 1)
    for (let j = columns - 1; j >= 0; j -= 1)
      best[i]![j] =
        expected[i] === received[j] ? best[i + 1]![j + 1]! + 1 : Math.max(best[i + 1]![j]!, best[i]![j + 1]!)
  const lines: { expected: Piece[]; received: Piece[] } = { expected: [], received: [] }
  let [i, j] = [0, 0]
  while (i < rows || j < columns) {
    if (i < rows && j < columns && expected[i] === received[j]) {
      lines.expected.push(`${expected[i]!}\n`)
      lines.received.push(`${received[j]!}\n`)
      i += 1
      j += 1
    } else if (j >= columns || (i < rows && best[i + 1]![j]! >= best[i]![j + 1]!)) {
      lines.expected.push(want(expected[i]!), '\n')
      i += 1
    } else {
      lines.received.push(got(received[j]!), '\n')
      j += 1
    }
  }
  return lines
}

export const compare = (expected: unknown, received: unknown): Pair => {
  const [one, other] = [shown(expected), shown(received)]
  const [oneLines, otherLines] = [one.split('\n'), other.split('\n')]
  const many = oneLines.length > 1 && otherLines.length > 1
  if (many && oneLines.length <= bounds.shown.sideBySide.lines && otherLines.length <= bounds.shown.sideBySide.lines)
    return inLines(oneLines, otherLines)
  return many ? { expected: want(one), received: got(other) } : inText(one, other)
}

const placeOf = (pointer: string | null, others: number): Piece => {
  if (pointer === null) return false
  if (pointer === 'status') return html`<p class="where">at the <b>status</b> of the response</p>`
  if (pointer.startsWith('header:')) return html`<p class="where">at the header <code>${pointer.slice(7)}</code></p>`
  if (pointer === '') return false
  return html`<p class="where">
    at <code>${pointer}</code>${others > 0 && html`, and at ${times(others, 'more place')}`}
  </p>`
}

export const sideBySide = (expected: unknown, received: unknown, pointer: string | null): Html => {
  const pair = compare(expected, received)
  const place = placeOfFinding({ expected, received, pointer })
  const size = isShort(shown(expected)) && isShort(shown(received)) ? 'short' : 'long'
  return html`<div class="sides ${size}">
      <div class="side expected">
        <h4>Expected</h4>
        <pre tabindex="0" aria-label="Expected">${pair.expected}</pre>
      </div>
      <div class="side received">
        <h4>Received</h4>
        <pre tabindex="0" aria-label="Received">${pair.received}</pre>
      </div>
    </div>
    ${placeOf(place.pointer, place.others.length)}`
}

// The passages of a copy of the contract: each sentence, item and table row, with its address and a fingerprint of its words.
import { createHash } from 'node:crypto'

export type Passage = { at: string; words: string }

const mostOfCell = 48

const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=\.) (?=[A-Z`"(])/)
    .filter((one) => one.trim() !== '')

/** The words alone: not how they are wrapped, padded or marked up. */
const normalised = (words: string): string =>
  words
    .normalize('NFC')
    .replaceAll(/`|\*\*/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201C\u201D]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const fingerprint = (words: string): string =>
  createHash('sha256').update(normalised(words)).digest('hex').slice(0, 16)

const firstCell = (row: string): string => {
  const cell = row.split(/(?<!\\)\|/)[1]?.trim() ?? ''
  return cell.length > mostOfCell ? `${cell.slice(0, mostOfCell)}…` : cell
}

type Block = { kind: 'heading' | 'item' | 'text'; lines: string[] } | { kind: 'table'; lines: string[] }

const kindOf = (line: string): Block['kind'] => {
  if (/^#+\s/.test(line)) return 'heading'
  if (line.startsWith('|')) return 'table'
  return /^\d+\.\s/.test(line) ? 'item' : 'text'
}

/** A wrapped paragraph is one block; so is a table. */
const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') open = null
    else {
      const kind = kindOf(line)
      const goesOn =
        open !== null &&
        (kind === 'text' ? open.kind !== 'table' && open.kind !== 'heading' : kind === 'table' && open.kind === 'table')
      if (goesOn) open!.lines.push(line)
      else blocks.push((open = { kind, lines: [line] }))
    }
  }
  return blocks
}

/** Named by its first cell, so that a new row moves no other. */
const rowsOf = ([, , ...rows]: string[]): Passage[] => {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const name = firstCell(row)
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { at: `row ${name}${nth > 1 ? ` (${nth})` : ''}`, words: row.trim() }
  })
}

const sentenceRows = (place: string, text: string): Passage[] => {
  const sentences = sentencesOf(text)
  return sentences.map((words, index) => ({
    at: sentences.length > 1 ? `${place} / sentence ${index + 1}` : place,
    words: words.trim(),
  }))
}

export const splitContract = (text: string): Passage[] => {
  let path: string[] = []
  let [paragraphs, tables] = [0, 0]
  const passagesOf = ({ kind, lines }: Block): Passage[] => {
    const whole = lines.join(' ')
    if (kind === 'heading') {
      const [marks] = /^#+/.exec(whole)!
      const title = whole.slice(marks.length).trim()
      // The title of the document is part of no address.
      if (marks.length > 1) path = [...path.slice(0, marks.length - 2), title]
      ;[paragraphs, tables] = [0, 0]
      return []
    }
    if (kind === 'table') {
      tables += 1
      return rowsOf(lines).map(({ at, words }) => ({ at: tables > 1 ? `table ${tables} / ${at}` : at, words }))
    }
    const number = kind === 'item' ? /^\d+/.exec(whole) : null
    if (number) return sentenceRows(`item ${number[0]}`, whole.slice(number[0].length + 1).trim())
    paragraphs += 1
    return sentenceRows(`paragraph ${paragraphs}`, whole)
  }
  return blocksOf(text).flatMap((block) =>
    passagesOf(block).map(({ at, words }) => ({ at: [...path, at].join(' / '), words })),
  )
}

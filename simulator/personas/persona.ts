// What a persona is made of: rows that say what the company does in a status, after how long, and with which words.
import type { CommandId } from '../company/commands.ts'

/** Hours of domain time, least and most; the seed draws one between them. */
type Hours = readonly [least: number, most: number]

/** What a row answers besides a status. */
export type Matter = 'unquoted fee' | 'due date asked for' | 'unanswered message' | 'submitted revision'

export type Row = {
  /** Status codes, or one matter. The first row that fits counts. */
  on: readonly string[] | Matter
  /** The operation of the control port that the persona calls. */
  do: CommandId
  /** Its body; `{appraiser}`, `{fee}`, `{subject}`, `{author}`, `{a week later}` and `{previous status}` are filled in. */
  body?: Readonly<Record<string, string>>
  after: Hours
  /** From when the hours count; from the status or the matter when left out. */
  since?: 'appointment'
  /** Share of the orders that the row is for, drawn for each; all when left out. */
  share?: number
  /** How often at most on one order, drawn between the two; without end when left out. */
  times?: readonly [least: number, most: number]
  /** Rows with one name count together. */
  counts?: string
}

export type PersonaDefinition = {
  summary: string
  /** What the hours of `rows` and of the usual rows are multiplied by; 1 when left out. */
  pace?: number
  /** Before the usual rows. */
  rows: readonly Row[]
  /** Whether the usual rows follow. */
  usual: boolean
}

// The lifecycle table as the generated defects read it: cells, moves, and the rule that speaks for each.
import { readFixture } from '../../../contract.ts'

type Cell = 'accepted' | 'refused' | { open: string }
type Table = {
  statuses: { code: string; label: string }[]
  cells: Record<string, Record<string, Cell>>
  advance: Record<string, string[]>
  advance_as_previous: string[]
}

const { statuses, cells, advance, advance_as_previous } = readFixture('lifecycle.yaml') as Table

export const codes = statuses.map(({ code }) => code)

/** Statuses in which the contract decides that an action is taken, or refused; what a freedom decides is in neither. */
export const cellsThatAre = (outcome: 'accepted' | 'refused', action: string): string[] =>
  codes.filter((status) => cells[action]![status] === outcome)

/** Every move of the sandbox table, from and to. */
export const moves = Object.entries(advance).flatMap(([from, targets]) => targets.map((to) => [from, to] as const))

/** Statuses with a row of their own. */
export const rows = codes.filter((status) => !advance_as_previous.includes(status))

/** Statuses that no move leads to. */
export const neverLedTo = codes.filter((code) => !moves.some(([, to]) => to === code))

export const isMove = (from: string, to: string): boolean => advance[from]?.includes(to) ?? false

/** The statuses of work, in the order of their progress. */
export const working = Object.keys(advance).filter((from) => isMove(from, 'report_complete'))

/** Another working status: where a move ends that goes wrong. */
export const besides = (status: string): string => working[(working.indexOf(status) + 1) % working.length]!

export const kebab = (name: string): string => name.replaceAll('_', '-')

/** How rules of the sandbox call a status. */
const shortened: Record<string, string> = {
  left_message_for_borrower: 'left-message',
  report_rejected_for_correction: 'report-rejected',
  reconsideration_requested: 'reconsideration',
  revised_report_complete: 'revised-complete',
}

export const short = (status: string): string => shortened[status] ?? kebab(status)

/** The rule that the table leads from one status to another. */
export const ruleOfMove = (from: string, to: string): string => `sandbox.${short(from)}-advances-to-${short(to)}`

/** The rule that nothing else does. */
export const ruleOfRow = (from: string): string =>
  `sandbox.${short(from)}-${(advance[from] ?? []).length === 0 ? 'is-not-advanced' : 'advances-no-other-way'}`

export const ruleOfNever = (to: string): string => `sandbox.advance-to-${kebab(to)}-refused`

export const sameStatus = 'sandbox.advance-to-the-same-status-refused'

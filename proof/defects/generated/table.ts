// The tables as the generated defects read them: cells, moves and types of event.
import { readFixture } from '../../../simulator/contract/contract.ts'

type Cell = 'accepted' | 'refused' | { open: string }
type Table = {
  statuses: { code: string; label: string }[]
  cells: Record<string, Record<string, Cell>>
  advance: Record<string, string[]>
  advance_as_previous: string[]
}

const { statuses, cells, advance, advance_as_previous } = readFixture('lifecycle.yaml') as Table

const { event_types } = readFixture('webhooks.yaml') as { event_types: { type: string }[] }

export const eventTypes = event_types.map(({ type }) => type)

export const codes = statuses.map(({ code }) => code)

/** Statuses in which the contract decides that an action is taken. */
export const statusesTaking = (action: string): string[] =>
  codes.filter((status) => cells[action]![status] === 'accepted')

/** Every move of the sandbox table, from and to. */
export const moves = Object.entries(advance).flatMap(([from, targets]) => targets.map((to) => [from, to] as const))

/** Statuses with a row of their own. */
export const rows = codes.filter((status) => !advance_as_previous.includes(status))

export const isMove = (from: string, to: string): boolean => advance[from]?.includes(to) ?? false

/** The statuses of work, in the order of their progress. */
export const working = Object.keys(advance).filter((from) => isMove(from, 'report_complete'))

/** Another working status: where a move ends that goes wrong. */
export const besides = (status: string): string => working[(working.indexOf(status) + 1) % working.length]!

export const kebab = (name: string): string => name.replaceAll('_', '-')

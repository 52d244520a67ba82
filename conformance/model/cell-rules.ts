// The rules that an action is accepted or refused in a status: an index over the `cell` of the rule rows.
import { lifecycle, rules, type RuleCell } from '../contract/contract.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import { tableName } from './tables.ts'

type Outcome = RuleCell['is']

const fits = ({ action, status, kind, to }: RuleCell, name: string, detail: string | undefined, from: StatusCode) =>
  action === name &&
  (status ?? from) === from &&
  (kind ?? detail) === detail &&
  (to === 'same' ? from : (to ?? detail)) === detail

const found = new Map<string, readonly string[]>()
let rows: { id: string; cell: RuleCell }[] | undefined

/** The rules that are about a cell, about one in ten. */
const cellRows = () => (rows ??= [...rules().values()].flatMap(({ id, cell }) => (cell ? [{ id, cell }] : [])))

const rulesOf = (is: Outcome, key: string, status: StatusCode): readonly string[] => {
  const cell = `${is} ${key} ${status}`
  const known = found.get(cell)
  if (known) return known
  const [action = '', detail] = key.split(':')
  const name = tableName(action)
  const named = cellRows().flatMap(({ id, cell: row }) =>
    row.is === is && fits(row, name, detail, status) ? [id] : [],
  )
  found.set(cell, named)
  return named
}

/** The rules for an action of that key, such as `advance:new`, being accepted in a status. */
export const acceptedRules = (key: string, status: StatusCode): readonly string[] => rulesOf('accepted', key, status)

/** The rules for an action of that key being refused in a status. */
export const refusedRules = (key: string, status: StatusCode): readonly string[] => rulesOf('refused', key, status)

/** An advance of an order that is about to move on is seldom met on a walk, so that the rules of it have their own checks. */
const isInPassing = ({ is, status }: RuleCell): boolean =>
  is === 'accepted' && status !== undefined && lifecycle().advance_as_previous.includes(status)

/** The rules that walks look at of all cells; or of an action, in the words of the tables, that is accepted, or refused. */
export const rulesOfCells = (action?: string, is?: Outcome): string[] =>
  [...rules().values()].flatMap(({ id, cell }) =>
    cell && !isInPassing(cell) && (action ?? cell.action) === cell.action && (is ?? cell.is) === cell.is ? [id] : [],
  )

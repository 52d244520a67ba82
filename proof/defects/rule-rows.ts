// What the rule rows say of the operations, the fields, the cells and the inputs that rules are about.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fixturePath, readFixture } from '../../simulator/contract/contract.ts'

/** An action in a status, in the words of the lifecycle tables. */
export type Cell = { action: string; status?: string; kind?: string; to?: string; is: 'accepted' | 'refused' }

/** A keyword of the schema of a create at a path, and how a body against it is answered. */
export type Input = { path?: string; keyword: string; is: 'accepted' | 'refused' }

type Row = {
  id: string
  /** `all`, a list, or a group of them. */
  operations: string | string[]
  field?: string | string[]
  cell?: Cell
  input?: Input | Input[]
  /** Values whose truth stands elsewhere, by where. */
  known_from?: Record<string, string[]>
}

const files = readdirSync(join(dirname(fixturePath('openapi.yaml')), 'rules')).toSorted()

/** The rows of every area, in the order of their areas. */
export const ruleRows: readonly Row[] = files.flatMap(
  (name) => (readFixture(`rules/${name}`) as { rules: Row[] }).rules,
)

const nameOf = ({ action, status, kind, to, is }: Cell): string => [action, status, kind, to, is].join()

const byCell = new Map<string, string[]>()
for (const { id, cell } of ruleRows) if (cell) byCell.set(nameOf(cell), [...(byCell.get(nameOf(cell)) ?? []), id])

/** The rules about this very cell: one, or none where the contract leaves it open. */
export const rulesOf = (cell: Cell): readonly string[] => byCell.get(nameOf(cell)) ?? []

/** Rules by the field that they are about; where a rule names several, by the first. */
export const byField = new Map<string, string[]>()
for (const { id, field = [] } of ruleRows) {
  const [first] = [field].flat()
  if (first !== undefined) byField.set(first, [...(byField.get(first) ?? []), id])
}

// How many defects of a kill matrix were killed, by the area of the rule that they break and by the operator that built them.
import type { DefectRow, Tally } from './kill-matrix.ts'

const tally = (rows: readonly DefectRow[], nameOf: (row: DefectRow) => string): Tally[] => {
  const groups = new Map<string, Tally>()
  for (const row of rows) {
    const name = nameOf(row)
    const { killed, of } = groups.get(name) ?? { killed: 0, of: 0 }
    groups.set(name, { name, killed: killed + (row.verdict === 'killed' ? 1 : 0), of: of + 1 })
  }
  return [...groups.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

export const byArea = (rows: readonly DefectRow[]): Tally[] => tally(rows, ({ breaks }) => breaks.split('.')[0]!)

/** Rows of older files name no operator. */
export const byOperator = (rows: readonly DefectRow[]): Tally[] =>
  tally(
    rows.filter(({ operator }) => operator !== undefined),
    ({ operator }) => operator!,
  )

// Resolves a United States ZIP code to the postal service's preferred place name, the state and the county.

import { textOf } from '../../fixtures/read-made.ts'
import { remembered } from '../lib/remembered.ts'

export type Place = { readonly city: string; readonly state: string; readonly county: string }

/** The rows of the data file, and for each of the 100,000 numbers a code can be, its row; 0 where there is no such code. */
type Table = { readonly rows: readonly string[]; readonly rowOf: Uint16Array }

let table: Table | undefined

/**
 * Accepts `12345` and `12345-6789`, of which the first five digits decide. Anything else, a code that the postal service
 * does not use, military mail and the freely associated states resolve to nothing (Endpoints / POST /orders, rule 4).
 * The data is read at the first call that could need it.
 */
export function resolvePostalCode(code: string): Place | undefined {
  if (!/^\d{5}(?:-\d{4})?$/.test(code)) return undefined
  table ??= readTable()
  const number = Number(code.slice(0, 5))
  const row = table.rowOf[number]
  return row ? placeAt(number) : undefined
}

/** Few of 30,000 places are ever asked for, and those with each order. */
const placeAt = remembered((number: number) => placeIn(table!.rows[table!.rowOf[number]!]!, number), 1_000)

/** Only the codes are parsed here. */
function readTable(): Table {
  const rows = textOf(new URL(import.meta.resolve('#places/postal-codes.tsv'))).split('\n')
  const rowOf = new Uint16Array(100_000)
  for (const [index, row] of rows.entries()) for (const [first, last] of runsIn(row)) rowOf.fill(index, first, last + 1)
  return { rows, rowOf }
}

/** `78701-78705` is a run of codes, and so is one code. */
const runsIn = (text: string): [first: number, last: number][] =>
  Array.from(text.matchAll(/\d{5}(?:-\d{5})?/g), ([run]) => [Number(run.slice(0, 5)), Number(run.slice(-5))])

/** Cells: state, county, then each place name with its codes. */
function placeIn(row: string, code: number): Place | undefined {
  const [state = '', county = '', ...places] = row.split('\t')
  const place = places.find((cell) => runsIn(cell).some(([first, last]) => first <= code && code <= last))
  return place === undefined ? undefined : { city: place.slice(0, place.search(/ \d/)), state, county }
}

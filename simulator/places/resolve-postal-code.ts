// Resolves a United States ZIP code to the postal service's preferred place name, the state and the county.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

export type Place = { readonly city: string; readonly state: string; readonly county: string }

/** The lines of the data file, and for each of the 100,000 numbers a code can be, its line; 0 where there is no such code. */
type Table = { readonly lines: readonly string[]; readonly lineOf: Uint16Array; readonly known: Map<number, Place> }

let table: Table | undefined

/**
 * Accepts `12345` and `12345-6789`, of which the first five digits decide. Anything else, a code that the postal service
 * does not use, military mail and the freely associated states resolve to nothing (Endpoints / POST /orders, rule 4).
 * The data is read at the first call that could need it.
 */
export function resolvePostalCode(code: string): Place | undefined {
  if (!/^\d{5}(?:-\d{4})?$/.test(code)) return undefined
  table ??= readTable()
  const line = table.lineOf[Number(code.slice(0, 5))]
  if (!line) return undefined
  let place = table.known.get(line)
  if (!place) table.known.set(line, (place = placeAt(table.lines, line)))
  return place
}

/** In a published package the file is compressed. */
function readTexts(): string {
  const file = fileURLToPath(import.meta.resolve('#places/postal-codes.tsv'))
  return existsSync(file) ? readFileSync(file, 'utf8') : brotliDecompressSync(readFileSync(`${file}.br`)).toString()
}

/** Only the codes are parsed here: 30,000 places would cost three times as much, and few are ever asked for. */
function readTable(): Table {
  const lines = readTexts().split('\n')
  const lineOf = new Uint16Array(100_000)
  for (const [index, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue
    for (const run of line.slice(line.lastIndexOf('\t') + 1).split(' ')) {
      lineOf.fill(index, Number(run.slice(0, 5)), Number(run.slice(-5)) + 1)
    }
  }
  return { lines, lineOf, known: new Map() }
}

/** Cells: state, county, place name, codes. An empty state or county repeats the one above. */
function placeAt(lines: readonly string[], index: number): Place {
  let [state = '', county = '', city = ''] = lines[index]?.split('\t') ?? []
  for (let above = index - 1; state === '' && above > 0; above--) {
    if (lines[above]?.startsWith('\t\t')) continue
    const [stateAbove = '', countyAbove = ''] = lines[above]?.split('\t', 2) ?? []
    county ||= countyAbove
    state = stateAbove
  }
  return { city, state, county }
}

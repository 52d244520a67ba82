// A key of everything that a recorded run depends on: what was recorded with another build is never read.
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

/** Read while the program runs, and compiled by nobody. */
const data = ['package.json', 'conformance/run/costs.json', 'simulator/places/postal-codes.tsv']

const parts = ['dist/conformance', 'dist/proof', 'dist/reports', 'dist/simulator', 'fixtures']

const filesIn = (part: string): string[] =>
  readdirSync(join(root, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.|\.d\.ts$|\.map$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** By names, sizes and times alone, which takes a few milliseconds. */
export const buildKey = (): string => {
  const files = [
    ...['dist/assay.js', 'dist/tests/records.js', ...data].map((file) => join(root, file)),
    ...parts.flatMap(filesIn),
  ]
  const hash = createHash('sha256').update(process.version)
  for (const file of files.toSorted()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

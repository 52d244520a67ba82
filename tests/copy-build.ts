// The program in a folder of its own, with fixtures that a test may change: what it does with them is what it reads there.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

const parts = ['assay.js', 'conformance', 'fixtures', 'own-files', 'proof', 'reports', 'simulator']
const data = [
  'package.json',
  'fixtures',
  'conformance/run/costs.json',
  'simulator/console/page',
  'simulator/console/swagger-ui',
  'simulator/places/postal-codes.tsv',
]

type CopiedBuild = {
  folder: string
  assay: string
  /** Replaces the text once. @throws where the file does not have it */
  change: (fixture: string, from: string | RegExp, to: string) => void
}

/** @param folder empty */
export const copyBuild = (folder: string): CopiedBuild => {
  for (const part of parts)
    cpSync(join(root, 'dist', part), join(folder, 'dist', part), {
      recursive: true,
      filter: (file) => !/\.(d\.ts|map|test\.js)$/.test(file),
    })
  for (const file of data) cpSync(join(root, file), join(folder, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    assay: join(folder, 'dist', 'assay.js'),
    change(fixture, from, to) {
      const file = join(folder, 'fixtures', fixture)
      const text = readFileSync(file, 'utf8')
      const changed = text.replace(from, to)
      if (changed === text) throw new Error(`fixtures/${fixture} has no ${from}`)
      writeFileSync(file, changed)
    },
  }
}

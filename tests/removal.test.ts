// The law of removal: files are removed by own-files/ alone, which removes only what assay made.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from './places.ts'

/** Removing a file or folder, imported by name or called through a module. */
const removes = /\b(?:rm|unlink|rmdir)(?:Sync)?\b(?=\s*[,}(]|\s+as\b)/

const folders = ['simulator', 'conformance', 'proof', 'reports', 'scripts', 'tests']

/** Each with the reason why it may. */
const allowed = new Set([
  // What tests remove, below the places that they write to.
  'tests/remove-made.ts',
  // A plain program in a text, which is measured beside assay and unlinks the file that it has just made.
  'proof/hardening/lab.ts',
])

const isRead = (name: string): boolean =>
  /\.(?:js|ts|mjs|cjs)$/.test(name) && !/\.d\.ts$|^removal\.test\.ts$/.test(name)

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => isRead(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`)

t.test('no file outside own-files/ removes anything', async (t) => {
  const sources = folders.flatMap(sourcesIn)
  t.ok(sources.length > 0, 'sources were read')
  t.strictSame(
    sources.filter((file) => !allowed.has(file) && removes.test(readFileSync(join(root, file), 'utf8'))),
    [],
    'Use own-files/: it removes only what carries the mark of assay, never follows a link, and leaves anything else.',
  )
})

t.test('a removal is seen', async (t) => {
  for (const text of [
    `import { rm, stat } from 'node:fs/promises'`,
    `import { rmSync as gone } from 'node:fs'`,
    'await fs.unlink(path)',
    'fs.rmdirSync(path)',
  ])
    t.match(text, removes)
  t.notMatch('a form, an rm of text', removes)
})

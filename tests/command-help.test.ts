// The help of every command names its exit codes, from one table that the pages quote and repeat nowhere else.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { exitCodeHelp, exitCodesOf } from '../conformance/cli/exit-codes.ts'
import { root } from './places.ts'
import { runAssay } from './run-assay.ts'

t.test('the help of each command that is listed names its exit codes', async (t) => {
  const { out } = await runAssay(['help'])
  const names = [...out.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name!)
  t.strictSame(names.toSorted(), Object.keys(exitCodesOf).toSorted())
  for (const name of names) {
    const help = await runAssay(['help', name])
    t.equal(help.code, 0, name)
    t.ok(help.out.endsWith(`${exitCodeHelp(name)}\n`), name)
  }
})

t.test('the pages quote what the help of conform says', async (t) => {
  for (const page of ['README.md', 'docs/getting-started-implementer.md']) {
    const text = readFileSync(join(root, page), 'utf8')
    const [, table] = /^\| exit code \|[^\n]*\n\| -[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(text) ?? []
    const rows = [...table!.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)].map(([, code, meaning]) => [Number(code), meaning])
    t.strictSame(rows, exitCodesOf.conform, page)
  }
})

t.test('no other page lists exit codes', async (t) => {
  for (const page of readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')))
    t.notMatch(readFileSync(join(root, 'docs', page), 'utf8'), /\b0:? [^.;,|\n]+[;,] 1:? /, page)
})

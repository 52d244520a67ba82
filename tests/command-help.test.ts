// The help of every command names its exit codes, from one table that the pages quote and repeat nowhere else.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { exitCodeHelp, exitCodesOf } from '../conformance/cli/exit-codes.ts'
import { assay, root } from './places.ts'
import { runAssay } from './run-assay.ts'

type Help = { code: number; out: string }

/** The program begins again for each of them, in one process that loads once what they share. */
const helpOf = async (names: readonly string[]): Promise<Help[]> => {
  const script = `
    const write = process.stdout.write.bind(process.stdout)
    const helps = []
    for (const name of ${JSON.stringify(names)}) {
      let out = ''
      process.stdout.write = (text) => (out += text) !== ''
      for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event)
      for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error')
      process.exitCode = undefined
      process.argv = [process.execPath, ${JSON.stringify(assay)}, 'help', name]
      await import(${JSON.stringify(pathToFileURL(assay).href)} + '?' + name)
      helps.push({ code: process.exitCode ?? 0, out })
    }
    process.exitCode = 0
    write(JSON.stringify(helps))`
  const { code, out, err } = await runAssay([], { program: ['--input-type=module', '--eval', script] })
  if (code !== 0) throw new Error(err)
  return JSON.parse(out) as Help[]
}

t.test('the help of each command that is listed names its exit codes', async (t) => {
  const { out } = await runAssay(['help'])
  const names = [...out.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name!)
  t.strictSame(names.toSorted(), Object.keys(exitCodesOf).toSorted())
  const helps = await helpOf(names)
  for (const [index, name] of names.entries()) {
    const help = helps[index]!
    t.equal(help.code, 0, name)
    t.ok(help.out.endsWith(`${exitCodeHelp(name)}\n`), name)
    t.match(help.out, new RegExp(`^Usage: assay ${name}\\b`))
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

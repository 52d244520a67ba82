// Mutants of a source: behind a switch, named by what they are, and found again after an edit elsewhere.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import ts from 'typescript'
import { instrument, type BuiltFile } from './instrument.ts'
import type { Mutant } from './mutant.ts'
import { activate, ranAway, takeExecuted } from './switch.ts'

const source = `// What an order costs.
export type Line = { amount: number }

export const total = (lines: readonly Line[]): number => {
  let sum = 0
  for (let at = 0; at < lines.length; at += 1) sum += lines[at]!.amount
  return sum
}

export const limits = { isLarge: (sum: number): boolean => sum > 100 || sum > 200 }
`

const built = (text: string): BuiltFile => {
  const { outputText, sourceMapText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, sourceMap: true },
    fileName: 'cost.ts',
  })
  return { path: 'cost.js', source: 'simulator/cost.ts', area: 'cost', code: outputText, map: sourceMapText! }
}

const made = async (text: string) => {
  const { files, mutants } = await instrument([built(text)])
  return { code: files[0]!.code, mutants }
}

const only = (mutants: readonly Mutant[], wanted: Partial<Mutant>): Mutant => {
  const found = mutants.filter((one) =>
    Object.entries(wanted).every(([key, value]) => one[key as keyof Mutant] === value),
  )
  if (found.length !== 1) throw new Error(`${found.length} mutants are ${JSON.stringify(wanted)}`)
  return found[0]!
}

type Cost = { total(lines: { amount: number }[]): number; limits: { isLarge(sum: number): boolean } }

t.test('one build has every mutant, each behind the switch', async (t) => {
  const { code, mutants } = await made(source)
  const file = join(t.testdir(), 'cost.mjs')
  writeFileSync(file, code)
  takeExecuted()
  const { total, limits } = (await import(pathToFileURL(file).href)) as Cost
  t.equal(total([{ amount: 2 }, { amount: 3 }]), 5, 'none is active')
  const executed = takeExecuted()
  const isLarge = only(mutants, { original: 'sum > 100', replacement: 'sum >= 100' })
  t.notOk(executed.has(isLarge.number), 'what was not called was not executed')
  t.equal(limits.isLarge(100), false)
  t.ok(takeExecuted().has(isLarge.number))
  activate(isLarge.number)
  t.equal(limits.isLarge(100), true, 'the active one changes the code')
  const endless = only(mutants, { original: 'at += 1', replacement: 'at -= 1' })
  activate(endless.number, 1000)
  t.equal(ranAway(), false)
  t.throws(() => total([{ amount: 1 }]), 'a loop without end is broken off')
  activate(only(mutants, { original: 'at < lines.length', replacement: 'at <= lines.length' }).number)
  t.throws(() => total([]), TypeError)
  activate(null)
  t.equal(limits.isLarge(100), false)
})

t.test('a mutant has the place of the source, and the declaration around it', async (t) => {
  const { mutants } = await made(source)
  t.match(only(mutants, { original: 'sum > 200', replacement: 'sum >= 200' }), {
    file: 'simulator/cost.ts',
    in: 'limits.isLarge',
    mutator: 'EqualityOperator',
    line: 10,
    column: 73,
    nth: 1,
  })
  t.equal(only(mutants, { original: 'at < lines.length', replacement: 'false' }).line, 6)
  t.notOk(mutants.some(({ mutator }) => mutator === 'StringLiteral'))
})

t.test('an id survives an edit elsewhere, and not one of its own code', async (t) => {
  const { mutants } = await made(source)
  const edited = source
    .replace('// What an order costs.', '// What an order costs.\n// In cents.\nexport const nothing = () => [0]\n')
    .replace('let sum = 0', 'let sum = 0 + 0')
    .replace('sum > 200', 'sum > 300')
  const after = new Set((await made(edited)).mutants.map(({ id }) => id))
  const gone = mutants.filter(({ id }) => !after.has(id))
  const within = (mutant: Mutant): boolean => /sum > 200/.test(mutant.original) || /let sum = 0/.test(mutant.original)
  t.ok(gone.length > 0)
  t.strictSame(
    gone.filter((mutant) => !within(mutant) && !mutant.original.includes('#')),
    [],
  )
  t.ok(after.has(only(mutants, { original: 'sum > 100', replacement: 'sum >= 100' }).id))
})

t.test('the second of two that are alike has a number', async (t) => {
  const twice = 'export const both = (a: number) => [a > 1, a > 1]\n'
  const { mutants } = await made(twice)
  const alike = mutants.filter(({ original, replacement }) => original === 'a > 1' && replacement === 'a >= 1')
  t.strictSame(
    alike.map(({ nth }) => nth),
    [1, 2],
  )
  t.equal(new Set(alike.map(({ id }) => id)).size, 2)
})

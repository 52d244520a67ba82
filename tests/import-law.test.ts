// The import law, without a linter: who may import whom, and a message that says how to change it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, dirname } from 'node:path'
import t from 'tap'
import { root } from './places.ts'

/** What each part of the house may import of this project; fixtures are read as files, or imported as types. */
const law: Record<string, string[]> = {
  simulator: ['simulator', 'fixtures'],
  conformance: ['conformance', 'reports', 'fixtures'],
  reports: ['reports', 'fixtures'],
  'assay.ts': ['simulator', 'conformance', 'reports'],
}

export const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, specifier]) => specifier!)

export const breaches = (file: string, source: string): string[] => {
  const part = relative(root, file).split('/')[0]!
  return importsOf(source)
    .map((specifier) => relative(root, resolve(dirname(file), specifier)).split('/')[0]!)
    .filter((imported) => law[part] !== undefined && !law[part].includes(imported))
    .map((imported) => `${relative(root, file)} imports ${imported}/`)
}

const sources = Object.keys(law).flatMap((part) =>
  part.endsWith('.ts')
    ? [join(root, part)]
    : readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(root, part, name)),
)

t.test('no file breaks the import law', async (t) => {
  t.strictSame(
    Object.keys(law).filter((part) => !sources.some((file) => relative(root, file).split('/')[0] === part)),
    [],
    'files of every part were read',
  )
  const broken = sources.flatMap((file) => breaches(file, readFileSync(file, 'utf8')))
  t.strictSame(
    broken,
    [],
    'The simulator and the suite are two independent readers of fixtures/: put shared data there. To change the law itself, change `law` here, .oxlintrc.json and CONTRIBUTING.md together.',
  )
})

t.test('a breach is seen', async (t) => {
  const file = join(root, 'conformance/checks/example.ts')
  t.strictSame(breaches(file, `import { createSimulator } from '../../simulator/simulator.ts'`), [
    'conformance/checks/example.ts imports simulator/',
  ])
  t.strictSame(breaches(file, `const { x } = await import('../../simulator/simulator.ts')`), [
    'conformance/checks/example.ts imports simulator/',
  ])
  t.strictSame(breaches(file, `import type { Verdict } from '../../reports/run-record.ts'`), [])
})

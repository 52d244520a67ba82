// The import law, without a linter: who may import whom, and a message that says how to change it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, dirname } from 'node:path'
import t from 'tap'
import {
  betweenLayers,
  cyclesOf,
  importsIn,
  importsOf,
  isOfLayers,
  layerOf,
  layers,
  linterOverrides,
  programs,
  sourcesIn,
  upwardImports,
  type Import,
} from './layers.ts'
import { root } from './places.ts'

/** What each part of the house may import of this project; fixtures are read as files, or imported as types. */
const law: Record<string, string[]> = {
  'own-files': ['own-files'],
  simulator: ['simulator', 'own-files', 'fixtures'],
  proof: ['proof', 'simulator', 'conformance', 'reports', 'own-files', 'fixtures'],
  conformance: ['conformance', 'reports', 'own-files', 'fixtures'],
  reports: ['reports', 'own-files', 'fixtures'],
  'assay.ts': ['simulator', 'conformance', 'reports', 'proof'],
  'in-process.ts': ['simulator', 'conformance', 'proof'],
}

/** What is not in the package may use tests and scripts besides. */
const unpublished = /^proof\/(?:bench|hardening|peers|soundness)\//

const breaches = (file: string, source: string): string[] => {
  const path = relative(root, file)
  const part = path.split('/')[0]!
  const allowed = unpublished.test(path) ? [...law['proof']!, 'in-process.ts', 'scripts', 'tests'] : law[part]
  return (
    importsOf(source)
      .map((specifier) => relative(root, resolve(dirname(file), specifier)).split('/')[0]!)
      .filter((imported) => allowed !== undefined && !allowed.includes(imported))
      // A test beside its module may use what tests share.
      .filter((imported) => !(imported === 'tests' && file.endsWith('.test.ts')))
      .map((imported) => `${path} imports ${imported}/`)
  )
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
  for (const part of ['simulator/domain', 'conformance/checks', 'reports/html'])
    t.strictSame(breaches(join(root, part, 'example.ts'), `import { defects } from '../../proof/defects/index.ts'`), [
      `${part}/example.ts imports proof/`,
    ])
  t.strictSame(breaches(file, `import type { Verdict } from '../../reports/run-record.ts'`), [])
})

const arrow = ({ from, to }: Import): string => `${from} imports ${to}`
const howToChange =
  'Move what is imported to a lower folder. To change the layers, change `layers` in tests/layers.ts and run `npm run layers -- --write`.'

for (const program of programs)
  t.test(`in ${program}/ imports go down only, types included`, async (t) => {
    const imports = importsIn(program)
    t.ok(imports.length > 0, 'imports were read')
    const folders = imports
      .flatMap(({ from, to }) => [layerOf(from), layerOf(to)])
      .filter((name) => !name.endsWith('.ts'))
    t.strictSame(
      [...new Set(folders)].toSorted(),
      [...layers[program]].toSorted(),
      'every folder is a layer, and every layer a folder',
    )
    t.strictSame(upwardImports(imports, layers[program]).map(arrow), [], howToChange)
    t.strictSame(cyclesOf(betweenLayers(imports)), [], howToChange)
  })

t.test('only entry points of the simulator stand in no room', async (t) => {
  const loose = sourcesIn('simulator').filter((file) => file.split('/').length === 2)
  t.strictSame(
    loose.toSorted(),
    ['simulator/mutated-code.ts', 'simulator/signed-webhooks.ts', 'simulator/simulator.ts'],
    'put the file into a folder of simulator/',
  )
})

t.test('no files import each other in a circle, types included', async (t) => {
  for (const part of ['conformance', 'proof', 'reports', 'simulator'])
    t.strictSame(cyclesOf(importsIn(part)), [], `${part}: move what both need to a file of its own`)
})

t.test('an upward import and a circle are seen', async (t) => {
  const up = { from: 'conformance/model/plan.ts', to: 'conformance/steps/act.ts' }
  const down = { from: 'conformance/steps/act.ts', to: 'conformance/model/plan.ts' }
  t.strictSame(upwardImports([up, down], layers.conformance), [up])
  const toRoot = { from: 'conformance/steps/act.ts', to: 'conformance/conform.ts' }
  t.strictSame(upwardImports([toRoot], layers.conformance), [toRoot])
  const toDecisions = { from: 'simulator/domain/records.ts', to: 'simulator/behaviour/behaviour.ts' }
  t.strictSame(upwardImports([toDecisions], layers.simulator), [toDecisions])
  const through = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
    { from: 'c', to: 'd' },
  ]
  t.strictSame(cyclesOf(through), [['a', 'b', 'c']])
  t.strictSame(cyclesOf(through.slice(1)), [])
})

t.test('the linter has the same layers', async (t) => {
  const { overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
    overrides: { files: string[] }[]
  }
  for (const program of programs)
    t.strictSame(overrides.filter(isOfLayers(program)), linterOverrides(program), 'run `npm run layers -- --write`')
})

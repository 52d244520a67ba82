// A file exports what another file imports, or what the package offers: `export` on anything else hides that it can be changed freely.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import { root } from './places.ts'

type Sources = ReadonlyMap<string, string>

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((one) => one.replace(/^\s*type\s/, '').trim())
    .filter((one) => one !== '')

const exportsOf = (source: string): string[] => [
  ...[...source.matchAll(/^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm)].map(
    ([, name]) => name!,
  ),
  ...[...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, list]) => namesIn(list!))
    .map((name) => name.split(' as ').at(-1)!),
]

/**
 * What a source takes of other files, as `path name`; of one that it loads while it runs, any name that it holds itself.
 * A test that runs code against a build names it as `…/dist/path.js`.
 */
const takenBy = (file: string, source: string): string[] => {
  const pathOf = (specifier: string): string => normalize(join(dirname(file), specifier))
  const named = [...source.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']*)'/gm)]
  const whole = [...source.matchAll(/^(?:import|export) (?:type )?\*.* from '(\.[^']*)'/gm)]
  const built = [...source.matchAll(/^ +import \{([^}]*)\} from '[^']*\/dist\/([^']*)\.js'/gm)]
  const loaded = [...source.matchAll(/import\(\s*'(\.[^']*)'/g)]
  const words = loaded.length > 0 ? [...new Set(source.match(/\w+/g))] : []
  return [
    ...named.flatMap(([, list, from]) => namesIn(list!).map((name) => `${pathOf(from!)} ${name.split(' as ')[0]!}`)),
    ...built.flatMap(([, list, path]) => namesIn(list!).map((name) => `${path}.ts ${name}`)),
    ...whole.map(([, from]) => `${pathOf(from!)} *`),
    ...loaded.flatMap(([, from]) => words.map((word) => `${pathOf(from!)} ${word}`)),
  ]
}

const idleExports = (sources: Sources): string[] => {
  const taken = new Set([...sources].flatMap(([file, source]) => takenBy(file, source)))
  return [...sources]
    .filter(([file]) => !file.endsWith('.test.ts') && !taken.has(`${file} *`))
    .flatMap(([file, source]) => exportsOf(source).map((name) => `${file} ${name}`))
    .filter((one) => !taken.has(one))
}

const parts = ['own-files', 'proof', 'simulator', 'conformance', 'reports', 'tests', 'scripts', 'lab', 'fixtures']
const files = [
  'assay.ts',
  'in-process.ts',
  ...parts.flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map((name) => join(part, name)),
  ),
].filter(
  (file) =>
    file.endsWith('.ts') &&
    !file.endsWith('.d.ts') &&
    !/^(?:proof\/peers\/node_modules|lab\/generators\/clients)\//.test(file),
)

/** `conformance/conform.ts` for `./dist/conformance/conform.js`. */
const offered = [...readFileSync(join(root, 'package.json'), 'utf8').matchAll(/"\.\/dist\/([^"*]+)\.js"/g)].map(
  ([, path]) => `${path}.ts`,
)

/** `proof/peers/worker-main.ts` loads a peer by the name it is given. */
const byName = /^proof\/peers\/[\w-]+\.ts inside$/

t.test('every export is imported by another file, or offered by the package', async (t) => {
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  t.ok(offered.length > 0 && offered.every((file) => sources.has(file)), 'what the package offers was read')
  t.strictSame(
    idleExports(sources).filter((one) => !offered.includes(one.split(' ')[0]!) && !byName.test(one)),
    [],
    'remove `export`, and what is then unused',
  )
})

t.test('an export that none imports is seen', async (t) => {
  const sources = new Map([
    ['a/one.ts', 'export const used = 1\nexport const idle = 2\nexport type Idle = string\nconst own = used\n'],
    ['a/two.ts', "import { used } from './one.ts'\nexport { used as passedOn }\n"],
    ['three.ts', "const { loaded } = await import('./a/four.ts')\n"],
    ['tests/of-a-build.ts', "const code = `\n  import { built } from '${tree}/dist/a/nine.js'\n`\n"],
    ['a/nine.ts', 'export const built = 1\n'],
    ['a/four.ts', 'export const loaded = 1\nexport const left = 2\n'],
    ['five.ts', "export type { Whole } from './six.ts'\n"],
    ['six.ts', 'export type Whole = string\n'],
    ['whole.ts', "export type * from './eight.ts'\n"],
    ['eight.ts', 'export type Any = string\n'],
    ['seven.ts', "import {\n  type Whole as Other,\n} from './five.ts'\n"],
  ])
  t.strictSame(idleExports(sources), ['a/one.ts idle', 'a/one.ts Idle', 'a/two.ts passedOn', 'a/four.ts left'])
})

// No regular expression of the product takes more than linear time over what others send.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadFixture } from './fixture-files.ts'
import { expressionsIn, superlinear, type Expression } from './regular-expressions.ts'
import { root } from './places.ts'

/** Expressions that the analysis reports and that are left as they are, by file: each has the reason why no stranger can use it. */
const excused: Record<string, Record<string, string>> = {
  'conformance/cli/command-line.ts': {
    '\\.?\\s*\\n\\(Did you mean (.*)\\?\\)$': 'reads a sentence of our own about an argument of the user',
  },
  'conformance/contract/place-of.ts': {
    '((?:conformance|reports|simulator|tests)\\/[^\\s)]+:\\d+:\\d+)': 'reads a stack trace of our own',
  },
  'conformance/explain/source-files.ts': {
    "(?<![\\w$])id: (?:'([^']+)'|([a-z0-9.-]+)$)|^ {2}'([^']+)': \\{$": 'reads our own sources',
    '[a-z]+\\.[a-z0-9]+(?:-[a-z0-9]+)*': 'reads our own sources',
  },
  'conformance/generate/instant-key.ts': { '0+$': 'reads a number of our own' },
  'conformance/observe/delivery.ts': {
    '(?<!\\\\)(?:\\\\\\\\)*\\\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])':
      'a start needs a letter that is no backslash before it',
  },
  'conformance/receiver/receiver.ts': { '\\/+$': 'reads the profile of the user' },
  'conformance/sut/addresses.ts': { '\\/+$': 'reads the profile of the user' },
  'conformance/sut/control.ts': { '\\/+$': 'reads the profile of the user' },
  'conformance/sut/secrets.ts': {
    '\\b(Bearer|Basic) (?=[^\\s"\']*[0-9A-Z+/=_])[^\\s"\']{8,}': 'a start needs a blank, and what is repeated has none',
  },
  'reports/html/markup.ts': { '\\s*\\n\\s*': 'reads markup of our own' },
  'reports/violation-title.ts': { '\\?.*$': 'reads to the end of the text, where it always matches' },
  'proof/defects/webhooks/settings.ts': {
    '\\?.*$': 'reads an address that URL has written without line ends',
  },
  'simulator/console/page/library.js': { '\\s*\\n\\s*': 'reads markup of our own' },
  'simulator/console/page/live.js': { '^data: (.*)$': 'reads one event of our own, which has one line of data' },
  'simulator/console/page/secrets.js': {
    '"client_secret"\\s*:\\s*"((?:[^"\\\\]|\\\\.)+)"': 'a start needs a quote, and what is repeated has none',
    '"secret"\\s*:\\s*"((?:[^"\\\\]|\\\\.)+)"': 'a start needs a quote, and what is repeated has none',
    '"access_token"\\s*:\\s*"((?:[^"\\\\]|\\\\.)+)"': 'a start needs a quote, and what is repeated has none',
  },
  'simulator/console/serve-console.ts': { '^\\/\\/# sourceMappingURL=.*$': 'reads a file of a library' },
  'simulator/documents/document-input.ts': { '^[-.]+|[-.]+$': 'reads 64 letters at most' },
  'simulator/cli/health-command.ts': { '\\/+$': 'reads the address that the user gives' },
  'simulator/http/serve-document.ts': { '^servers:\\n(?:[ -].*\\n)+': 'reads the document of the contract' },
  'simulator/store/row-shape.ts': { '(\\w+):(\\w+)(\\??)': 'reads a list of our own' },
}

/** Files that put an expression together while they run, from parts that no stranger writes. */
const composers: Record<string, string> = {
  'conformance/audit/journal/operation-of.ts': 'paths of the contract; each part ends at a slash',
  'proof/matrix/collateral.ts': 'patterns of our own list of collateral rules',
  'conformance/audit/library.ts': 'patterns of our own list of libraries, which this test reads',
  'conformance/engine/trace.ts': 'a field name of ours; its one repeat ends at a quote',
  'conformance/invariants/schema/wanted.ts': 'patterns of our own schemas, which this test reads',
  'reports/script-judge.ts':
    'patterns of an expectation of the suite, and of one value that came, with no repeated choice',
  'simulator/journal/matching.ts': 'a path with stars that the user writes; each star ends at a slash',
}

/** What is in the package. */
const parts = [
  'assay.ts',
  'own-files',
  'simulator',
  'conformance',
  'reports',
  'commonjs',
  ...['cli', 'defects', 'generated', 'matrix', 'report'].map((name) => `proof/${name}`),
]
const sources = parts.flatMap((part) =>
  part.endsWith('.ts')
    ? [part]
    : readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.c?[jt]s$/.test(name) && !/\.(test|support|d)\.c?[jt]s$/.test(name))
        .map((name) => join(part, name)),
)
const read = sources.map((file) => expressionsIn(file, readFileSync(join(root, file), 'utf8')))

/** The patterns of the schemas that bodies are held against. */
const patternsIn = (place: string, node: unknown): Expression[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([key, value]) =>
        key === 'pattern' && typeof value === 'string'
          ? [{ place, source: new RegExp(value, 'u').source, flags: 'u' }]
          : patternsIn(place, value),
      )

type Library = { title: string; user_agent?: string; header_names?: string }

t.test('no pattern of a client library does', async (t) => {
  const libraries = loadFixture<Library[]>('client-libraries.yaml')
  t.not(libraries.length, 0)
  for (const { title, user_agent, header_names } of libraries)
    for (const pattern of [user_agent, header_names])
      if (pattern !== undefined)
        t.strictSame(superlinear({ source: new RegExp(pattern).source, flags: '' }), [], `${title}: ${pattern}`)
})

t.test('the analysis separates what is linear from what is not', async (t) => {
  const slow = ['(a+)+$', '\\s+$', '[a-z\\s]*={0,2}\\s*$', '[\\w.+-]+@[\\w-]+', '"(?:[^"\\\\]|\\\\.)*"', '^\\d*\\w*!']
  for (const source of slow) t.not(superlinear({ source, flags: '' }).length, 0, `/${source}/ is reported`)
  const quick = ['^[a-z]+$', '"[^"]*"', '\\d{1,5}', '^\\s*x', '[^\\w]', '^[A-Za-z0-9+/]*={0,2}$']
  for (const source of quick) t.strictSame(superlinear({ source, flags: '' }), [], `/${source}/ is not`)
})

t.test('no expression of the product reads a text in more than linear time', async (t) => {
  const left = new Map(
    Object.entries(excused).flatMap(([file, all]) => Object.keys(all).map((one) => [`${file} ${one}`, file])),
  )
  for (const { place, source, flags } of read.flatMap(({ written }) => written)) {
    const why = superlinear({ source, flags })
    const excuse = `${place.split(':')[0]} ${source}`
    if (why.length > 0 && excused[place.split(':')[0]!]?.[source] === undefined)
      t.fail(`${place}: /${source}/${flags} ${why.join('; ')}. Write it without, or look at the text letter by letter.`)
    if (why.length > 0) left.delete(excuse)
  }
  t.strictSame([...left.keys()], [], 'each excuse is needed')
})

t.test('no pattern of a schema does either', async (t) => {
  const files = readdirSync(join(root, 'fixtures'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:openapi|control)\.yaml$|^schemas\/.*\.json$/.test(name),
  )
  const patterns = files.flatMap((name) => patternsIn(name, loadFixture(name)))
  t.not(patterns.length, 0)
  for (const one of patterns) t.strictSame(superlinear(one), [], `${one.place}: ${one.source}`)
})

t.test('an expression is put together in known places alone', async (t) => {
  t.strictSame(
    [...new Set(read.flatMap(({ composed }) => composed))].toSorted(),
    Object.keys(composers).toSorted(),
    'a composed expression cannot be read here: write it out, or say what it is made from',
  )
})

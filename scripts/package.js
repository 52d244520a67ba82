// Makes the package that is published: the files that `files` selects, code minified and postal codes compressed, so that it stays small.
// `node scripts/package.js [DIRECTORY]` after a build; then `npm pack DIRECTORY` or `npm publish DIRECTORY`.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import { parseDocument } from 'yaml'
import { ensureOwnFolder, isOwnFolder, removeOwnFolder } from '../dist/own-files/own-folder.js'
import { copyOf, yamlIn } from './compile-fixtures.js'
import { outlinesText } from './outline-checks.js'
import { writeControlTypes } from './control-types.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = resolve(process.argv[2] ?? join(root, '.cache', 'package'))

const selected = () => {
  const args = ['pack', root, '--dry-run', '--json', '--ignore-scripts']
  const [{ files }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  return files.map(({ path }) => path)
}

/** Of no use to who installs the package; its scripts would even run there. */
const withoutDevelopment = (text) => {
  const {
    scripts: _s,
    devDependencies: _d,
    optionalDependencies: _b,
    overrides: _o,
    files: _f,
    ...rest
  } = JSON.parse(text)
  return `${JSON.stringify(rest, null, 1)}\n`
}

/** The same data and comments, with as little white space as YAML needs. */
const tight = { indent: 1, indentSeq: false, lineWidth: 0, flowCollectionPadding: false }

/** A page of the package leads to what is beside it in the repository: few of the docs are published. */
const withWholeLinks = (text, page) => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const home = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  const isImage = (path) => /\.(png|svg)$/.test(path)
  return text.replaceAll(
    /\]\((?!https?:|#)([^)\s]+)\)/g,
    (_link, path) => `](${home}/${isImage(path) ? 'raw' : 'blob'}/HEAD/${posix.join(posix.dirname(page), path)})`,
  )
}

/** The name in the package, and the content; null where the file is as it is. */
const packed = (path, read) => {
  if (path.endsWith('.md')) return [path, withWholeLinks(read(), path)]
  if (path === 'package.json') return [path, withoutDevelopment(read())]
  if (path.endsWith('.tsv')) return [`${path}.br`, brotliCompressSync(read())]
  if (/\.d\.c?ts$/.test(path)) return [path, read().replaceAll(/^ +/gm, '')]
  if (path.endsWith('.yaml')) return [path, parseDocument(read()).toString(tight)]
  if (path.endsWith('.json')) return [path, `${JSON.stringify(JSON.parse(read()))}\n`]
  if (!/^(?:dist|simulator\/console)\/.*\.js$/.test(path)) return null
  return [path, transformSync(read(), { format: 'esm', target: 'node20', minify: true, charset: 'utf8' }).code]
}

execFileSync(
  process.execPath,
  [join(root, 'node_modules', 'typescript-native', 'bin', 'tsc'), '-p', 'tsconfig.declarations.json'],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
writeControlTypes(root)
// A folder that an earlier call did not make is left as it is, and refused.
if (isOwnFolder(out, 'cache')) removeOwnFolder(out, 'cache', () => true)
ensureOwnFolder(out, 'cache')
// The mark is not published.
writeFileSync(join(out, '.npmignore'), '.assay\n')
for (const path of selected()) {
  const from = join(root, path)
  const [name, content] = packed(path, () => readFileSync(from, 'utf8')) ?? [path, null]
  // A file of types alone: nothing imports what is left of it.
  if (content === '') continue
  const to = join(out, name)
  mkdirSync(dirname(to), { recursive: true })
  if (content === null) cpSync(from, to)
  else writeFileSync(to, content)
}
// Of the YAML as it is packed, which every start would parse; the kill matrix takes minutes, and parses its own.
for (const name of yamlIn(join(out, 'fixtures')).filter((one) => !one.startsWith('adequacy'))) {
  const copy = join(out, 'dist', 'fixtures', `${name}.json.br`)
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(copy, brotliCompressSync(copyOf(readFileSync(join(out, 'fixtures', name), 'utf8'))))
}
const outlines = await outlinesText(root, join(out, 'fixtures'))
writeFileSync(join(out, 'dist', 'conformance', 'checks', 'outlines.json.br'), brotliCompressSync(outlines))
process.stdout.write(`${out}\n`)

// Turns changed sources and tests into dist/, in a second: types are checked elsewhere. What has no source any more is removed.
// Plain JavaScript, as it runs before anything is compiled.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform, version } from 'esbuild'
import { compileFixtures, isStaleFixture } from './compile-fixtures.js'
import { hasOutlines, isOutlined, outlineChecks } from './outline-checks.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const stateFile = join(dist, '.transpiled.json')

const filesIn = (folder, recursive) =>
  readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)

/** What tsconfig.json includes: files, folders, and `folder/*.ts`. */
const sources = () =>
  JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
    .include.flatMap((part) => {
      if (part.endsWith('/*.ts')) return filesIn(part.slice(0, -'/*.ts'.length), false)
      return part.endsWith('.ts') ? [part] : filesIn(part, true)
    })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))

const outputOf = (file) => join(dist, file.replace(/\.ts$/, '.js'))

const require = createRequire(import.meta.url)

const typescriptVersion = () => {
  try {
    return require('typescript/package.json').version
  } catch {
    return 'none'
  }
}

/** The compilers and this file: what either made before is made anew when it changes. */
const maker = createHash('sha256')
  .update(version)
  .update(typescriptVersion())
  .update(readFileSync(join(root, 'tsconfig.json')))
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex')

const readState = () => {
  try {
    const state = JSON.parse(readFileSync(stateFile, 'utf8'))
    return state.maker === maker ? state.made : {}
  } catch {
    return {}
  }
}

/** The compiler writes each specifier in double quotes; `.js` is as long as `.ts`, so that the source map stays right. */
const withJsSpecifiers = (code) =>
  code.replaceAll(/(\bfrom |\bimport |\bimport\()"(\.{1,2}\/[^"\n]+)\.ts"/g, '$1"$2.js"')

/** Tests load the runner as one file: see build-runner.js. */
const withBundledTap = (code, file) =>
  code.replaceAll(
    /(\bfrom )"tap";/g,
    `$1"${'../'.repeat(file.split('/').length)}.cache/node_modules/@tapjs/core/tap.mjs";`,
  )

/** Of the code of the simulator mutants are made, which are known by its text: it is printed as it is written, by TypeScript where that is installed. */
const isMutated = (file) =>
  typescriptVersion() !== 'none' && file.startsWith('simulator/') && !/\.(?:test|support)\.ts$/.test(file)

let asWritten
const transpileAsWritten = (file) => {
  asWritten ??= (() => {
    const ts = require('typescript')
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
    const own = { noEmit: false, incremental: false, tsBuildInfoFile: undefined, sourceMap: true, types: [] }
    const modules = { module: 'esnext', moduleResolution: 'bundler' }
    const { options } = ts.convertCompilerOptionsFromJson({ ...compilerOptions, ...own, ...modules }, root)
    return (text, fileName) => ts.transpileModule(text, { compilerOptions: options, fileName })
  })()
  const { outputText, sourceMapText } = asWritten(readFileSync(join(root, file), 'utf8'), join(root, file))
  const output = outputOf(file)
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(output, outputText)
  writeFileSync(`${output}.map`, sourceMapText)
}

const transpile = async (file) => {
  if (isMutated(file)) return transpileAsWritten(file)
  const { code, map } = await transform(readFileSync(join(root, file), 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcemap: 'external',
    sourcesContent: false,
    sourcefile: join(root, file),
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, target: 'es2023' } },
  })
  const output = outputOf(file)
  const name = output.slice(output.lastIndexOf('/') + 1)
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(output, `${withBundledTap(withJsSpecifiers(code), file)}//# sourceMappingURL=${name}.map\n`)
  writeFileSync(`${output}.map`, map)
}

/** Outputs whose source was renamed or removed: a check among them would still run, as checks are found by their folder. */
const removeOrphans = async (files) => {
  // What removes them is compiled by now.
  const { markFolder, removeOwnFiles } = await import('../dist/own-files/own-folder.js')
  const wanted = new Set(files.map((file) => file.replace(/\.ts$/, '')))
  const isOrphan = (name) => {
    const source = /^(.+)\.(?:d\.ts|js\.map|js)$/.exec(name)?.[1]
    return source !== undefined && !wanted.has(source) && source !== 'fixtures/control'
  }
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  markFolder(dist, 'cache')
  removeOwnFiles(
    dist,
    'cache',
    names.filter((name) => isOrphan(name) || isStaleFixture(root, name)),
  )
}

const atOnce = 50

export const transpileAll = async () => {
  const files = sources()
  const before = readState()
  const now = Object.fromEntries(
    files.map((file) => {
      const { size, mtimeMs } = statSync(join(root, file))
      return [file, `${size} ${mtimeMs}`]
    }),
  )
  const stale = files.filter((file) => before[file] !== now[file] || !existsSync(outputOf(file)))
  if (stale.length > 200) process.stderr.write('Building assay: a few seconds …\n')
  mkdirSync(dist, { recursive: true })
  if (stale.length > 0) {
    // What breaks off half-way is made again.
    writeFileSync(stateFile, '{}')
    const left = [...stale]
    const worker = async () => {
      for (let file = left.shift(); file !== undefined; file = left.shift()) await transpile(file)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  const isNew = compileFixtures(root)
  await removeOrphans(files)
  const gone = Object.keys(before).filter((file) => now[file] === undefined)
  if (isNew || [...stale, ...gone].some(isOutlined) || !hasOutlines(root)) await outlineChecks(root)
  writeFileSync(stateFile, JSON.stringify({ maker, made: now }))
}

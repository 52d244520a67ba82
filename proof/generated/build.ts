// The instrumented build that serves every mutant: made once for each state of the built sources, kept in .cache.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isOwnFolder, markFolder, removeOwnFolder } from '../../own-files/own-folder.ts'
import { CodedError, exitCodes } from '../../conformance/contract/coded-error.ts'
import { instrument, leftOutMutators, type BuiltFile } from './instrument.ts'
import type { Mutant } from './mutant.ts'
import type { MutatedCode } from './stack.ts'

export type MutantBuild = {
  /** Where it and all that is known of it is kept. */
  directory: string
  /** Where the mutated code stands. */
  folder: string
  fingerprint: string
  mutants: Mutant[]
}

const kept = (): string => join(dirname(fileURLToPath(import.meta.resolve('assay/package.json'))), '.cache', 'mutants')

/** How many of the latest builds are kept, each with its record. */
const most = 3

const isCode = (file: string): boolean => file.endsWith('.js') && !/\.(?:test|support)\.js$/.test(file)

/** `place` is a folder, or a file without `.js`. */
const isWithin = (file: string, place: string): boolean => file.startsWith(`${place}/`) || file === `${place}.js`

/** Beside the target's code, which imports from there: it is copied, and not mutated. */
const floor = ['fixtures', 'own-files']

const read = (folder: string): { file: string; code: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isCode)
    .toSorted()
    .map((file) => ({ file, code: readFileSync(join(folder, file), 'utf8') }))

const textOf = (path: string): string => {
  if (existsSync(path)) return readFileSync(path, 'utf8')
  throw new CodedError(
    'no_source_maps',
    `--generated needs ${path}, which a build of the repository writes; run \`npm run build\` in a clone.`,
    exitCodes.usage,
  )
}

const builtFiles = (stack: MutatedCode, files: readonly { file: string; code: string }[]): BuiltFile[] =>
  files.flatMap(({ file, code }) => {
    const area = stack.areas.find((one) => isWithin(file, one))
    if (area === undefined || stack.except.some((one) => isWithin(file, one))) return []
    const map = textOf(join(stack.folder, `${file}.map`))
    return [{ path: file, source: `${stack.name}/${file.replace(/\.js$/, '.ts')}`, area, code, map }]
  })

const fingerprintOf = (stack: MutatedCode, files: readonly { file: string; code: string }[]): string => {
  const hash = createHash('sha256').update(JSON.stringify([4, leftOutMutators, stack.areas, stack.except]))
  for (const { file, code } of files) hash.update(`${file}\n${code.length}\n${code}`)
  return hash.digest('hex').slice(0, 16)
}

const removeOld = (directory: string): void => {
  const list = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const dated = list.map(({ name }) => {
    const file = join(directory, name, 'mutants.json')
    return { name, at: existsSync(file) ? Number(JSON.parse(readFileSync(file, 'utf8')).madeAt) : 0 }
  })
  const old = dated.toSorted((a, b) => b.at - a.at).slice(most)
  for (const path of old.map(({ name }) => join(directory, name)))
    if (isOwnFolder(path, 'cache')) removeOwnFolder(path, 'cache', () => true)
}

/** @throws CodedError no_mutation_engine, no_source_maps */
export const buildMutants = async (stack: MutatedCode, madeAt: number): Promise<MutantBuild> => {
  const all = read(stack.folder)
  const beside = floor.flatMap((name) =>
    read(join(dirname(stack.folder), name)).map(({ file, code }) => ({ file: join(name, file), code })),
  )
  const fingerprint = fingerprintOf(stack, [...all, ...beside])
  const directory = join(kept(), fingerprint)
  const folder = join(directory, stack.name)
  const list = join(directory, 'mutants.json')
  if (existsSync(list)) {
    const { mutants } = JSON.parse(readFileSync(list, 'utf8')) as { mutants: Mutant[] }
    return { directory, folder, fingerprint, mutants }
  }
  const { files, mutants } = await instrument(builtFiles(stack, all))
  const mutated = new Map(files.map(({ path, code }) => [path, code]))
  // Two at once must not see half of each other's.
  const draft = `${directory}.${process.pid}`
  markFolder(draft, 'cache')
  const copied = all.map(({ file, code }) => [join(stack.name, file), mutated.get(file) ?? code] as const)
  for (const [file, code] of [...copied, ...beside.map((one) => [one.file, one.code] as const)]) {
    const path = join(draft, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
  writeFileSync(join(draft, 'mutants.json'), JSON.stringify({ madeAt, mutants }))
  removeOwnFolder(directory, 'cache', () => true)
  renameSync(draft, directory)
  removeOld(kept())
  return { directory, folder, fingerprint, mutants }
}

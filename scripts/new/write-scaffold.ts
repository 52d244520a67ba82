// Writes a scaffold into a source tree, and gives what it wrote and what is left.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { kinds } from './kinds.ts'
import { advice, type Tree } from './kind.ts'

type Scaffold = { written: string[]; left: readonly string[] }

const treeAt = (root: string): Tree => ({
  read: (path) => readFileSync(join(root, path), 'utf8'),
  has: (path) => existsSync(join(root, path)),
  list: (folder) => readdirSync(join(root, folder)).toSorted(),
})

/** What begins with a row of data and has no scaffold. */
const withoutScaffold: Readonly<Record<string, string>> = {
  limit: 'change its value in fixtures/limits.yaml, and the lines that npm run places -- LIMIT shows',
  error: 'write its row in fixtures/errors.yaml',
  transition: 'write its row in fixtures/lifecycle.yaml',
  freedom: 'write its row in fixtures/freedoms.yaml',
}

const unknownKind = (name: string): CodedError => {
  const known = Object.keys(kinds)
  const needs = `npm run new needs one of ${known.join(', ')}; it got ${name}`
  if (Object.hasOwn(withoutScaffold, name))
    return new CodedError('no_scaffold', `${needs}, which begins with a row of data; ${withoutScaffold[name]!}.`)
  const otherwise = `give npm run new -- rule ${kinds['rule']!.usage}, for instance.`
  return new CodedError('unknown_kind', `${needs}; ${advice(name, known, otherwise)}`)
}

/** @throws CodedError before anything is written */
export const writeScaffold = async (root: string, [name, ...words]: readonly string[]): Promise<Scaffold> => {
  const kind = name === undefined || !Object.hasOwn(kinds, name) ? undefined : kinds[name]
  if (!kind) throw unknownKind(name ?? 'none')
  const { writes, left } = kind.plan(words, treeAt(root))
  for (const [path, text] of writes) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    const isFormatted = /\.(ts|md)$/.test(path)
    writeFileSync(file, isFormatted ? await format(text, { ...(await resolveConfig(file)), filepath: file }) : text)
  }
  return { written: [...writes.keys()], left }
}

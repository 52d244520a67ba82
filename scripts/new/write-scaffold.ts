// Writes a scaffold into a source tree, and gives what it wrote and what is left.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { kinds } from './kinds.ts'
import type { Tree } from './kind.ts'

type Scaffold = { written: string[]; left: readonly string[] }

const treeAt = (root: string): Tree => ({
  read: (path) => readFileSync(join(root, path), 'utf8'),
  has: (path) => existsSync(join(root, path)),
  list: (folder) => readdirSync(join(root, folder)).toSorted(),
})

/** @throws CodedError before anything is written */
export const writeScaffold = async (root: string, [name, ...words]: readonly string[]): Promise<Scaffold> => {
  const kind = name === undefined || !Object.hasOwn(kinds, name) ? undefined : kinds[name]
  if (!kind)
    throw new CodedError(
      'unknown_kind',
      `npm run new needs one of ${Object.keys(kinds).join(', ')}; it got ${name ?? 'none'}. Give npm run new -- rule ${kinds['rule']!.usage}, for instance.`,
    )
  const { writes, left } = kind.plan(words, treeAt(root))
  for (const [path, text] of writes) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    const isFormatted = /\.(ts|md)$/.test(path)
    writeFileSync(file, isFormatted ? await format(text, { ...(await resolveConfig(file)), filepath: file }) : text)
  }
  return { written: [...writes.keys()], left }
}

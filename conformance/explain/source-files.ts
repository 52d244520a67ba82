// The source files of a rule, its checks and its defects; none where there is no source tree.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Explained } from './explain.ts'

/** `path` from the root of the tree, with a line where one says it. */
type SourceFile = { what: 'rule' | 'check' | 'invariant' | 'defect' | 'freedom' | 'named in'; path: string }

type Line = { file: string; number: number; text: string }

const defectsFolder = 'proof/defects'
const folders = ['conformance', 'fixtures/rules', defectsFolder]
const files = ['fixtures/freedoms.yaml', 'fixtures/errors.yaml']

const isSource = (name: string): boolean => /\.(ts|yaml)$/.test(name) && !/\.(test|support|d)\.ts$/.test(name)

const linesOf = (root: string, file: string): Line[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ file, number: index + 1, text }))

const linesIn = (root: string): Line[] =>
  [
    ...folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(isSource)
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    ),
    ...files,
  ].flatMap((file) => linesOf(root, file))

const grouped = <T>(entries: readonly (readonly [string, T])[]): Map<string, T[]> => {
  const map = new Map<string, T[]>()
  for (const [key, value] of entries) map.set(key, [...(map.get(key) ?? []), value])
  return map
}

const at = ({ file, number }: Pick<Line, 'file'> & Partial<Line>): string =>
  number === undefined ? file : `${file}:${number}`

/** In a row of data, in a check or an invariant, and in a file of claims. */
const definition = /(?<![\w$])id: (?:'([^']+)'|([a-z0-9.-]+)$)|^ {2}'([^']+)': \{$/

/** Reads the tree once, and then finds the files of every rule. Null in an installed package, which has no sources. */
export const sourceFiles = (
  root = fileURLToPath(new URL('.', import.meta.resolve('assay/package.json'))),
): ((explained: Explained) => SourceFile[]) | null => {
  if (!existsSync(join(root, 'conformance', 'checks')) || !existsSync(join(root, defectsFolder))) return null
  const lines = linesIn(root)
  const named = grouped(
    lines.flatMap((line) => [...line.text.matchAll(/[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*/g)].map(([id]) => [id, line])),
  )
  const defined = grouped(
    lines.flatMap((line) => {
      const [, quoted, plain, claim] = definition.exec(line.text) ?? []
      const id = quoted ?? plain ?? claim
      return id === undefined ? [] : [[id, line] as const]
    }),
  )
  // The id of a defect stands in quotes, or is put together from a table.
  const quotedIn = (file: string, id: string): Line | undefined =>
    lines.find((line) => line.file === file && line.text.includes(`'${id}'`))
  const definedIn = (id: string, folder: string): string[] =>
    (defined.get(id) ?? []).filter(({ file }) => file.startsWith(folder)).map(at)

  return ({ rule, checks, invariants, defects, freedoms }) => {
    const as = (what: SourceFile['what'], paths: readonly string[]): SourceFile[] =>
      [...new Set(paths)].map((path) => ({ what, path }))
    const fromRules = [
      ...as('rule', definedIn(rule.id, 'fixtures/rules/')),
      ...as(
        'check',
        checks.map(
          ({ id }) => definedIn(id, 'conformance/checks/')[0] ?? `conformance/checks/${id.replace('.', '/')}.ts`,
        ),
      ),
      ...as(
        'invariant',
        invariants.flatMap((id) => definedIn(id, 'conformance/invariants/')),
      ),
      ...as(
        'defect',
        defects.flatMap(({ id, file }) => (file === undefined ? [] : at(quotedIn(file, id) ?? { file }))),
      ),
      ...as(
        'freedom',
        freedoms.flatMap(({ id }) => definedIn(id, 'fixtures/freedoms.yaml')),
      ),
    ]
    const shown = new Set(fromRules.map(({ path }) => path.split(':')[0]))
    return [
      ...fromRules,
      ...as(
        'named in',
        [...new Map((named.get(rule.id) ?? []).map((line) => [line.file, line])).values()]
          .filter(({ file }) => !shown.has(file))
          .map(at),
      ),
    ]
  }
}

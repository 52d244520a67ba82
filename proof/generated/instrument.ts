// Built sources with every mutant in them, each behind a switch, by the mutation engine of StrykerJS.
import { SourceMap, type SourceMapPayload } from 'node:module'
import { CodedError, exitCodes } from '../../conformance/contract/coded-error.ts'
import { declarationsOf } from './declarations.ts'
import { codeText, numbered, type Mutant } from './mutant.ts'
import { stateName } from './switch.ts'

export type BuiltFile = {
  /** Of the built file. */
  path: string
  /** Of its source, from the root of the project. */
  source: string
  area: string
  code: string
  map: string
}

type Instrumented = { files: { path: string; code: string }[]; mutants: Mutant[] }

/** Texts are left alone: most are words for people, and to change one is rarely a mistake that somebody makes. */
export const leftOutMutators = ['StringLiteral']

/**
 * What the engine's own header declares, without counters where nobody counts: they take as long as the rest. On one line,
 * as an error shows lines of what is built.
 */
const header = [
  'function stryMutAct_9fa48(id) {',
  `  const state = globalThis.${stateName};`,
  '  if (state === undefined || state.active !== id) return false;',
  "  if ((state.hits += 1) > state.hitLimit) throw new Error('the mutant is executed without end');",
  '  return true;',
  '}',
  'function stryCov_9fa48() {',
  `  const counts = globalThis.${stateName}?.counts;`,
  '  if (counts == null) return;',
  '  for (const id of arguments) counts.set(id, (counts.get(id) ?? 0) + 1);',
  '}',
].join(' ')

const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
}

const engine = async () => {
  try {
    const [{ Instrumenter }, { default: ts }] = await Promise.all([
      import('@stryker-mutator/instrumenter'),
      import('typescript'),
    ])
    return { instrumenter: new Instrumenter(silent), ts }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CodedError(
      'no_mutation_engine',
      '--generated needs @stryker-mutator/instrumenter and typescript, which only a clone of the repository has; run `npm ci` there.',
      exitCodes.usage,
    )
  }
}

type Place = { line: number; column: number }

const offsets = (code: string): ((place: Place) => number) => {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return ({ line, column }) => starts[line]! + column
}

/** @throws CodedError no_mutation_engine */
export const instrument = async (files: readonly BuiltFile[]): Promise<Instrumented> => {
  const { instrumenter, ts } = await engine()
  const input = files.map(({ path, code }) => ({ name: path, mutate: true, content: code }))
  const result = await instrumenter.instrument(input, {
    plugins: null,
    ignorers: [],
    excludedMutations: leftOutMutators,
    noHeader: true,
  })
  const byPath = new Map(
    files.map(({ path, source, area, code, map }) => {
      const { findEntry } = bound(new SourceMap(JSON.parse(map) as SourceMapPayload))
      const offset = offsets(code)
      const declarationAt = declarationsOf(ts, path, code)
      return [path, { source, area, code, findEntry, offset, declarationAt }]
    }),
  )
  const mutants = result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location: { start, end }, mutatorName, replacement = '' }) => {
      const { source, area, code, findEntry, offset, declarationAt } = byPath.get(fileName)!
      const entry = findEntry(start.line, start.column)
      const [line, column] = 'originalLine' in entry ? [entry.originalLine, entry.originalColumn] : [0, 0]
      return {
        file: source,
        in: declarationAt(start),
        mutator: mutatorName,
        original: codeText(code.slice(offset(start), offset(end))),
        replacement: codeText(replacement),
        number: id,
        area,
        line: line + 1,
        column: column + 1,
      }
    })
  return {
    files: result.files.map(({ name, content }) => ({ path: name, code: `${header}\n${content}` })),
    mutants: numbered(mutants),
  }
}

const bound = (map: SourceMap) => ({ findEntry: (line: number, column: number) => map.findEntry(line, column) })

// The layers of both programs from the top down, and what an import graph has to say of them.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './places.ts'

/** A folder imports from folders that stand later in its list, types included. */
const suite: readonly string[] = [
  'api', // the suite from code
  'cli', // one file a command
  'watch', // what is done with runs and records
  'replay',
  'merge',
  'rejudge',
  'compare',
  'explain',
  'init',
  'examine', // the other side: a webhook receiver
  'audit', // and a client, judged from a journal of its traffic
  'run', // the run from preflight to verdicts
  'checks', // claims, by area
  'preflight',
  'causes',
  'scenarios', // sequences that several checks share
  'gate', // which violated rules fail a run
  'engine', // session, contexts, one check
  'verdict',
  'observe', // passive oracles: which reading a target took, and what holds of every exchange
  'likeness',
  'coverage',
  'invariants',
  'steps', // acts on the target
  'generate',
  'kit', // what the author of a check imports
  'model', // the life of an order as plain data
  'sut', // the way to the target
  'receiver',
  'evidence', // exchanges, deliveries, comparisons
  'contract', // the contract's data
]

const simulator: readonly string[] = [
  'cli', // one file a command, and the flags
  'start', // one simulator as it is started, and as code in the same process uses it
  'control', // the control port
  'console', // its pages
  'snapshots', // states kept, taken back, as a file
  'seed', // orders brought to a status
  'personas', // a company that acts on its own
  'company', // what the company does with orders
  'http', // the public port: an operation a file
  'engine', // what every part shares: decisions become fact, events are raised, what is due is awaited
  'journal', // the record of the traffic
  'webhooks', // the outbox and its attempts
  'faults', // what goes wrong on request
  'calls', // a call held against the control port's document
  'orders', // what can be done with an order, pure
  'behaviour', // every decision that the contract makes, and the permitted others
  'documents', // files: made, named, recognised
  'places', // postal codes and time zones
  'time', // the domain clock and ids
  'store', // tables and their file
  'public', // plain types that users see
  'domain', // records and refusals
  'contract', // the contract's data
  'lib', // functions that know nothing of the contract
]

/** Which folders of a program stand above which. */
export const layers = { conformance: suite, simulator } as const

type Program = keyof typeof layers

export const programs = Object.keys(layers) as Program[]

export type Import = { from: string; to: string }

/** The relative imports of a source, dynamic ones and types included. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, specifier]) => specifier!)

export const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name))

/** Every import between files of a folder of the project, types included, as paths from the root. */
export const importsIn = (folder: string): Import[] =>
  sourcesIn(folder).flatMap((from) =>
    importsOf(readFileSync(join(root, from), 'utf8'))
      .map((specifier) => ({ from, to: relative(root, resolve(root, dirname(from), specifier)) }))
      .filter(({ to }) => to.startsWith(`${folder}/`)),
  )

/** `conformance/run/runner.ts` is in `run`; a file that stands in no folder is in itself. */
export const layerOf = (file: string): string => file.split('/')[1]!

/** The folder graph: imports between different layers, each pair once. */
export const betweenLayers = (imports: readonly Import[]): Import[] => {
  const pairs = imports.map(({ from, to }) => ({ from: layerOf(from), to: layerOf(to) }))
  return [
    ...new Map(pairs.filter(({ from, to }) => from !== to).map((pair) => [`${pair.from} ${pair.to}`, pair])).values(),
  ]
}

/** Sets of two or more nodes that reach each other. */
export const cyclesOf = (imports: readonly Import[]): string[][] => {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const to of next.get(node) ?? []) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(node, Math.min(low.get(node)!, low.get(to)!))
    }
    if (low.get(node) !== index.get(node)) return
    const members = stack.splice(stack.indexOf(node))
    if (members.length > 1) found.push(members.toSorted())
  }
  for (const { from } of imports) if (!index.has(from)) visit(from)
  return found
}

/** Imports of a layer that does not stand below; a file outside the layers may import any of them, and none imports it. */
export const upwardImports = (imports: readonly Import[], order: readonly string[]): Import[] =>
  imports.filter(({ from, to }) => {
    const above = order.indexOf(layerOf(from))
    const below = order.indexOf(layerOf(to))
    return layerOf(from) !== layerOf(to) && (below === -1 || above > below)
  })

/** What no file of a program may import, whatever its layer. */
const foreign: Record<Program, object> = {
  conformance: {
    group: ['**/simulator/**', '**/proof/**', '**/assay.ts'],
    message:
      "conformance/ knows a target by its URL alone, never the simulator's code: see CONTRIBUTING.md, the import law.",
  },
  simulator: {
    group: ['**/conformance/**', '**/reports/**', '**/proof/**', '**/assay.ts'],
    message: 'simulator/ reads fixtures/ and nothing else of this project: see CONTRIBUTING.md, the import law.',
  },
}

const restricted = (...patterns: object[]): object => ({ 'no-restricted-imports': ['error', { patterns }] })

/** What .oxlintrc.json must hold: for each layer, the layers that it may not import; a test may look from above. */
export const linterOverrides = (
  program: Program,
  order: readonly string[] = layers[program],
): { files: string[]; rules: object }[] => [
  ...order.slice(1).map((layer, index) => ({
    files: [`${program}/${layer}/**`],
    rules: restricted(foreign[program], {
      // Folders within a layer may have the name of another layer.
      regex: `^(\\.\\./)+(${order.slice(0, index + 1).join('|')})/`,
      message: `${layer}/ is below: imports go down only, see docs/architecture.md.`,
    }),
  })),
  { files: [`${program}/**/*.test.ts`], rules: restricted(foreign[program]) },
]

/** Whether an override of .oxlintrc.json is one of those. */
export const isOfLayers =
  (program: Program) =>
  ({ files: [first = ''] }: { files: string[] }): boolean =>
    first.startsWith(`${program}/`) && first !== `${program}/**`

// Which tests a change of files can turn red, the likeliest first: found by following imports backwards.
import { dirname, join, normalize } from 'node:path/posix'
import { importsOf } from '../tests/layers.ts'

/** Text of a source by its path from the root, with `/` between the parts. */
type Sources = ReadonlyMap<string, string>

type AffectedTest = {
  file: string
  /** Imports between the test and the changed file: 0 is the changed file itself. */
  distance: number
  /** How much of the test is about what changed: the words of the changed files' names, and the names in the changed lines. */
  about: number
}

type Hints = {
  /** Names in the changed lines and beside them, such as those of fields and events. */
  names?: ReadonlySet<string>
  /** How long a test took when it was last run; what was never run is taken for a short one. */
  seconds?: Readonly<Record<string, number>>
}

export const typicalSeconds = 1

const isTest = (file: string): boolean => file.endsWith('.test.ts')

const imported = (file: string, text: string): string[] =>
  importsOf(text).map((specifier) => normalize(join(dirname(file), specifier)))

/** Checks and defects are found by folder or by index; what loads them is read as if it imported each of them. */
const loadedByFolder: readonly [loader: string, members: RegExp][] = [
  ['conformance/checks/load-checks.ts', /^conformance\/checks\/[^/]+\/[^/]+(?<!\.test)\.ts$/],
]

/** For each file, those that import it. */
export const importersOf = (sources: Sources): Map<string, string[]> => {
  const importers = new Map<string, string[]>()
  const add = (file: string, importer: string) => {
    const known = importers.get(file)
    if (known) known.push(importer)
    else importers.set(file, [importer])
  }
  for (const [file, text] of sources) for (const each of imported(file, text)) add(each, file)
  for (const [loader, members] of loadedByFolder)
    for (const file of sources.keys()) if (members.test(file)) add(file, loader)
  return importers
}

/** Files that name a data file, such as `limits.yaml`, or read its whole folder, such as `rules`. */
const readersOf = (sources: Sources, data: string): string[] => {
  const [name = '', folder = 'fixtures'] = data.split('/').toReversed()
  const named = [name, `'${folder}')`, `'${folder}/'`, `\`${folder}/\${`]
  return [...sources].filter(([, text]) => named.some((one) => text.includes(one))).map(([file]) => file)
}

const wordsOf = (file: string): string[] =>
  file
    .replace(/(?:\.test)?\.\w+$/, '')
    .split(/[^a-z0-9]+/i)
    .filter((word) => word.length > 2)
    .map((word) => word.toLowerCase().replace(/s$/, ''))

const distancesFrom = (start: readonly string[], importers: ReadonlyMap<string, string[]>): Map<string, number> => {
  const distances = new Map(start.map((file) => [file, 0]))
  // A map is walked in the order of its growth, which makes this a breadth-first search.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}

/** How much of a test is about the words of a changed file: its own path counts double, its titles and imports once. */
const sharedWords = (test: string, text: string, changed: readonly string[]): number => {
  const path = new Set(wordsOf(test))
  const inside = new Set(wordsOf(text.slice(0, 20_000)))
  const words = new Set(changed.flatMap((file) => wordsOf(file.split('/').slice(-2).join('/'))))
  return [...words].reduce((sum, word) => sum + (path.has(word) ? 2 : 0) + (inside.has(word) ? 1 : 0), 0)
}

/** Of each test, what the names in it say together: one that many tests have says little. */
const weightsOf = (names: ReadonlySet<string>, texts: ReadonlyMap<string, string>): Map<string, number> => {
  const weights = new Map([...texts.keys()].map((test) => [test, 0]))
  for (const name of names) {
    const naming = [...texts].filter(([, text]) => text.includes(name)).map(([test]) => test)
    for (const test of naming) weights.set(test, weights.get(test)! + Math.log2((1 + texts.size) / naming.length))
  }
  return weights
}

/** Snake-case and dotted names, such as `completed_at` and `order.fee_changed`. */
export const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/(?<![\w.-])[a-z][a-z0-9]*(?:[._][a-z][a-z0-9]*)+(?![\w.-])/g)].map(([name]) => name))

/** @param changed - paths from the root; what is neither source nor data that a source names affects no test. */
export const affectedTests = (
  changed: readonly string[],
  sources: Sources,
  { names = new Set(), seconds = {} }: Hints = {},
): AffectedTest[] => {
  const importers = importersOf(sources)
  const start = changed.flatMap((file) => (sources.has(file) ? [file] : readersOf(sources, file)))
  const found = [...distancesFrom(start, importers)].filter(([file]) => isTest(file))
  const weights = weightsOf(names, new Map(found.map(([file]) => [file, sources.get(file) ?? ''])))
  const nearness = (distance: number): number => (distance < 2 ? 10 : 0)
  const worth = ({ file, distance, about }: AffectedTest): number =>
    (about + nearness(distance)) / (1 + (seconds[file] ?? typicalSeconds))
  return found
    .map(([file, distance]) => ({
      file,
      distance,
      about: sharedWords(file, sources.get(file) ?? '', changed) + weights.get(file)!,
    }))
    .toSorted((a, b) => worth(b) - worth(a) || a.distance - b.distance || a.file.localeCompare(b.file))
}

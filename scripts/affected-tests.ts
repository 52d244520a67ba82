// Which tests a change of files can turn red, the likeliest first: found by following imports backwards.
import { dirname, join, normalize } from 'node:path/posix'
import { importsOf } from '../tests/layers.ts'

/** Text of a source by its path from the root, with `/` between the parts. */
export type Sources = ReadonlyMap<string, string>

export type AffectedTest = {
  file: string
  /** Imports between the test and the changed file: 0 is the changed file itself. */
  distance: number
  /** Words that the test's path or titles share with the name of the changed file. */
  shared: number
}

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

/** Files that name a data file, such as `limits.yaml`, read it. */
const readersOf = (sources: Sources, data: string): string[] => {
  const name = data.split('/').at(-1)!
  return [...sources].filter(([, text]) => text.includes(name)).map(([file]) => file)
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

/** @param changed - paths from the root; what is neither source nor data that a source names affects no test. */
export const affectedTests = (changed: readonly string[], sources: Sources): AffectedTest[] => {
  const importers = importersOf(sources)
  const start = changed.flatMap((file) => (sources.has(file) ? [file] : readersOf(sources, file)))
  return [...distancesFrom(start, importers)]
    .filter(([file]) => isTest(file))
    .map(([file, distance]) => ({ file, distance, shared: sharedWords(file, sources.get(file) ?? '', changed) }))
    .toSorted(
      (a, b) =>
        Number(b.distance < 2) - Number(a.distance < 2) ||
        b.shared - a.shared ||
        a.distance - b.distance ||
        a.file.localeCompare(b.file),
    )
}

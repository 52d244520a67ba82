// The published result as tables between marks in the pages that show it, so that no page has counts of its own.
import { readFileSync, writeFileSync } from 'node:fs'
import type { PeerScores, Share } from '../report/peer-scores.ts'
import { root } from './places.ts'

type Row = readonly string[]

/** As prettier lays it out. */
const tableOf = ([head, ...rows]: readonly [Row, ...Row[]]): string => {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => row[at]!.length)))
  const line = (cells: Row): string => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const shown = ({ caught, of }: Share): string =>
  of === 0 ? '–' : `${((100 * caught) / of).toFixed(0)} % (${caught} of ${of})`

const caughtTable = ({ peers }: PeerScores): string =>
  tableOf([
    ['', 'defects', 'mutants'],
    ...peers.map(({ title, caught, mutants }) => [title, shown(caught), shown(mutants)]),
  ])

const wholeTable = ({ peers, fault_types }: PeerScores): string =>
  tableOf([
    [
      '',
      'version',
      'defects',
      'deep ones',
      'mutants',
      'fault types',
      'false alarms',
      'clean runs with a catch',
      'requests',
      'seconds',
    ],
    ...peers.map((peer) => [
      peer.title,
      peer.version,
      shown(peer.caught),
      shown(peer.deep),
      shown(peer.mutants),
      fault_types.length === 0 ? '–' : `${peer.fault_types.length} of ${fault_types.length}`,
      String(peer.noise),
      `${peer.false_catches} of ${peer.clean_runs}`,
      String(peer.requests),
      peer.seconds.toFixed(0),
    ]),
  ])

const areaTable = ({ peers }: PeerScores): string =>
  tableOf([
    ['area', ...peers.map(({ title }) => title)],
    ...Object.entries(peers[0]?.areas ?? {}).map(([area, { of }]) => [
      `${area} (${of})`,
      ...peers.map(({ areas }) => String(areas[area]!.caught)),
    ]),
  ])

/** Who caught what others did not. */
export const aloneIn = (caught: Readonly<Record<string, readonly string[]>>): string => {
  const all = Object.values(caught)
  const ours = all.filter((ids) => ids.length === 1 && ids[0] === 'assay').length
  const theirs = all.filter((ids) => ids.length > 0 && !ids.includes('assay')).length
  const none = all.filter((ids) => ids.length === 0).length
  return `caught by assay alone: ${ours}; by others alone: ${theirs}; by nobody: ${none}`
}

const ofWhat = ({ sample, of, mutants, seed, ran_at, node }: PeerScores): string =>
  `${sample} of ${of} defects and ${mutants.sample} of ${mutants.of} generated mutants, seed ${seed}, ` +
  `${ran_at.slice(0, 10)}, Node ${node}`

const whole = (scores: PeerScores): string =>
  [
    `${ofWhat(scores)}; \`fixtures/adequacy/peers.json\` has the rest.`,
    wholeTable(scores),
    'Defects by area:',
    areaTable(scores),
    `Defects, with those of fault types that the sample leaves out (${Object.keys(scores.defects).length}), ${aloneIn(scores.defects)}.`,
    `Mutants (${scores.mutants.sample}), ${aloneIn(scores.mutants.caught)}.`,
  ].join('\n\n')

const short = (scores: PeerScores): string => [`Caught of ${ofWhat(scores)}:`, caughtTable(scores)].join('\n\n')

/** The pages, and what each shows. */
export const pages: Readonly<Record<string, (scores: PeerScores) => string>> = {
  'proof/peers/README.md': whole,
  'docs/mutation-testing.md': short,
}

const mark = '<!-- peers.json -->'

/** The page's text with the result between its two marks. */
export const withTables = (text: string, tables: string): string => {
  const [head, , tail, ...rest] = text.split(mark)
  if (tail === undefined || rest.length > 0) throw new Error(`A page that shows the peers has two marks ${mark}.`)
  return `${head}${mark}\n\n${tables}\n\n${mark}${tail}`
}

export const writeTables = (scores: PeerScores): void => {
  for (const [page, tables] of Object.entries(pages)) {
    const file = `${root}${page}`
    writeFileSync(file, withTables(readFileSync(file, 'utf8'), tables(scores)))
  }
}

// lab/results.md: the table of the lab, entry by entry, as it came out.
import type { Entry } from './entry.ts'
import type { Outcome } from './outcome.ts'
import type { Seen } from './seen.ts'
import { table, versionsText } from './table.ts'

type Row = { entry: Entry } & Seen[string]

const plain = new Set(['nothing violated', 'nothing hidden', 'nothing else', 'exit code 0, nothing violated'])

const says = ({ expected, seen }: Outcome): boolean => !plain.has(seen) || expected !== seen

const ids = /\b[a-z]+\.[a-z0-9-]+\b/g
const marked = (text: string): string => text.replaceAll('|', '/').replace(ids, (id) => `\`${id}\``)

const minute = (time: string): string => time.slice(0, 16).replace('T', ' ')

const noCommit = 'files of no commit'

/** By the commit that `of` gives, the most first. */
const byCommit = (rows: readonly Row[], of: (row: Row) => string): [commit: string, rows: Row[]][] => {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(of(row), [...(found.get(of(row)) ?? []), row])
  return [...found].toSorted(([, one], [, other]) => other.length - one.length)
}

const sittings = (rows: readonly Row[]): string[] =>
  byCommit(rows, ({ commit }) => commit ?? noCommit).map(([commit, run]) => {
    const times = run.flatMap(({ at }) => at ?? []).toSorted()
    const when =
      times.length === 0 ? 'at a time that was not kept' : `${minute(times[0]!)} to ${minute(times.at(-1)!)} UTC`
    return `- ${commit}: ${run.length} ${run.length === 1 ? 'entry' : 'entries'}, ended ${when}`
  })

/** Entries whose plain scenario is of another commit than their other outcomes. */
const plainLines = (rows: readonly Row[]): string[] => {
  const alone = rows.filter((row) => row.plain !== undefined)
  if (alone.length === 0) return []
  const lines = byCommit(alone, (row) => row.plain!.commit ?? noCommit).map(
    ([commit, run]) => `- ${commit}: ${run.map(({ entry }) => `\`${entry.id}\``).join(', ')}`,
  )
  return ['Of these entries the scenario `plain` was run again, alone, on another commit:', '', ...lines, '']
}

const entryRow = ({ entry, versions, outcomes, seconds, commit, at }: Row): string[] => [
  `\`${entry.id}\``,
  entry.title.replaceAll('|', '/'),
  versionsText(versions) || '–',
  String(outcomes.length),
  String(outcomes.filter(({ expected, seen }) => expected !== seen).length),
  String(outcomes.filter(({ unmeasured }) => unmeasured !== undefined).length),
  String(seconds),
  commit ?? '–',
  at?.slice(0, 10) ?? '–',
]

const outcomeRows = ({ entry, outcomes }: Row): string[][] =>
  outcomes
    .filter(says)
    .map((one) => [
      `\`${entry.id}\``,
      one.scenario,
      marked(one.expected),
      one.expected === one.seen ? 'the same' : marked(one.seen),
    ])

export const labPage = (entries: readonly Entry[], all: Seen): string => {
  const rows = entries.flatMap((entry): Row[] => {
    const seen = all[entry.id]
    return seen === undefined || seen.outcomes.length === 0 ? [] : [{ entry, ...seen }]
  })
  const minutes = Math.round(rows.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
  return `${[
    '# Results of the lab',
    '',
    'This page has the results of real clients, recorders of traffic, webhook receivers, proxies and JSON writers against this project, beside the stated',
    'results ([README.md](README.md)). `npm run lab -- --update` makes it of `lab/seen.json`.',
    '',
    `${rows.length} entries, ${rows.reduce((sum, { outcomes }) => sum + outcomes.length, 0)} outcomes, ${minutes} minutes one after another. They ran on these commits:`,
    '',
    ...sittings(rows),
    '',
    ...plainLines(rows),
    '## Entries',
    '',
    'An entry has a row once its results were kept.',
    'Differ: results that are not as stated. Not measured: stated rules about the length of waits, on a machine whose timers were too late for them.',
    '',
    ...table(
      ['entry', 'what', 'versions', 'outcomes', 'differ', 'not measured', 'seconds', 'commit', 'day'],
      rows.map(entryRow),
    ),
    '',
    '## Outcomes',
    '',
    'These are the outcomes with a violated rule, a hidden rule or a refusal. The others have none, as stated.',
    '',
    ...table(['entry', 'scenario', 'stated', 'seen'], rows.flatMap(outcomeRows)),
  ].join('\n')}\n`
}

// lab/seen.json: what came out of each entry when `npm run lab -- --update` ran it last.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { clientsPage, correctionPages, repeatsPage } from './clients-page.ts'
import type { Entry } from './entry.ts'
import { labPage } from './lab-page.ts'
import { libraryData } from './library-data.ts'
import type { Outcome } from './outcome.ts'
import { lab, root } from './places.ts'
import { proxiesPage } from './proxies-page.ts'
import type { Traits } from './traits.ts'

type Row = {
  versions: Record<string, string>
  seconds: number
  outcomes: Outcome[]
  client?: Traits
  /** When it ended. */
  at?: string
  /** What was judged: null where files differed from every commit. */
  commit?: string | null
  /** The same of the plain scenario, where it was run alone since. */
  plain?: Pick<Row, 'at' | 'commit'>
}

export type Seen = Record<string, Row>

const file = `${lab}seen.json`

/** In the file an outcome that was as stated says so once. */
const writtenOutcome = ({ expected, ...one }: Outcome): Partial<Outcome> =>
  expected === one.seen ? one : { expected, ...one }

export const readSeen = (): Seen => {
  const seen = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Seen) : {}
  for (const row of Object.values(seen)) {
    row.outcomes = row.outcomes.map((one) => ({ ...one, expected: one.expected ?? one.seen }))
  }
  return seen
}

const written = async (seen: Seen): Promise<string> => {
  const rows = Object.entries(seen).map(([id, row]) => [id, { ...row, outcomes: row.outcomes.map(writtenOutcome) }])
  return format(JSON.stringify(Object.fromEntries(rows)), { ...(await resolveConfig(file)), parser: 'json' })
}

/** Each file that is made of the entries and of what was seen, with its text. */
export const pages = (entries: readonly Entry[], seen: Seen): Record<string, string> => {
  const corrected = Object.entries(correctionPages(entries, seen)).map(([page, text]) => [`${root}docs/${page}`, text])
  const proxies = `${root}docs/proxies.md`
  return {
    [`${root}docs/clients.md`]: clientsPage(entries, seen),
    [`${root}docs/clients-repeats.md`]: repeatsPage(entries, seen),
    ...(Object.fromEntries(corrected) as Record<string, string>),
    [`${root}lab/results.md`]: labPage(entries, seen),
    [proxies]: proxiesPage(readFileSync(proxies, 'utf8'), entries, seen),
    [`${root}fixtures/client-libraries.yaml`]: libraryData(entries),
  }
}

/** A row with its plain scenario as it came out later, alone. */
export const withPlain = (row: Row | undefined, { at, commit, versions, outcomes, client }: Row): Row => {
  if (row === undefined || JSON.stringify(row.versions) !== JSON.stringify(versions))
    throw new Error('--plain adds to a row of the same versions, but there is none; run the entry without it.')
  const news = new Map(outcomes.map((one) => [one.scenario, one]))
  return {
    ...row,
    outcomes: row.outcomes.map((one) => news.get(one.scenario) ?? one),
    ...(row.client !== undefined && { client: { ...row.client, ...client } }),
    plain: { at: at!, commit: commit ?? null },
  }
}

export const keep = async (entries: readonly Entry[], news: Seen): Promise<void> => {
  const ids = new Set(entries.map(({ id }) => id))
  const all = Object.entries({ ...readSeen(), ...news }).filter(([id]) => ids.has(id))
  const seen = Object.fromEntries(all.toSorted(([one], [other]) => one.localeCompare(other)))
  writeFileSync(file, await written(seen))
  for (const [name, text] of Object.entries(pages(entries, seen))) writeFileSync(name, text)
}

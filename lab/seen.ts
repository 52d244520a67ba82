// lab/seen.json: what came out of each entry when `npm run lab -- --update` ran it last.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { clientsPage, correctionPages } from './clients-page.ts'
import type { Entry } from './entry.ts'
import type { ClientSeen } from './kinds/client.ts'
import { labPage } from './lab-page.ts'
import { libraryData } from './library-data.ts'
import type { Outcome } from './outcome.ts'
import { lab, root } from './places.ts'
import { proxiesPage } from './proxies-page.ts'

type Row = {
  versions: Record<string, string>
  seconds: number
  outcomes: Outcome[]
  client?: ClientSeen
  /** When it ended. */
  at?: string
  /** What was judged: null where files differed from every commit. */
  commit?: string | null
}

export type Seen = Record<string, Row>

const file = `${lab}seen.json`

export const readSeen = (): Seen => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Seen) : {})

/** Each file that is made of the entries and of what was seen, with its text. */
export const pages = (entries: readonly Entry[], seen: Seen): Record<string, string> => {
  const corrected = Object.entries(correctionPages(entries, seen)).map(([page, text]) => [`${root}docs/${page}`, text])
  const proxies = `${root}docs/proxies.md`
  return {
    [`${root}docs/clients.md`]: clientsPage(entries, seen),
    ...(Object.fromEntries(corrected) as Record<string, string>),
    [`${root}lab/results.md`]: labPage(entries, seen),
    [proxies]: proxiesPage(readFileSync(proxies, 'utf8'), entries, seen),
    [`${root}fixtures/client-libraries.yaml`]: libraryData(entries),
  }
}

export const keep = (entries: readonly Entry[], news: Seen): void => {
  const ids = new Set(entries.map(({ id }) => id))
  const all = Object.entries({ ...readSeen(), ...news }).filter(([id]) => ids.has(id))
  const seen = Object.fromEntries(all.toSorted(([one], [other]) => one.localeCompare(other)))
  writeFileSync(file, `${JSON.stringify(seen, null, 1)}\n`)
  for (const [name, text] of Object.entries(pages(entries, seen))) writeFileSync(name, text)
}

// `npm run lab [-- NAME …]`: real libraries, recorders, receivers, proxies and servers against this project, and what must come out.
import { parseArgs } from 'node:util'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientsPage, versionsText, type Seen } from './clients-page.ts'
import { readEntries, type Entry } from './entry.ts'
import { runClient, type ClientSeen } from './kinds/client.ts'
import { runBetween } from './kinds/between.ts'
import { runReceiver } from './kinds/receiver.ts'
import { runRecorder } from './kinds/recorder.ts'
import { libraryData } from './library-data.ts'
import type { Outcome } from './outcome.ts'
import { lab, root, workshop } from './places.ts'
import { workshopFor } from './toolchains.ts'
import { pinned } from './versions.ts'

const usage = `npm run lab [-- NAME … | options]: runs entries of lab/ and compares what comes out with what must.

  NAME        of an entry, such as clients/got or got; all when none is given
  --newest    the newest versions instead of those of lab/versions.yaml, and which differ
  --update    write what was seen of clients to lab/seen.json and docs/clients.md
  --list      list the entries

Exit codes: 0 all came out as stated, 1 something did not, 2 an entry could not be run, 3 wrong usage
`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const runnerOf = { recorder: runRecorder, receiver: runReceiver, proxy: runBetween, server: runBetween }

type Ran = { outcomes: Outcome[]; versions: Record<string, string>; seen?: ClientSeen }

const runEntry = async (entry: Entry, newest: boolean): Promise<Ran> => {
  const packages = pinned(entry.language, entry.packages, newest)
  let versions: Record<string, string> = {}
  const make = async (source: string, folder: string) => {
    const made = await workshopFor(
      join(workshop, newest ? 'newest' : 'pinned', folder),
      entry.language,
      packages,
      source,
    )
    versions = made.versions
    return made
  }
  if (entry.kind === 'client') return { ...(await runClient(entry, make)), versions }
  const made = await make(entry.source, entry.id)
  return { outcomes: await runnerOf[entry.kind](entry, made), versions }
}

/** Versions that are not those of lab/versions.yaml. */
const moved = (entry: Entry, versions: Record<string, string>): string[] =>
  pinned(entry.language, entry.packages, false).flatMap(({ name, version }) =>
    versions[name] === version ? [] : [`${name} ${version} → ${versions[name]}`],
  )

const seenFile = `${lab}seen.json`

const keep = (news: Seen): void => {
  const before = existsSync(seenFile) ? (JSON.parse(readFileSync(seenFile, 'utf8')) as Seen) : {}
  const ids = new Set(readEntries().map(({ id }) => id))
  const all = Object.entries({ ...before, ...news }).filter(([id]) => ids.has(id))
  const seen = Object.fromEntries(all.toSorted(([one], [other]) => one.localeCompare(other)))
  writeFileSync(seenFile, `${JSON.stringify(seen, null, 1)}\n`)
  writeFileSync(`${root}docs/clients.md`, clientsPage(readEntries(), seen))
  writeFileSync(`${root}fixtures/client-libraries.yaml`, libraryData(readEntries()))
}

const main = async (): Promise<number> => {
  const options = {
    newest: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) return (say(usage), 0)
  const entries = readEntries()
  const fits = ({ id, name }: Entry, asked: string): boolean =>
    id === asked || name === asked || `${id.split('/')[0]}` === asked
  const unknown = positionals.find((asked) => !entries.some((entry) => fits(entry, asked)))
  if (unknown !== undefined) {
    say(`unknown_entry: ${unknown} is no entry of the lab; choose of ${entries.map(({ id }) => id).join(', ')}.`)
    return 3
  }
  const chosen = entries.filter((entry) => positionals.length === 0 || positionals.some((asked) => fits(entry, asked)))
  if (values.list) return (chosen.forEach(({ id, title }) => say(`${id.padEnd(26)}${title}`)), 0)
  const seen: Seen = {}
  let [differ, failed] = [0, 0]
  for (const entry of chosen) {
    const from = Date.now()
    try {
      const { outcomes, versions, seen: client } = await runEntry(entry, values.newest)
      const wrong = outcomes.filter(({ expected, seen }) => expected !== seen)
      differ += wrong.length
      say(
        `${wrong.length === 0 ? 'as stated' : 'DIFFERS  '}  ${entry.id}  ${versionsText(versions)}  ${outcomes.length} outcomes, ${((Date.now() - from) / 1000).toFixed(0)} s`,
      )
      for (const { scenario, expected, seen } of wrong)
        say(`  ${scenario}\n    expected  ${expected}\n    seen      ${seen}`)
      if (values.newest) for (const line of moved(entry, versions)) say(`  newer     ${line}`)
      if (client !== undefined) seen[entry.id] = { versions, seen: client }
    } catch (error) {
      failed += 1
      say(`FAILED     ${entry.id}  ${(error as Error).message}`)
    }
  }
  if (values.update && !values.newest) keep(seen)
  say(`${chosen.length} entries: ${differ} outcomes differ, ${failed} entries could not be run`)
  return failed > 0 ? 2 : differ > 0 ? 1 : 0
}

process.exit(await main())

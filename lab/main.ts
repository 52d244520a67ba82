// `npm run lab [-- NAME …]`: real libraries, recorders, receivers, proxies and servers against this project, and what must come out.
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { readEntries, type Entry } from './entry.ts'
import { runClient } from './kinds/client.ts'
import { runBetween } from './kinds/between.ts'
import { runReceiver } from './kinds/receiver.ts'
import { runRecorder } from './kinds/recorder.ts'
import type { Outcome } from './outcome.ts'
import { workshop } from './places.ts'
import { keep, readSeen, withPlain } from './seen.ts'
import { judgedCommit, leftOf } from './sitting.ts'
import { versionsText } from './table.ts'
import { workshopFor } from './toolchains.ts'
import type { Traits } from './traits.ts'
import { moved, pinned } from './versions.ts'

const usage = `npm run lab [-- NAME … | options]: runs entries of lab/ and compares what comes out with what must.

  NAME        of an entry, such as clients/got or got; all when none is given
  --newest    the newest versions instead of those of lab/versions.yaml, and which differ
  --update    write what was seen to lab/seen.json, and the pages of docs/ that are made of it
  --resume    go on with a sitting that was interrupted: leave out what --update has written of this commit, and update
  --plain     of clients the scenario without a fault alone; --update keeps what the others came to
  --list      list the entries

Exit codes: 0 all came out as stated, 1 something did not, 2 an entry could not be run, 3 wrong usage
`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const runnerOf = { recorder: runRecorder, receiver: runReceiver, proxy: runBetween, server: runBetween }

type Ran = { outcomes: Outcome[]; versions: Record<string, string>; client?: Partial<Traits> }

const runEntry = async (entry: Entry, newest: boolean, isPlain: boolean): Promise<Ran> => {
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
  if (entry.kind === 'client') {
    const { outcomes, traits: client } = await runClient(entry, make, isPlain)
    return { outcomes, client, versions }
  }
  const made = await make(entry.source, entry.id)
  return { outcomes: await runnerOf[entry.kind](entry, made), versions }
}

const main = async (): Promise<number> => {
  const options = {
    newest: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
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
  if (values.plain && (values.newest || values.resume)) {
    say('usage: --plain goes with neither --newest nor --resume; leave it out, or them.')
    return 3
  }
  if (values.newest && values.resume) {
    say(
      'usage: --resume goes on with the versions of lab/versions.yaml, and --newest keeps nothing; choose one of both.',
    )
    return 3
  }
  const isAsked = (entry: Entry): boolean =>
    (positionals.length === 0 || positionals.some((name) => fits(entry, name))) &&
    (!values.plain || entry.kind === 'client')
  const asked = entries.filter(isAsked)
  const width = Math.max(...asked.map(({ id }) => id.length)) + 2
  if (values.list) return (asked.forEach(({ id, title }) => say(`${id.padEnd(width)}${title}`)), 0)
  const commit = judgedCommit()
  const chosen = values.resume ? leftOf(asked, readSeen(), commit) : asked
  if (values.resume)
    say(`${asked.length - chosen.length} of ${asked.length} entries were run on ${commit ?? 'no commit'}`)
  let [differ, failed, unmeasured] = [0, 0, 0]
  for (const entry of chosen) {
    const from = Date.now()
    try {
      const { outcomes, versions, client } = await runEntry(entry, values.newest, values.plain)
      const wrong = outcomes.filter(({ expected, seen }) => expected !== seen)
      const seconds = Math.round((Date.now() - from) / 1000)
      const open = outcomes.filter((one) => one.unmeasured !== undefined)
      differ += wrong.length
      unmeasured += open.length
      say(
        `${wrong.length === 0 ? 'as stated' : 'DIFFERS  '}  ${entry.id}  ${versionsText(versions)}  ${outcomes.length} outcomes, ${seconds} s`,
      )
      for (const one of open) say(`  ${one.scenario}  not measured: ${one.unmeasured}`)
      for (const { scenario, expected, seen } of wrong)
        say(`  ${scenario}\n    expected  ${expected}\n    seen      ${seen}`)
      if (values.newest) for (const line of moved(entry.language, entry.packages, versions)) say(`  newer     ${line}`)
      if ((values.update || values.resume) && !values.newest) {
        const at = new Date().toISOString()
        const ran = {
          at,
          commit,
          versions,
          seconds,
          outcomes,
          ...(client !== undefined && { client: client as Traits }),
        }
        await keep(entries, { [entry.id]: values.plain ? withPlain(readSeen()[entry.id], ran) : ran })
      }
    } catch (error) {
      failed += 1
      say(`FAILED     ${entry.id}  ${(error as Error).message}`)
    }
  }
  say(
    `${chosen.length} entries: ${differ} outcomes differ, ${unmeasured} were not measured, ${failed} entries could not be run`,
  )
  return failed > 0 ? 2 : differ > 0 ? 1 : 0
}

process.exit(await main())

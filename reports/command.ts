// `assay report`: renders the record of a run again, without its target; a record that was cut off too.
import { dirname, join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { namesAsked, placeOf, reporterHelp, reportersIn, severalNames, warnOf } from './reporters/asked.ts'
import { keptExchanges } from './kept-exchange.ts'
import { outputOf, type Output } from './output-of.ts'
import { together } from './reporters/together.ts'
import { eachEvent, recordFile } from './read-record.ts'

type Flags = { reporter: string[]; reportDir?: string }

const notWritten = 2

const render = async (path: string, { reporter, reportDir }: Flags, output: Output): Promise<number> => {
  const file = recordFile(path)
  const asked = namesAsked(reporter, process.env)
  // One that is damaged is refused before anything is written.
  eachEvent(file, () => undefined)
  const directory = reportDir ?? dirname(file)
  // The record that is read is never written over.
  const names = asked.filter((name) => name !== 'ndjson' || resolve(directory, 'run.ndjson') !== resolve(file))
  const broken: string[] = []
  const { live: _live, ...place } = placeOf(directory, output)
  const all = together(reportersIn(names, place, (message) => broken.push(message)))
  const kept = keptExchanges(file)
  const cut = eachEvent(file, all.event, kept)
  await all.close()
  kept.close()
  for (const message of [...broken, ...all.broken]) output.err(warnOf(message))
  if (cut) output.err(`run_cut_off: ${join(file)} has no end of its run; the reports say what was judged.\n`)
  return broken.length + all.broken.length > 0 ? notWritten : 0
}

/** The command; it sets the exit code of the process: 0 when every report was written, whatever they say. */
export const reportCommand = (): Command =>
  new Command('assay report')
    .description('Renders the record of a run again, without its target.')
    .argument('<record>', 'a run.ndjson, or the directory that holds one')
    .addOption(new Option('--reporter <name>', reporterHelp()).argParser(severalNames).default([], 'default'))
    .addOption(new Option('--report-dir <dir>', 'where the reports go; beside the record when not given'))
    .allowExcessArguments(false)
    .action(async (path: string, flags: Flags, self: Command) => {
      process.exitCode = await render(path, flags, outputOf(self))
    })

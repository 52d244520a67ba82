// `assay merge`: the reports of shards joined into the report of one run, with its verdicts and its exit code.
import { Command, Option } from 'commander'
import { outputOf, type Output } from '../../reports/output-of.ts'
import { namesAsked, placeOf, reporterHelp, reportersIn, severalNames } from '../../reports/reporters/asked.ts'
import { quoting } from '../contract/contract-words.ts'
import { createEventStream } from '../kit/event-stream.ts'
import { endRun } from './end-run.ts'
import { gateOptions, openGate, type GateFlags } from './gate-options.ts'
import { loadChecks } from '../checks/load-checks.ts'
import { percentage } from './option-values.ts'
import { suite } from '../run/suite.ts'
import { joinShards } from '../merge/join-shards.ts'
import { findReports, readShard } from '../merge/read-shards.ts'
import { sameRun } from '../merge/same-run.ts'

type Flags = GateFlags & { reportDir: string; reporter: string[]; require?: number }

const options = [
  new Option('--report-dir <dir>', 'where the reports go').env('ASSAY_REPORT_DIR').default('reports/merged'),
  new Option('--reporter <name>', reporterHelp()).env('ASSAY_REPORTER').argParser(severalNames).default([], 'default'),
  new Option('--require <percent>', 'as for `assay conform`; when not given, that of the shards')
    .env('ASSAY_REQUIRE')
    .argParser(percentage),
  ...gateOptions,
]

const merge = async (given: readonly string[], flags: Flags, output: Output): Promise<number> => {
  const names = namesAsked(flags.reporter, process.env)
  const checks = await loadChecks()
  const { gate, gating, writeTo } = openGate(flags, checks)
  const quoted = quoting(flags.contract)
  const read = findReports(given, flags.reportDir).map((file) => readShard(file, suite()))
  const shards = sameRun(read, suite())
  const { events, result, requests, deliveries, waitedMs, ms } = joinShards(shards, {
    checks,
    gating,
    require: flags.require,
  })
  const unopened: string[] = []
  const { live: _live, ...place } = placeOf(flags.reportDir, output)
  const stream = createEventStream(reportersIn(names, place, (message) => unopened.push(message)))
  for (const event of events) {
    gate.hear(event)
    stream.emit(quoted(event))
  }
  const { ending, gated } = gate.settle(result)
  if (gated) stream.emit(gated)
  stream.emit({ type: 'run-finished', ...ending, requests, deliveries, waited_ms: waitedMs, ms })
  await stream.close()
  return endRun({ ending, gate, writeTo, broken: [...unopened, ...stream.broken] }, output)
}

/** It sets the exit code of the process, as `assay conform` does. */
export const mergeCommand = (): Command => {
  const command = new Command('assay merge').description(
    'Joins the reports of all shards of one run into one, with the verdicts of a run that was not split.',
  )
  for (const option of options) command.addOption(option)
  return command
    .argument('<reports...>', 'report.json of each shard, or directories that hold them, however deep')
    .action(async (given: string[], flags: Flags, self: Command) => {
      process.exitCode = await merge(given, flags, outputOf(self))
    })
}

// `assay judge`: the verdicts of today's suite on yesterday's recorded exchanges, without the target.
import { recordedReason } from '../../reports/reasons/reason.ts'
import { Command, Option } from 'commander'
import { outputOf, type Output } from '../../reports/output-of.ts'
import { namesFor, placeOf, reporterHelp, reportersIn, severalNames, warnOf } from '../../reports/reporters/asked.ts'
import { together } from '../../reports/reporters/together.ts'
import { readRecord, recordFile } from '../../reports/read-record.ts'
import type { InvariantsSoFar, RunEvent } from '../../reports/run-record.ts'
import { firstLine } from '../../reports/headline.ts'
import { absorb, emptyRun, type Run } from '../../reports/summary.ts'
import { times, plainly, shortly } from '../../reports/texts.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { quoting } from '../contract/contract-words.ts'
import { codeOf } from './end-run.ts'
import { gateOptions, openGate, writeEntries, type GateFlags } from './gate-options.ts'
import type { KeptGate } from '../gate/keep-gate.ts'
import type { Gating } from '../gate/rule-set.ts'
import { resultOf } from '../run/conclude.ts'
import type { RunResult } from '../engine/run-result.ts'
import { loadChecks } from '../checks/load-checks.ts'
import { suite } from '../run/suite.ts'
import { rejudge, type Change, type Rejudged } from '../rejudge/rejudge.ts'

type Flags = GateFlags & { reporter: string[]; reportDir?: string; verbose?: boolean }

const mostShown = 40

/** A run that could not judge, for a reason that no invariant can remove, still cannot. */
const resultOfAgain = ({ before, verdicts, results }: Rejudged, gating: Gating): RunResult => {
  const { outcome, exit_code, reason } = before.finished!
  if (outcome !== 'complete') return { outcome, exit_code, reason }
  const result = resultOf(verdicts, results, { ran: 0, missing: [], unanswered: [], require: 0, gating })
  // Whether blocked rules are accepted is for the gate to say again.
  if (exit_code !== exitCodes.couldNotJudge || reason?.code === 'rules_blocked') return result
  const broken = result.exit_code === exitCodes.ruleBroken
  return { ...result, ...(!broken && { exit_code, reason }), doubt: result.doubt ?? reason }
}

const kept = new Set<RunEvent['type']>([
  ...(['requests-planned', 'phase-spent', 'coverage', 'preflight', 'checks-planned', 'check-finished'] as const),
  ...(['exchange', 'delivery', 'reading', 'note'] as const),
])

const invariantsOf = ({ results }: Rejudged): InvariantsSoFar['rows'] =>
  results.flatMap(({ source, ...outcome }) =>
    source.startsWith('invariant.') ? [{ invariant: source, ...outcome }] : [],
  )

/** The run once more, with the verdicts of today; what only the record says is marked so. */
const eventsOf = (events: readonly RunEvent[], done: Rejudged, gate: KeptGate, gating: Gating): RunEvent[] => {
  const { at } = events.at(-1)!
  const { before, judged } = done
  const note = `Re-judged by ${suite().name} ${suite().version} from the record of run ${before.started!.run}; what checks found is as recorded.`
  const again: RunEvent[] = [
    { ...(events[0] as { at: string } & NonNullable<Run['started']>), suite: suite(), strict: gating.strict },
    ...events.filter(({ type }) => kept.has(type)),
    ...done.findings.map((finding): RunEvent => ({ at, type: 'finding', ...finding })),
    ...done.again.map((one): RunEvent => ({ at, type: 'finding-again', ...one })),
    ...done.causes.map((cause): RunEvent => ({ at, ...cause })),
    { at, type: 'invariants-so-far', rows: invariantsOf(done) },
    ...done.verdicts.map((verdict): RunEvent => {
      const asRecorded = !judged.has(verdict.rule) && ['pass', 'fail', 'arguable'].includes(verdict.verdict)
      return { at, type: 'rule-judged', ...verdict, ...(asRecorded && recordedReason('as-recorded')) }
    }),
    { at, type: 'note', message: note },
  ]
  for (const event of again) gate.hear(event)
  const { ending, gated } = gate.settle(resultOfAgain(done, gating))
  return [...again, ...(gated ? [{ at, ...gated }] : []), { at, ...before.finished!, ...ending }]
}

const changeLines = ({ rule, was, is, finding }: Change): string[] => [
  `  ${rule}  ${was} → ${is}`,
  ...((is === 'fail' || is === 'arguable') && finding
    ? [
        `    ${finding.check}: expected ${shortly(finding.expected)}, received ${shortly(finding.received)}` +
          `${finding.pointer ? ` at ${plainly(finding.pointer)}` : ''} (${finding.requests.join(', ')})`,
      ]
    : []),
]

const listed = (title: string, lines: readonly string[], verbose: boolean): string[] => {
  if (lines.length === 0) return []
  const shown = verbose ? lines : lines.slice(0, mostShown)
  const more = lines.length - shown.length
  return ['', title, ...shown, ...(more > 0 ? [`  … and ${more} more: --verbose shows them`] : [])]
}

const text = (done: Rejudged, run: Run, verbose: boolean): string => {
  const { before, changes, carried, unable, added, gone, judged, exchanges, deliveries, skipped } = done
  const { started, startedAt } = before
  return [
    `Run ${started!.run} of ${startedAt} (${started!.suite.name} ${started!.suite.version}), judged again by ${suite().version}: ` +
      `${times(exchanges, 'exchange')} and ${times(deliveries, 'delivery')}${skipped > 0 ? `, ${skipped} of them recorded in part and left out` : ''}.`,
    plainly(firstLine(run)),
    ...[...(run.gate?.problems ?? []), ...(run.gate?.warnings ?? [])].map(
      ({ code, message }) => `  ${code}: ${plainly(message)}`,
    ),
    ...listed(
      changes.length === 0 ? 'No verdict changed.' : `Changed verdicts: ${changes.length}`,
      changes.length === 0 ? [''] : changes.flatMap(changeLines),
      true,
    ).filter((line) => line !== '' || changes.length > 0),
    '',
    `Judged again from the exchanges: ${times(judged.size, 'rule')}.`,
    ...listed(
      'Rules that the record does not know:',
      added.map((rule) => `  ${rule}`),
      verbose,
    ),
    ...listed(
      'Rules of the record that are no more:',
      gone.map((rule) => `  ${rule}`),
      verbose,
    ),
    ...listed(
      `Cannot be judged again without the target, and carried as recorded: ${times(carried.length, 'check')}`,
      carried.map((check) => `  ${check}`),
      verbose,
    ),
    ...listed(
      'Cannot be judged again, and carried as recorded:',
      unable.map(({ judge: invariant, reason }) => `  ${invariant}: ${reason}`),
      verbose,
    ),
    '',
  ].join('\n')
}

const judge = async (path: string, flags: Flags, output: Output): Promise<number> => {
  const file = recordFile(path)
  const names = namesFor(flags.reportDir, flags.reporter, process.env)
  const { events } = readRecord(file)
  if (events.some((event) => event.type === 'run-started' && event.merged !== undefined))
    throw new CodedError(
      'nothing_to_judge',
      `${file} must hold the record of one run, but this one is merged of several, and cannot separate the reruns of each from its checks; ` +
        'judge the run.ndjson of each shard.',
      exitCodes.couldNotJudge,
    )
  if (!events.some((event) => event.type === 'phase' && event.phase === 'checks'))
    throw new CodedError(
      'nothing_to_judge',
      `${file} must hold a run that came to its checks, but this one ended before; run the suite again.`,
      exitCodes.couldNotJudge,
    )
  const isShard = events.some((event) => event.type === 'run-started' && event.shard !== undefined)
  const { gate, gating, writeTo } = openGate(flags, await loadChecks(), { isShard })
  const quoted = quoting(flags.contract)
  const done = rejudge(events, gating.strict)
  const again = eventsOf(events, done, gate, gating).map(quoted)
  const run = emptyRun()
  for (const event of again) absorb(run, event)
  output.out(text(done, run, flags.verbose ?? false))
  const broken: string[] = []
  if (flags.reportDir !== undefined) {
    const { live: _live, ...place } = placeOf(flags.reportDir, output)
    const quiet = names.filter((name) => name !== 'terminal')
    const all = together(reportersIn(quiet, place, (message) => broken.push(message)))
    for (const event of again) all.event(event)
    await all.close()
    broken.push(...all.broken)
    for (const message of broken) output.err(warnOf(message))
  }
  const { exit_code, reason } = run.finished!
  if (reason) output.err(`${reason.code}: ${plainly(reason.message)}\n`)
  output.err(writeEntries(gate, writeTo))
  return codeOf(exit_code, broken)
}

/** The command; it sets the exit code of the process, as `assay conform` does. */
export const judgeCommand = (): Command => {
  const command = new Command('assay judge')
    .description('Judges the recorded exchanges of a run again, without its target.')
    .argument('<record>', 'a run.ndjson, or the directory that holds one')
    .addOption(new Option('--report-dir <dir>', 'write the reports of the new verdicts there'))
    .addOption(new Option('--reporter <name>', reporterHelp()).argParser(severalNames).default([], 'default'))
    .addOption(new Option('--verbose', 'list everything'))
  for (const option of gateOptions) command.addOption(option)
  return command.allowExcessArguments(false).action(async (path: string, flags: Flags, self: Command) => {
    process.exitCode = await judge(path, flags, outputOf(self))
  })
}

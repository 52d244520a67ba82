// `assay judge`: the verdicts of today's suite on yesterday's recorded exchanges, without the target.
import { Command, Option } from 'commander'
import { namesAsked, placeOf, reporterHelp, reportersIn, severalNames, warnOf } from '../../reports/reporters/asked.ts'
import { together } from '../../reports/reporters/together.ts'
import { readRecord, recordFile } from '../../reports/read-record.ts'
import type { RunEvent, RunFinished } from '../../reports/run-record.ts'
import { absorb, emptyRun, firstLine, type Run } from '../../reports/summary.ts'
import { plainly, shortly } from '../../reports/texts.ts'
import { CodedError, exitCodes } from '../coded-error.ts'
import { suite } from '../run/suite.ts'
import { rejudge, type Change, type Rejudged } from './rejudge.ts'

type Flags = { reporter: string[]; reportDir?: string; verbose?: boolean }

const mostShown = 40

const endingOf = ({ before, verdicts }: Rejudged): RunFinished => {
  const finished = before.finished!
  if (finished.outcome !== 'complete') return finished
  if (verdicts.some(({ verdict }) => verdict === 'fail'))
    return { ...finished, exit_code: exitCodes.ruleBroken, reason: null }
  // A run that could not judge, for a reason that no judge can mend, still could not.
  const doubtful = finished.exit_code === exitCodes.couldNotJudge
  return { ...finished, exit_code: doubtful ? exitCodes.couldNotJudge : exitCodes.nothingBroken }
}

const kept = new Set<RunEvent['type']>([
  ...(['requests-planned', 'phase-spent', 'coverage', 'preflight', 'checks-planned', 'check-finished'] as const),
  ...(['exchange', 'delivery', 'reading', 'note'] as const),
])

/** The run once more, with the verdicts of today; what only the record says is marked so. */
const eventsOf = (events: readonly RunEvent[], done: Rejudged): RunEvent[] => {
  const { at } = events.at(-1)!
  const { before, judged } = done
  const note = `Re-judged by ${suite().name} ${suite().version} from the record of run ${before.started!.run}; what checks found is as recorded.`
  return [
    { ...(events[0] as { at: string } & NonNullable<Run['started']>), suite: suite() },
    ...events.filter(({ type }) => kept.has(type)),
    ...done.findings.map((finding): RunEvent => ({ at, type: 'finding', ...finding })),
    ...done.verdicts.map((verdict): RunEvent => {
      const asRecorded = !judged.has(verdict.rule) && (verdict.verdict === 'pass' || verdict.verdict === 'fail')
      return { at, type: 'rule-judged', ...verdict, ...(asRecorded && { reason: 'as recorded' }) }
    }),
    { at, type: 'note', message: note },
    { at, ...endingOf(done) },
  ]
}

const changeLines = ({ rule, was, is, finding }: Change): string[] => [
  `  ${rule}  ${was} → ${is}`,
  ...(is === 'fail' && finding
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
      `${exchanges} exchanges and ${deliveries} deliveries${skipped > 0 ? `, ${skipped} of them recorded in part and left out` : ''}.`,
    plainly(firstLine(run)),
    ...listed(
      changes.length === 0 ? 'No verdict changed.' : `Changed verdicts: ${changes.length}`,
      changes.length === 0 ? [''] : changes.flatMap(changeLines),
      true,
    ).filter((line) => line !== '' || changes.length > 0),
    '',
    `Judged again from the exchanges: ${judged.size} rules.`,
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
      `Cannot be judged again without the target, and carried as recorded: ${carried.length} checks`,
      carried.map((check) => `  ${check}`),
      verbose,
    ),
    ...listed(
      'Cannot be judged again, and carried as recorded:',
      unable.map(({ judge, reason }) => `  ${judge}: ${reason}`),
      verbose,
    ),
    '',
  ].join('\n')
}

const judge = async (path: string, flags: Flags): Promise<number> => {
  const file = recordFile(path)
  const names = flags.reportDir === undefined ? [] : namesAsked(flags.reporter, process.env)
  const { events } = readRecord(file)
  if (!events.some((event) => event.type === 'phase' && event.phase === 'checks'))
    throw new CodedError(
      'nothing_to_judge',
      `${file} must hold a run that came to its checks, but this one ended before; run the suite again.`,
      exitCodes.couldNotJudge,
    )
  const done = rejudge(events)
  const again = eventsOf(events, done)
  const run = emptyRun()
  for (const event of again) absorb(run, event)
  process.stdout.write(text(done, run, flags.verbose ?? false))
  if (flags.reportDir !== undefined) {
    const broken: string[] = []
    const { live: _live, ...place } = placeOf(flags.reportDir)
    const quiet = names.filter((name) => name !== 'terminal')
    const all = together(reportersIn(quiet, place, (message) => broken.push(message)))
    for (const event of again) all.event(event)
    await all.close()
    for (const message of [...broken, ...all.broken]) process.stderr.write(warnOf(message))
  }
  return run.finished!.exit_code
}

/** The command; it sets the exit code of the process, as `assay conform` does. */
export const judgeCommand = (): Command =>
  new Command('assay judge')
    .description('Judges the recorded exchanges of a run again, without its target.')
    .argument('<record>', 'a run.ndjson, or the directory that holds one')
    .addOption(new Option('--report-dir <dir>', 'write the reports of the run as judged again, there'))
    .addOption(new Option('--reporter <name>', reporterHelp()).argParser(severalNames).default([], 'default'))
    .addOption(new Option('--verbose', 'list everything'))
    .allowExcessArguments(false)
    .action(async (path: string, flags: Flags) => {
      process.exitCode = await judge(path, flags)
    })

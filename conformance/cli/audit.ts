// `assay audit`: the rules of the client judged from a journal of its traffic.
import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { Command, Option } from 'commander'
import { writeWhole } from '../../own-files/write-whole.ts'
import { openNamed } from '../../fixtures/named-file.ts'
import { outputOf, type Output } from '../../reports/output-of.ts'
import { namesFor, placeOf, reporterHelp, reportersIn, severalNames } from '../../reports/reporters/asked.ts'
import { goLivePage } from '../../reports/html/go-live-page.ts'
import { reporterKinds } from '../../reports/reporters/index.ts'
import { absorb, emptyRun } from '../../reports/summary.ts'
import type { RunEvent } from '../../reports/run-record.ts'
import { auditChecks, auditRun } from '../audit/audit-run.ts'
import { auditText } from '../audit/audit-text.ts'
import type { Journal } from '../audit/call.ts'
import { followJournal } from '../audit/follow/follow-journal.ts'
import { isAddress, journalLines, openAddress } from '../audit/follow/open-journal.ts'
import type { NewFinding } from '../audit/follow/new-findings.ts'
import { withAttached } from '../audit/journal/attached.ts'
import { buildJournal, type JournalOptions } from '../audit/journal/build-journal.ts'
import { begins } from '../audit/journal/read-entries.ts'
import { readStream } from '../audit/journal/read-stream.ts'
import { changeLine, findingLines, shownEntries } from '../audit/rule-lines.ts'
import { CodedError } from '../contract/coded-error.ts'
import { whyOf } from '../contract/read-text.ts'
import { createEventStream } from '../kit/event-stream.ts'
import { abortOnSignal } from './interrupt.ts'
import { endRun } from './end-run.ts'
import { gateOptions, openGate, type GateFlags } from './gate-options.ts'

type Flags = GateFlags & {
  reporter: string[]
  reportDir?: string
  fromStart?: boolean
  baseUrl: string[]
  follow?: boolean
  controlToken?: string
  verbose?: boolean
}

/** @throws CodedError unusable_option */
const baseUrls = (given: string, before: string[]): string[] => {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return [...before, given]
  throw new CodedError(
    'unusable_option',
    `--base-url must be the address of the service, with https:, but it is ${given}.`,
  )
}

const optionsOf = ({ fromStart, baseUrl }: Flags): JournalOptions => ({ isStart: fromStart, baseUrls: baseUrl })

/** @throws CodedError unreadable_journal */
const openJournal = async (file: string, { controlToken }: Flags): Promise<AsyncIterable<Uint8Array>> => {
  if (isAddress(file)) {
    const { body } = await openAddress(file, controlToken, { isFollowed: false })
    return (body ?? []) as unknown as AsyncIterable<Uint8Array>
  }
  if (file === '-') return process.stdin
  try {
    return createReadStream(file, { fd: openNamed(file), highWaterMark: 1024 * 1024 })
  } catch (error) {
    const wanted = 'give a HAR or NDJSON file, or - for standard input'
    const message = `${file} must be a journal, but it cannot be read (${whyOf(error)}); ${wanted}.`
    throw new CodedError('unreadable_journal', message)
  }
}

const goLiveFile = 'go-live.html'

const filesIn = (names: readonly string[], directory: string): [string, string][] => [
  ['go-live', join(directory, goLiveFile)],
  ...names.flatMap((name) => {
    const { file } = reporterKinds[name]!
    return ['html', 'json', 'junit'].includes(name) && file !== null
      ? [[name, join(directory, file)] as [string, string]]
      : []
  }),
]

const liveLines = ({ rule, finding, isLastShown }: NewFinding, known: ReturnType<typeof shownEntries>): string =>
  [
    `${finding.at.slice(11, 19)}  ${rule.rule}`,
    `    ${rule.text}`,
    ...findingLines(finding, known),
    changeLine(rule),
    ...(isLastShown ? ['    further findings of this rule are counted in the verdict'] : []),
    '',
    '',
  ].join('\n')

/** Prints each finding as it comes; the journal as it was when it ended, or was interrupted. */
const followed = async (file: string, flags: Flags, output: Output): Promise<Journal> => {
  const { signal, forget } = abortOnSignal('the verdict on what came so far follows')
  output.err(`Following ${file === '-' ? 'standard input' : file}; interrupt for the verdict.\n`)
  try {
    const entries = await followJournal({
      name: file === '-' ? 'standard input' : file,
      lines: journalLines(file, flags.controlToken, signal),
      isStart: flags.fromStart,
      onNew(found, all) {
        const rules = found.map(({ rule }) => rule)
        const known = shownEntries(rules, all)
        output.out(found.map((one) => liveLines(one, known)).join(''))
      },
    })
    return buildJournal({ entries, fromStart: begins(entries) }, optionsOf(flags))
  } finally {
    forget()
  }
}

const read = async (file: string, name: string, flags: Flags, output: Output): Promise<Journal> => {
  const entries = await readStream(await openJournal(file, flags), name)
  if (entries.isCut)
    output.err(
      `incomplete_line: The last line of ${name} is no whole entry and is left out; export the journal again.\n`,
    )
  if (entries.tooLong.length > 0)
    output.err(
      `line_left_out: ${entries.tooLong.length} lines of ${name} are longer than is judged and were left out (lines ${entries.tooLong.slice(0, 5).join(', ')}); see why they are so long.\n`,
    )
  const isFile = file !== '-' && !isAddress(file)
  const whole = isFile ? withAttached(entries.entries, dirname(file)) : entries.entries
  return buildJournal({ ...entries, entries: whole }, optionsOf(flags))
}

const leftOutLine = (numbers: readonly string[], name: string): string => {
  const shown = numbers.slice(0, 5).join(', ')
  const more = numbers.length > 5 ? ` and ${numbers.length - 5} more` : ''
  return `body_left_out: ${numbers.length} bodies of ${name} hold more values than are judged and were left out (entries ${shown}${more}); see why they are so large.\n`
}

const audit = async (file: string, flags: Flags, output: Output): Promise<number> => {
  const { gate, writeTo } = openGate(flags, auditChecks())
  const asked = namesFor(flags.reportDir, flags.reporter, process.env)
  const name = file === '-' ? 'standard input' : file
  const journal = flags.follow ? await followed(file, flags, output) : await read(file, name, flags, output)
  if (journal.leftOut.length > 0) output.err(leftOutLine(journal.leftOut, name))
  const run = emptyRun()
  const broken: string[] = []
  const names = asked.filter((one) => !['terminal', 'plans'].includes(one))
  const reporters =
    flags.reportDir === undefined
      ? []
      : reportersIn(names, placeOf(flags.reportDir, output), (message) => broken.push(message))
  const stream = createEventStream([{ event: (event: RunEvent) => absorb(run, event) }, ...reporters])
  const ending = auditRun({
    journal,
    gate,
    emit: stream.emit,
    ...(flags.reportDir !== undefined && { reportDir: flags.reportDir }),
  })
  await stream.close()
  if (flags.reportDir !== undefined) {
    const faults = [...journal.calls, ...journal.deliveries].filter(({ fault }) => fault !== null).length
    const report = names.includes('html') ? 'report.html' : null
    try {
      writeWhole(join(flags.reportDir, goLiveFile), goLivePage(run, { faults, report }))
    } catch (error) {
      broken.push(`go-live: ${whyOf(error)}`)
    }
  }
  output.out(
    auditText(run, {
      colour: process.stdout.isTTY && !process.env['NO_COLOR'],
      verbose: flags.verbose ?? false,
      files: flags.reportDir === undefined ? [] : filesIn(names, flags.reportDir),
    }),
  )
  return endRun({ ending, gate, writeTo, broken: [...broken, ...stream.broken] }, output)
}

/** The command; it sets the exit code of the process, as `assay conform` does. */
export const auditCommand = (): Command => {
  const command = new Command('assay audit')
    .description(
      'Judges a client of the interface from a journal of its traffic: HAR 1.2, or NDJSON with one entry a line.',
    )
    .argument('<journal>', 'a file, the control port of a simulator, or - for standard input')
    .addOption(new Option('--follow', 'read NDJSON as it grows, print each finding as it comes, and judge at the end'))
    .addOption(
      new Option('--control-token <token>', 'bearer token of the control port, where it asks for one').env(
        'ASSAY_CONTROL_TOKEN',
      ),
    )
    .addOption(new Option('--report-dir <dir>', 'write the reports there'))
    .addOption(new Option('--reporter <name>', reporterHelp()).argParser(severalNames).default([], 'default'))
    .addOption(new Option('--from-start', 'the client starts in this journal, and sent nothing before'))
    .addOption(
      new Option(
        '--base-url <url>',
        'base address of the service, where several services are in the journal; repeatable',
      )
        .argParser(baseUrls)
        .default([], 'the addresses that show it'),
    )
    .addOption(new Option('--verbose', 'list everything'))
  for (const option of gateOptions) command.addOption(option)
  return command.allowExcessArguments(false).action(async (file: string, flags: Flags, self: Command) => {
    process.exitCode = await audit(file, flags, outputOf(self))
  })
}

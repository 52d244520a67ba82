// `assay receiver`: its options, the gate, the reporters, and the exit code of the process.
import { Command, Option } from 'commander'
import { outputOf, type Output } from '../../reports/output-of.ts'
import {
  makeDirectory,
  namesAsked,
  placeOf,
  reporterHelp,
  reportersIn,
  severalNames,
} from '../../reports/reporters/asked.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { configurationId, configurationRules } from '../examine/configuration.ts'
import { examinations } from '../examine/examinations.ts'
import { rulesOf } from '../examine/examination.ts'
import { examineReceiver } from '../examine/examine-receiver.ts'
import { knownTypes } from '../examine/parcel.ts'
import { stateCommand } from '../examine/state-command.ts'
import { createEventStream } from '../kit/event-stream.ts'
import { endRun } from './end-run.ts'
import { gateOptions, openGate, type GateFlags } from './gate-options.ts'
import { abortOnSignal } from './interrupt.ts'

type Flags = GateFlags & {
  url?: string
  secret?: string
  previousSecret?: string
  events: string[]
  order?: string
  state?: string
  list?: boolean
  reportDir: string
  reporter: string[]
}

const options = [
  new Option('--url <url>', 'the address of the receiver').env('ASSAY_RECEIVER_URL'),
  new Option('--secret <secret>', 'the webhook secret that the receiver verifies with').env('ASSAY_WEBHOOK_SECRET'),
  new Option('--previous-secret <secret>', 'the secret before the last rotation').env('ASSAY_PREVIOUS_WEBHOOK_SECRET'),
  new Option('--events <type>', 'an event type that the receiver is subscribed to, all when not given; may be repeated')
    .argParser(severalNames)
    .default([], 'all'),
  new Option('--order <id>', 'the order that the events are about, where the receiver must know it'),
  new Option(
    '--state <command>',
    'prints what your system holds and did for the order ASSAY_ORDER_ID; judges more rules',
  ),
  new Option('--list', 'list the examinations and stop'),
  new Option('--report-dir <dir>', 'where the reports go').env('ASSAY_REPORT_DIR').default('reports/receiver'),
  new Option('--reporter <name>', reporterHelp()).env('ASSAY_REPORTER').argParser(severalNames).default([], 'default'),
  new Option('--baseline <file>', 'accepted known failures of the receiver'),
  ...gateOptions.filter(({ long }) => long !== '--baseline' && long !== '--no-baseline'),
]

const help = `
The receiver gets events of an order that no company has. Examine a test instance, not the one in production.`

const given = (value: string | undefined, name: string, variable: string): string => {
  if (value !== undefined && value !== '') return value
  throw new CodedError('missing_option', `assay receiver needs ${name}; give it, or set ${variable}.`)
}

const address = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return text
  throw new CodedError(
    'unusable_url',
    `--url must be an http or https address, such as https://localhost:3000/hooks, but ${text} is none; correct it.`,
  )
}

const typesIn = (events: readonly string[]): readonly string[] | undefined => {
  const known = knownTypes()
  const unknown = events.find((type) => !known.includes(type))
  if (unknown !== undefined)
    throw new CodedError(
      'unknown_event_type',
      `--events must name event types of the contract, but ${unknown} is none; choose of ${known.join(', ')}.`,
    )
  return events.length === 0 ? undefined : events
}

/** For the gate, which knows a check by its id and its rules. */
const asChecks = () =>
  [
    { id: configurationId, verifies: configurationRules },
    ...examinations.map((one) => ({ id: one.id, verifies: rulesOf(one) })),
  ].map((one) => ({ ...one, needs: [], run: () => Promise.resolve() }))

const listing = (): string =>
  examinations.map((one) => `${one.id.padEnd(38)} ${one.expects.padEnd(8)} ${one.rule}\n`).join('')

const examine = async (flags: Flags, output: Output): Promise<number> => {
  if (flags.list) {
    output.out(listing())
    return exitCodes.nothingBroken
  }
  const url = address(given(flags.url, '--url', 'ASSAY_RECEIVER_URL'))
  const secret = given(flags.secret, '--secret', 'ASSAY_WEBHOOK_SECRET')
  const events = typesIn(flags.events)
  if (flags.writeBaseline && !flags.baseline)
    throw new CodedError('missing_option', '--write-baseline needs --baseline with the file to write; give it.')
  // The list of a server's failures, which stands under the usual name, says nothing of a receiver.
  const { gate, writeTo } = openGate({ ...flags, baseline: flags.baseline ?? false }, asChecks())
  const names = namesAsked(flags.reporter, process.env)
  makeDirectory(flags.reportDir, names)
  const interrupt = abortOnSignal('what was judged so far is reported')
  const unopened: string[] = []
  const stream = createEventStream(
    reportersIn(names, placeOf(flags.reportDir, output), (message) => unopened.push(message)),
  )
  const ending = await examineReceiver({
    url,
    secret,
    previousSecret: flags.previousSecret,
    orderId: flags.order,
    events,
    examinations,
    gate,
    emit: stream.emit,
    reportDir: flags.reportDir,
    state: flags.state === undefined ? undefined : stateCommand(flags.state),
    signal: interrupt.signal,
  })
  await stream.close()
  interrupt.forget()
  return endRun({ ending, gate, writeTo, broken: [...unopened, ...stream.broken] }, output)
}

/** It sets the exit code of the process, as `assay conform` does. */
export const receiverCommand = (): Command => {
  const command = new Command('assay receiver').description(
    'Examines a webhook receiver: sends it deliveries that it must take and deliveries that it must refuse.',
  )
  for (const option of options) command.addOption(option)
  return command
    .addHelpText('after', help)
    .allowExcessArguments(false)
    .action(async (flags: Flags, self: Command) => {
      process.exitCode = await examine(flags, outputOf(self))
    })
}

// `assay simulate`: the simulator as a process of its own; every flag has an environment variable.
import { Command, Option } from 'commander'
import { writeWhole } from '../../own-files/write-whole.ts'
import { yaml } from '../../fixtures/yaml.ts'
import { banner } from './banner.ts'
import type { Deviation } from '../behaviour/create-behaviour.ts'
import { freedoms } from '../behaviour/readings/choose.ts'
import { addFault, addPersona, addReading, count, origin, port, rate, seed } from './flag-values.ts'
import { schemaLine } from '../contract/schema-line.ts'
import { leftComment } from '../behaviour/likeness/left-out.ts'
import { defaultBounds } from '../journal/create-journal.ts'
import { defectLines, readingLines, type Listed } from './lists.ts'
import { optionsOf, usage, type Flags } from './options-of-flags.ts'
import { requestLogs } from './request-log.ts'
import { identify } from '../http/identity.ts'
import { onStarterGone } from './starter.ts'
import type { StartedSimulator, StartOptions } from '../start/start-simulator.ts'

const levels = ['silent', 'error', 'warn', 'info', 'debug']

export const simulateOptions = [
  new Option('--port <number>', 'public port; 0 takes a free one').env('ASSAY_PORT').default(4010).argParser(port),
  new Option('--control-port <number>', "control port: the company's side and the clock")
    .env('ASSAY_CONTROL_PORT')
    .default(4011)
    .argParser(port),
  new Option(
    '--control-host <address>',
    'address that the control port listens on; beyond loopback every call needs a token',
  )
    .env('ASSAY_CONTROL_HOST')
    .default('127.0.0.1'),
  new Option(
    '--control-token <token>',
    'token of the control port, of at least 16 letters; made and printed when not given',
  ).env('ASSAY_CONTROL_TOKEN'),
  new Option('--control-tls', 'the control port serves HTTPS too, with the certificate of --tls or --tls-cert').env(
    'ASSAY_CONTROL_TLS',
  ),
  new Option('--host <address>', 'address that the public port listens on').env('ASSAY_HOST').default('127.0.0.1'),
  new Option('--world <name>', 'world to serve').env('ASSAY_WORLD').default('demo'),
  new Option('--data <file>', 'keep every acknowledged write in this file').env('ASSAY_DATA'),
  new Option('--tls', 'serve HTTPS with a certificate made at start').env('ASSAY_TLS'),
  new Option('--tls-cert <file>', 'PEM certificate to serve HTTPS with').env('ASSAY_TLS_CERT'),
  new Option('--tls-key <file>', 'PEM key to serve HTTPS with').env('ASSAY_TLS_KEY'),
  new Option('--tls-cert-out <file>', 'write the certificate that is served, for clients to trust').env(
    'ASSAY_TLS_CERT_OUT',
  ),
  new Option('--clock <mode>', 'domain clock')
    .env('ASSAY_CLOCK')
    .default('real')
    .choices(['real', 'accelerated', 'manual']),
  new Option('--rate <number>', 'domain seconds per second of an accelerated clock; 60 when not given')
    .env('ASSAY_RATE')
    .argParser(rate),
  new Option('--public-origin <url>', 'origin used in links instead of the Host header')
    .env('ASSAY_PUBLIC_ORIGIN')
    .argParser(origin),
  new Option('--allow-http-webhooks', 'take plain http webhook addresses').env('ASSAY_ALLOW_HTTP_WEBHOOKS'),
  new Option('--verify-webhook-tls', 'verify receiver certificates on loopback too').env('ASSAY_VERIFY_WEBHOOK_TLS'),
  new Option(
    '--profile-out <file>',
    'write the target profile of this simulator; JSON where its name ends in .json',
  ).env('ASSAY_PROFILE_OUT'),
  new Option('--defect <id>', 'carry one deliberate defect').env('ASSAY_DEFECT'),
  new Option('--list-defects [text]', 'list the defects and stop; in full those of an area, or with a text in them'),
  new Option(
    '--fault <fault>',
    'make calls or deliveries fail, such as createOrder:commit-then-fail:times=1; may be repeated',
  )
    .env('ASSAY_FAULT')
    .argParser(addFault)
    .default([], 'none'),
  new Option('--faults <file>', 'the same from a YAML or JSON file, a list').env('ASSAY_FAULTS'),
  new Option('--vary <seed>', 'take a mix of permitted readings drawn from this seed')
    .env('ASSAY_VARY')
    .argParser(seed),
  new Option('--reading <freedom=reading>', 'take this permitted reading; may be repeated')
    .env('ASSAY_READING')
    .argParser(addReading)
    .default({}),
  new Option(
    '--like <report>',
    'answer like the deployment of this report.json: its readings, catalog, labels and words',
  ).env('ASSAY_LIKE'),
  new Option('--persona <name>', 'play the company on its own: NAME, or LENDER=NAME for one lender; may be repeated')
    .env('ASSAY_PERSONA')
    .argParser(addPersona)
    .default([]),
  new Option('--persona-seed <seed>', 'seed of the hours and choices of personas')
    .env('ASSAY_PERSONA_SEED')
    .argParser(seed),
  new Option(
    '--list-readings [text]',
    'list the freedoms and their readings, and stop; in full those of an area, or with a text',
  ),
  new Option('--journal-entries <number>', 'requests, and as many deliveries, that the journal keeps; 0 turns it off')
    .env('ASSAY_JOURNAL_ENTRIES')
    .default(defaultBounds.entries)
    .argParser(count),
  new Option('--journal-bytes <number>', 'bytes that requests and deliveries of the journal may take together')
    .env('ASSAY_JOURNAL_BYTES')
    .default(defaultBounds.bytes)
    .argParser(count),
  new Option('--log-level <level>', 'JSON log on stderr; info has every request')
    .env('ASSAY_LOG_LEVEL')
    .default('warn')
    .choices(levels),
  new Option('--request-log <kind>', 'a line on stderr for each request; auto: to a terminal or a file')
    .env('ASSAY_REQUEST_LOG')
    .default('auto')
    .choices(requestLogs),
]

/** The first signal stops gracefully, the second at once. Gives what stops gracefully without a signal. */
const stopOnSignals = (simulator: StartedSimulator): (() => void) => {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void simulator.close().then(() => process.exit(0))
  }
  const onSignal = () => (stopping ? process.exit(1) : stop())
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // A simulator that a run started ends with that run, also where the run is killed.
  if (process.channel) process.once('disconnect', stop)
  return stop
}

const write = (file: string, text: string): void => {
  try {
    writeWhole(file, text)
  } catch (error) {
    throw usage(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}); give another path.`)
  }
}

const announce = (
  simulator: StartedSimulator,
  { profileOut, defect, tlsCert, tlsCertOut, controlToken }: Flags,
  { like, log }: StartOptions,
): void => {
  const profile = simulator.profile()
  const comment = like ? leftComment(like) : ''
  if (tlsCertOut !== undefined) write(tlsCertOut, `${simulator.certificate}`)
  if (profileOut?.endsWith('.json')) write(profileOut, `${JSON.stringify(profile, null, 2)}\n`)
  else if (profileOut !== undefined)
    write(profileOut, `${schemaLine(profileOut)}${comment}${yaml().stringify(profile)}`)
  const madeToken = controlToken === undefined ? simulator.controlToken : undefined
  process.stderr.write(banner(simulator, { defect, like, certificateFile: tlsCertOut ?? tlsCert, madeToken }))
  for (const reading of like?.left ?? []) log?.info({ reading }, 'a reading of the report cannot be taken')
  if (process.stdout.isTTY) return
  const { production_base_url, sandbox_base_url, control_url } = profile
  process.stdout.write(
    `${JSON.stringify({ ready: true, production_base_url, sandbox_base_url, control_url, ...(madeToken !== undefined && { control_token: madeToken }), pid: process.pid, readings: simulator.readings, ...(like && { left_out: like.left }) })}\n`,
  )
}

/** What only the caller has: who judges the client, and the defects there are. */
type Given = Pick<StartOptions, 'clientJudge'> & { defects?: () => Promise<readonly (Deviation & Listed)[]> }

export const simulateCommand = (given: Given = {}): Command => {
  const command = new Command('assay simulate').description(
    'Starts the reference simulator: production at /v1, the sandbox at /sandbox/v1.',
  )
  for (const option of simulateOptions) command.addOption(option)
  return command.allowExcessArguments(false).action(async (flags: Flags, self: Command) => {
    const print = (lines: readonly string[]): void => self.configureOutput().writeOut!(`${lines.join('\n')}\n`)
    const { listDefects, listReadings } = flags
    if (listDefects) {
      return print(defectLines((await given.defects?.()) ?? [], listDefects === true ? undefined : listDefects))
    }
    if (listReadings) return print(readingLines(freedoms(), listReadings === true ? undefined : listReadings))
    let stop = (): void => process.exit(0)
    const watching = onStarterGone(() => stop())
    identify(process.argv.slice(process.argv.indexOf('simulate') + 1))
    const { startSimulator } = await import('../start/start-simulator.ts')
    const options = { ...(await optionsOf(flags, self)), ...given, stop: () => stop() }
    const simulator = await startSimulator(options)
    stop = stopOnSignals(simulator)
    await watching
    try {
      announce(simulator, flags, options)
    } catch (error) {
      await simulator.close()
      throw error
    }
  })
}

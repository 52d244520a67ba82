// `assay conform`: the flags, the target they name, the reporters, and the exit code.
import { randomBytes, randomInt } from 'node:crypto'
import { Command, InvalidArgumentError, Option } from 'commander'
import { namesAsked, placeOf, reporterHelp, reportersIn, severalNames, warnOf } from '../../reports/reporters/asked.ts'
import { recordFormat, recordVersion, type Environment } from '../../reports/run-record.ts'
import type { Check } from '../checks/check.ts'
import { exitCodes } from '../coded-error.ts'
import { gateOptions, openGate, writeEntries, type GateFlags } from '../gate/options.ts'
import { watchers } from '../judge/judge.ts'
import { createEventStream } from './event-stream.ts'
import { findTarget, type Embedded, type Target, type TargetFlags } from './find-target.ts'
import { abortOnSignal } from './interrupt.ts'
import { listChecks } from './list-checks.ts'
import { measuredCosts } from './costs.ts'
import { loadChecks } from './load-checks.ts'
import { catchOwnFaults, crashed } from './own-faults.ts'
import { percentage, wholeNumber } from './option-values.ts'
import { rehearsalOf } from './rehearsal.ts'
import { runSuite } from './runner.ts'
import { seededRandom } from './seeded-random.ts'
import { selectChecks, shuffleChecks } from './select-checks.ts'
import { createSession } from './session.ts'
import { shardName, takeShard, type Shard, type ShardName } from './shard.ts'
import { suite } from './suite.ts'

export type ConformOptions = {
  embedded: Embedded
  /** The checks that there are; those of the suite unless told otherwise. */
  load?: () => Promise<Check[]>
}

type Flags = TargetFlags &
  GateFlags & {
    reportDir: string
    reporter: string[]
    seed?: number
    shuffle?: boolean
    secondTries: boolean
    budget?: number
    shard?: ShardName
    only: string[]
    area: string[]
    list?: boolean
    timeout: number
    require: number
    allowOrders?: boolean
  }

const fewest = 20

const requests = (text: string): number => {
  const number = wholeNumber(text)
  if (number < fewest) throw new InvalidArgumentError(`it must be ${fewest} or more: the preflight alone takes some.`)
  return number
}

const options = [
  new Option('--target <file>', 'target profile, YAML or JSON').env('ASSAY_TARGET').conflicts(['baseUrl', 'clientId']),
  new Option('--base-url <url>', 'judge this address; the secret comes from ASSAY_CLIENT_SECRET').env('ASSAY_BASE_URL'),
  new Option('--client-id <id>', 'client id for --base-url').env('ASSAY_CLIENT_ID'),
  new Option('--environment <name>', 'environment of --base-url; told from its name when not given')
    .env('ASSAY_ENVIRONMENT')
    .choices(['sandbox', 'production']),
  new Option('--report-dir <dir>', 'where the reports go').env('ASSAY_REPORT_DIR').default('reports/out'),
  new Option('--reporter <name>', reporterHelp()).env('ASSAY_REPORTER').argParser(severalNames).default([], 'default'),
  new Option('--seed <number>', 'repeats the choices of another run').env('ASSAY_SEED').argParser(wholeNumber),
  new Option('--shuffle', 'run the checks in an order drawn from the seed').env('ASSAY_SHUFFLE'),
  new Option('--budget <requests>', 'send no more than about so many requests; what falls outside is not tested')
    .env('ASSAY_BUDGET')
    .argParser(requests),
  new Option('--only <id>', 'run the checks of this id or rule; may be repeated')
    .env('ASSAY_ONLY')
    .argParser(severalNames)
    .default([]),
  new Option('--area <name>', 'run the checks of this area; may be repeated')
    .env('ASSAY_AREA')
    .argParser(severalNames)
    .default([]),
  new Option('--shard <i/n>', 'run the i-th of n parts, for `assay merge`; takes its part of the rate and budget')
    .env('ASSAY_SHARD')
    .argParser(shardName),
  new Option('--list', 'list the checks and stop'),
  new Option('--require <percent>', 'could not judge (exit code 2) when fewer of the rules that apply were judged')
    .env('ASSAY_REQUIRE')
    .argParser(percentage)
    .default(0),
  ...gateOptions,
  new Option('--no-second-tries', 'do not shorten and try again what was found broken').env('ASSAY_NO_SECOND_TRIES'),
  new Option('--timeout <seconds>', 'how long an answer may take')
    .env('ASSAY_TIMEOUT')
    .argParser(wholeNumber)
    .default(20),
  new Option('--allow-orders', 'place orders in production too, which are billed').env('ASSAY_ALLOW_ORDERS'),
]

const environmentOf = ({ profile, launched }: Target): Environment => ({
  sandbox_base_url: profile.sandbox_base_url ?? null,
  production_base_url: profile.production_base_url ?? null,
  environment: profile.credentials.main.environment,
  embedded: launched !== null,
  rehearsal: rehearsalOf(profile, launched !== null),
  control: profile.control_url !== undefined,
  roles: Object.keys(profile.credentials),
  node: process.version,
})

const oneAfterAnother =
  'The target has a control port, and so one clock for all shards: run them one after another, or against a simulator each.'

/** How the parts of a run are to get along at the target; one that was started for this part is its own. */
const sharingOf = ({ profile, launched }: Target, shard: Shard | undefined): { sharers: number; atOnce: boolean } => {
  const sharers = shard === undefined || launched !== null ? 1 : 1 / shard.rate
  return { sharers, atOnce: sharers > 1 && profile.control_url === undefined }
}

const conform = async (
  flags: Flags,
  extra: string[],
  { embedded, load = loadChecks }: ConformOptions,
): Promise<number> => {
  const all = await load()
  const selected = selectChecks(all, { only: flags.only, areas: flags.area, judged: new Set(watchers().keys()) })
  const part = flags.shard && takeShard(selected, flags.shard, { seed: flags.seed, costs: measuredCosts() })
  const { own: checks, shard } = part ?? { own: selected, shard: undefined }
  if (flags.list) {
    process.stdout.write(listChecks(checks))
    return exitCodes.nothingBroken
  }
  const { gate, gating, writeTo } = openGate(flags, all, { isShard: shard !== undefined })
  const started = performance.now()
  const interrupt = abortOnSignal('what was judged so far is reported')
  const unopened: string[] = []
  const names = namesAsked(flags.reporter, process.env)
  const stream = createEventStream(reportersIn(names, placeOf(flags.reportDir), (message) => unopened.push(message)))
  const target = await findTarget(flags, embedded, extra)
  const seed = flags.seed ?? randomInt(2 ** 31)
  const run = randomBytes(4).toString('hex')
  stream.emit({
    type: 'run-started',
    format: recordFormat,
    version: recordVersion,
    suite: suite(),
    run,
    seed,
    environment: environmentOf(target),
    ...(shard && { shard: { index: shard.index, of: shard.of, selection: shard.selection } }),
  })
  const faults = catchOwnFaults({ tell: (sentence) => void process.stderr.write(`${sentence}\n`) })
  let deliveries = 0
  const emit: typeof stream.emit = (event) => {
    if (event.type === 'delivery') deliveries += 1
    faults.hear(event)
    gate.hear(event)
    stream.emit(event)
  }
  const { sharers, atOnce } = sharingOf(target, shard)
  const session = createSession({ run, seed, profile: target.profile, emit, timeoutMs: flags.timeout * 1000, sharers })
  if (shard && sharers > 1 && !atOnce) session.emit({ type: 'note', message: oneAfterAnother })
  const unasked = all.filter((check) => !selected.includes(check))
  const runOptions = {
    checks: flags.shuffle ? shuffleChecks(checks, seededRandom(seed, 'order of checks')) : checks,
    unasked,
    budget: flags.budget && Math.max(fewest, Math.floor(flags.budget / (shard?.of ?? 1))),
    shard,
    webhookElsewhere: atOnce && shard?.webhook !== shard?.index,
    shuffled: flags.shuffle ?? false,
    secondTries: flags.secondTries,
    allowOrders: flags.allowOrders ?? false,
    require: flags.require,
    gating,
    leaveAsIs: target.launched !== null,
    signal: AbortSignal.any([interrupt.signal, faults.signal]),
  }
  const came = await faults.guard(runSuite(session, runOptions)).catch(crashed)
  const settled = gate.settle(faults.first === null ? came : crashed(faults.first))
  const { ending, gated } = session.secrets.mask(settled)
  if (gated) stream.emit(gated)
  const { requests, waitedMs } = session.pacing.spent
  const ms = Math.round(performance.now() - started)
  stream.emit({ type: 'run-finished', ...ending, requests, deliveries, waited_ms: waitedMs, ms })
  const isStuck = faults.ended()
  await Promise.all([session.close(), stream.close(), target.launched?.stop()])
  interrupt.forget()
  for (const message of [...unopened, ...stream.broken]) process.stderr.write(warnOf(message))
  if (ending.reason && ending.outcome !== 'preflight-failed')
    process.stderr.write(`${ending.reason.code}: ${ending.reason.message}\n`)
  process.stderr.write(writeEntries(gate, writeTo))
  if (isStuck) process.exit(ending.exit_code)
  return ending.exit_code
}

/** The command, for the program that knows how to start the simulator; it sets the exit code of the process. */
export const conformCommand = (given: ConformOptions): Command => {
  const command = new Command('assay conform').description(
    'Judges a server against the contract; without a target, the embedded simulator. Options after -- go to it.',
  )
  for (const option of options) command.addOption(option)
  return command
    .argument('[simulator-options...]', 'options of the embedded simulator, after --')
    .action(async (extra: string[], flags: Flags) => {
      process.exitCode = await conform(flags, extra, given)
    })
}

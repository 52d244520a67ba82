// One run of `assay conform`: the target, the reporters, the session, the gate, and the exit code.
import { randomBytes, randomInt } from 'node:crypto'
import { makeDirectory, namesAsked, placeOf, reportersIn, warnOf } from '../../reports/reporters/asked.ts'
import { recordFormat, recordVersion, type Environment } from '../../reports/run-record.ts'
import type { Check } from '../checks/check.ts'
import { exitCodes } from '../coded-error.ts'
import { openGate, writeEntries } from '../gate/options.ts'
import { watchers } from '../judge/judge.ts'
import { measuredCosts } from './costs.ts'
import { createEventStream } from './event-stream.ts'
import { findTarget, type Embedded, type Target } from './find-target.ts'
import { abortOnSignal } from './interrupt.ts'
import { listChecks } from './list-checks.ts'
import { loadChecks } from './load-checks.ts'
import { fewest, type Flags } from './options.ts'
import { catchOwnFaults, crashed } from './own-faults.ts'
import { rehearsalOf } from './rehearsal.ts'
import { runSuite } from './runner.ts'
import { seededRandom } from './seeded-random.ts'
import { selectChecks, shuffleChecks } from './select-checks.ts'
import { createSession } from './session.ts'
import { takeShard, type Shard } from './shard.ts'
import { suite } from './suite.ts'

export type ConformOptions = {
  embedded: Embedded
  /** The checks that there are; those of the suite unless told otherwise. */
  load?: () => Promise<Check[]>
}

const environmentOf = ({ profile, launched, named }: Target): Environment => ({
  sandbox_base_url: profile.sandbox_base_url ?? null,
  production_base_url: profile.production_base_url ?? null,
  environment: profile.credentials.main.environment,
  embedded: launched !== null,
  rehearsal: rehearsalOf(profile, launched !== null),
  control: profile.control_url !== undefined,
  roles: Object.keys(profile.credentials),
  node: process.version,
  replay_with: named,
})

const oneAfterAnother =
  'The target has a control port, and so one clock for all shards: run them one after another, or against a simulator each.'

/** How the parts of a run are to get along at the target; one that was started for this part is its own. */
const sharingOf = ({ profile, launched }: Target, shard: Shard | undefined): { sharers: number; atOnce: boolean } => {
  const sharers = shard === undefined || launched !== null ? 1 : 1 / shard.rate
  return { sharers, atOnce: sharers > 1 && profile.control_url === undefined }
}

/** @throws CodedError, exit code 3, before any file of an earlier run is touched */
export const conform = async (
  flags: Flags,
  extra: readonly string[],
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
  const names = namesAsked(flags.reporter, process.env)
  makeDirectory(flags.reportDir)
  const interrupt = abortOnSignal('what was judged so far is reported')
  const target = await findTarget(flags, embedded, extra).catch((error: unknown) => {
    interrupt.forget()
    throw error
  })
  const unopened: string[] = []
  // From here on the record of the last run is gone: all that can be refused has been.
  const stream = createEventStream(reportersIn(names, placeOf(flags.reportDir), (message) => unopened.push(message)))
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
    report_dir: flags.reportDir,
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
  const { ending, gated } = session.secrets.maskOwn(settled)
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

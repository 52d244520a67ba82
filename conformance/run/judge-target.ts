// One run against one target, from its first event to its last: the session, the suite, the gate and how the run ended.
import { maskEnding } from '../engine/mask-event.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { recordFormat, recordVersion, type Environment, type JudgedAgain } from '../../reports/run-record.ts'
import type { StartReference } from '../causes/fewest-calls.ts'
import type { Check } from '../kit/check.ts'
import type { Ending, KeptGate } from '../gate/keep-gate.ts'
import type { Gating } from '../gate/rule-set.ts'
import type { Profile } from '../sut/profile.ts'
import type { Emit } from '../kit/event-stream.ts'
import { fewestRequests } from './fewest-requests.ts'
import { catchOwnFaults, crashed } from '../engine/own-faults.ts'
import { simulatedOf } from './simulated-target.ts'
import { runSuite } from './runner.ts'
import { seededRandom } from '../kit/seeded-random.ts'
import { shuffleChecks } from './select-checks.ts'
import { createSession } from '../engine/session.ts'
import type { Shard } from './shard.ts'
import { suite } from './suite.ts'

type TargetRun = {
  profile: Profile
  /** The target is a process of this run, which ends with it. */
  embedded: boolean
  all: readonly Check[]
  selected: readonly Check[]
  /** Those of the selected ones that this part runs; all of them unless it is a shard. */
  checks: readonly Check[]
  shard?: Shard | undefined
  seed?: number | undefined
  shuffle: boolean
  budget?: number | undefined
  require: number
  timeoutMs: number
  /** How long the run may take. */
  mostMinutes?: number | undefined
  /** How long it may wait for what only time shows. */
  patientSeconds?: number
  rerun: boolean
  /** Starts a server that keeps the contract, by which findings of checks are shortened. */
  reference?: StartReference | undefined
  allowOrders: boolean
  gate: KeptGate
  gating: Gating
  emit: Emit
  /** Ends the run after the check under way. */
  signal: AbortSignal
  /** The options with which `assay replay` reaches the same target, and where the reports go; for a run of the command. */
  named?: { replayWith: string[]; reportDir: string }
  /** What the report says of the selection. */
  notes?: readonly string[]
  /** What is to be judged again; null where the run is no run of --last-failed. */
  wanted?: JudgedAgain['wanted'] | null
  /** Gets a fault of assay that comes when the run is over. */
  onLateFault: (sentence: string) => void
}

const environmentOf = ({ profile, embedded, named }: TargetRun): Environment => ({
  sandbox_base_url: profile.sandbox_base_url ?? null,
  production_base_url: profile.production_base_url ?? null,
  environment: profile.credentials.main.environment,
  embedded,
  simulated_target: simulatedOf(profile, embedded),
  control: profile.control_url !== undefined,
  roles: Object.keys(profile.credentials),
  node: process.version,
  ...(named && { replay_with: named.replayWith }),
})

const oneAfterAnother =
  'The target has a control port, and so one clock for all shards: run them one after another, or against a simulator each.'

/** How the parts of a run share the target; a target that was started for this part is its own. */
const sharingOf = ({ profile, embedded, shard }: TargetRun): { sharers: number; atOnce: boolean } => {
  const sharers = shard === undefined || embedded ? 1 : 1 / shard.rate
  return { sharers, atOnce: sharers > 1 && profile.control_url === undefined }
}

/** `isStuck`: something may still be under way that does not end on its own. */
export const judgeTarget = async (given: TargetRun): Promise<{ ending: Ending; isStuck: boolean }> => {
  const { profile, checks, shard, gate, emit: give } = given
  const started = performance.now()
  const seed = given.seed ?? randomInt(2 ** 31)
  const run = randomBytes(4).toString('hex')
  give({
    type: 'run-started',
    format: recordFormat,
    version: recordVersion,
    suite: suite(),
    run,
    seed,
    environment: environmentOf(given),
    strict: given.gating.strict,
    ...(given.named && { report_dir: given.named.reportDir }),
    ...(shard && { shard: { index: shard.index, of: shard.of, selection: shard.selection } }),
  })
  const faults = catchOwnFaults({ report: given.onLateFault })
  let deliveries = 0
  const emit: Emit = (event) => {
    if (event.type === 'delivery') deliveries += 1
    faults.hear(event)
    gate.hear(event)
    give(event)
  }
  const { sharers, atOnce } = sharingOf(given)
  const session = createSession({
    run,
    seed,
    profile,
    emit,
    timeoutMs: given.timeoutMs,
    mostMinutes: given.mostMinutes,
    patientSeconds: given.patientSeconds ?? 0,
    sharers,
  })
  if (shard && sharers > 1 && !atOnce) session.emit({ type: 'note', message: oneAfterAnother })
  if (given.wanted) session.emit({ type: 'judged-again', wanted: given.wanted })
  const suiteRun = runSuite(session, {
    checks: given.shuffle ? shuffleChecks(checks, seededRandom(seed, 'order of checks')) : checks,
    unasked: given.all.filter((check) => !given.selected.includes(check)),
    budget: given.budget && Math.max(fewestRequests, Math.floor(given.budget / (shard?.of ?? 1))),
    shard,
    webhookElsewhere: atOnce && shard?.webhook !== shard?.index,
    shuffled: given.shuffle,
    rerun: given.rerun,
    reference: given.reference,
    allowOrders: given.allowOrders,
    require: given.require,
    gating: given.gating,
    leaveAsIs: given.embedded,
    signal: AbortSignal.any([given.signal, faults.signal]),
  })
  const came = await faults.guard(suiteRun).catch(crashed)
  if (came.outcome === 'complete') for (const message of given.notes ?? []) session.emit({ type: 'note', message })
  const settled = gate.settle(faults.first === null ? came : crashed(faults.first))
  const { gated } = settled
  const ending = maskEnding(settled.ending, session.secrets.maskOwn)
  if (gated) give(gated)
  const { requests, waitedMs } = session.pacing.spent
  const ms = Math.round(performance.now() - started)
  give({ type: 'run-finished', ...ending, requests, deliveries, waited_ms: waitedMs, ms })
  const isStuck = faults.ended() || given.signal.aborted || session.lost.signal.aborted
  await session.close()
  return { ending, isStuck }
}

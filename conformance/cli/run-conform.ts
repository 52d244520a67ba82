// One run of `assay conform`: the target, the reporters, the gate, signals, and the exit code.
import type { Output } from '../../reports/output-of.ts'
import type { Reporter } from '../../reports/run-record.ts'
import { makeDirectory, namesAsked, placeOf, reportersIn } from '../../reports/reporters/asked.ts'
import type { StartReference } from '../causes/fewest-calls.ts'
import type { Check } from '../kit/check.ts'
import { exitCodes } from '../contract/coded-error.ts'
import { quoting } from '../contract/contract-words.ts'
import { endRun } from './end-run.ts'
import { openGate } from './gate-options.ts'
import { invariantsByRule } from '../invariants/invariants.ts'
import { measuredCosts } from '../run/costs.ts'
import { createEventStream } from '../kit/event-stream.ts'
import { findTarget, type Embedded } from './find-target.ts'
import { abortOnSignal } from './interrupt.ts'
import { judgeTarget } from '../run/judge-target.ts'
import { lastFailed, leftToTheWhole } from './last-failed.ts'
import { listChecks } from './list-checks.ts'
import { loadChecks, prepareChecks } from '../checks/load-checks.ts'
import type { Flags } from './conform-flags.ts'
import { selectChecks } from '../run/select-checks.ts'
import { checkPatience } from '../run/waits.ts'
import { takeShard } from '../run/shard.ts'

export type ConformOptions = {
  embedded: Embedded
  /** Starts a server that keeps the contract, in this process. */
  reference?: StartReference
  /** The checks that there are; those of the suite by default. */
  load?: () => Promise<Check[]>
}

/** What is refused now leaves no target running, which would keep this process. */
const refusable = async <T>({ launched }: Awaited<ReturnType<typeof findTarget>>, work: () => T): Promise<T> => {
  try {
    return work()
  } catch (error) {
    await launched?.stop()
    throw error
  }
}

/** @throws CodedError, exit code 3, before any file of an earlier run is touched */
export const conform = async (
  flags: Flags,
  extra: readonly string[],
  { embedded, reference, load = loadChecks }: ConformOptions,
  output: Output,
): Promise<number> => {
  const all = await load()
  const failed = flags.lastFailed ? lastFailed(flags.reportDir, all) : null
  const selected = selectChecks(all, {
    only: failed?.only ?? flags.only,
    areas: flags.area,
    judged: new Set(invariantsByRule().keys()),
  })
  const part = flags.shard && takeShard(selected, flags.shard, { seed: flags.seed, costs: measuredCosts() })
  const { own: checks, shard } = part ?? { own: selected, shard: undefined }
  if (flags.list) {
    output.out(listChecks(checks))
    return exitCodes.nothingBroken
  }
  const { gate, gating, writeTo } = openGate(flags, all, { isShard: shard !== undefined })
  checkPatience(flags.patient, flags.maxMinutes)
  const quoted = quoting(flags.contract)
  const names = namesAsked(flags.reporter, process.env)
  await prepareChecks(checks)
  makeDirectory(flags.reportDir, names)
  const interrupt = abortOnSignal('what was judged so far is reported')
  const forgetting = (error: unknown): never => {
    interrupt.forget()
    throw error
  }
  const target = await findTarget(flags, embedded, extra).catch(forgetting)
  const unopened: string[] = []
  // From here on the record of the last run is gone: all that can be refused has been.
  const reporters = (): Reporter[] =>
    reportersIn(names, placeOf(flags.reportDir, output), (message) => unopened.push(message))
  const stream = await refusable(target, () => createEventStream(reporters())).catch(forgetting)
  const { ending, isStuck } = await judgeTarget({
    profile: target.profile,
    embedded: target.launched !== null,
    all,
    selected,
    checks,
    shard,
    seed: flags.seed ?? failed?.seed,
    shuffle: flags.shuffle ?? false,
    budget: flags.budget,
    require: flags.require,
    timeoutMs: flags.timeout * 1000,
    mostMinutes: flags.maxMinutes,
    patientSeconds: flags.patient,
    rerun: flags.rerun,
    reference,
    allowOrders: flags.allowOrders ?? false,
    gate,
    gating,
    emit: (event) => stream.emit(quoted(event)),
    signal: interrupt.signal,
    named: { replayWith: target.named, reportDir: flags.reportDir },
    wanted: failed && failed.wanted.length > 0 ? failed.wanted : null,
    notes: [failed && leftToTheWhole(failed, selected, all)].filter((note) => note !== null),
    onLateFault: (sentence) => output.err(`${sentence}\n`),
  })
  await Promise.all([stream.close(), target.launched?.stop()])
  interrupt.forget()
  const exitCode = endRun({ ending, gate, writeTo, broken: [...unopened, ...stream.broken] }, output)
  if (isStuck) process.exit(exitCode)
  return exitCode
}

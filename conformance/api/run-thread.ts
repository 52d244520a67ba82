// The thread of a run that was started from code: what goes wrong in it, or keeps it busy, leaves the caller's thread alone.
import { parentPort, workerData } from 'node:worker_threads'
import { isCodedError } from '../contract/coded-error.ts'
import { quoting } from '../contract/contract-words.ts'
import { openGate } from '../cli/gate-options.ts'
import { invariantsByRule } from '../invariants/invariants.ts'
import { judgeTarget } from '../run/judge-target.ts'
import { loadChecks, prepareChecks } from '../checks/load-checks.ts'
import { ownFault } from '../engine/own-faults.ts'
import { ownReference } from './own-reference.ts'
import { selectChecks } from '../run/select-checks.ts'
import { checkPatience } from '../run/waits.ts'
import { parseProfile } from '../sut/profile.ts'
import type { FromRun, RunGiven } from './messages.ts'

const port = parentPort!
const send = (message: FromRun): void => port.postMessage(message)

const run = async ({ profile: given, options }: RunGiven, signal: AbortSignal): Promise<boolean> => {
  const profile = parseProfile(given)
  const { only = [], areas = [], baseline = false, ruleSet, strict = false, contract } = options
  const all = await loadChecks()
  const selected = selectChecks(all, { only, areas, judged: new Set(invariantsByRule().keys()) })
  const { gate, gating } = openGate({ baseline, strict, ...(ruleSet !== undefined && { ruleSet }) }, all)
  const mostMinutes = options.maxMinutes ?? 90
  const patientSeconds = 60 * (options.patientMinutes ?? 0)
  checkPatience(patientSeconds, mostMinutes)
  const quoted = quoting(contract)
  await prepareChecks(selected)
  const reference = ownReference()
  const { isStuck } = await judgeTarget({
    reference: reference.start,
    profile,
    embedded: false,
    all,
    selected,
    checks: selected,
    seed: options.seed,
    shuffle: options.shuffle ?? false,
    budget: options.budget,
    require: options.require ?? 0,
    mostMinutes,
    patientSeconds,
    timeoutMs: 1000 * (options.timeoutSeconds ?? 20),
    rerun: options.rerun ?? true,
    allowOrders: options.allowOrders ?? false,
    gate,
    gating,
    emit: (event) => send({ event: JSON.stringify({ at: new Date().toISOString(), ...quoted(event) }) }),
    signal,
    onLateFault: (warning) => send({ warning }),
  }).finally(reference.end)
  return isStuck
}

const interrupt = new AbortController()
port.on('message', () => interrupt.abort())
try {
  const isStuck = await run(workerData as RunGiven, interrupt.signal)
  send({ ended: true })
  // Ends this thread alone.
  if (isStuck) process.exit()
} catch (error) {
  const { code, message, exitCode } = isCodedError(error) ? error : ownFault(error, 'the run could not be started')
  send({ failed: { code, message, exitCode } })
} finally {
  port.close()
}

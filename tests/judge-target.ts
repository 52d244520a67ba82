// A run of the suite inside a test's own process: the profile of its target in, the events and the ending out.
import type { PreflightFinding, RunEvent, Unstamped } from '../reports/run-record.ts'
import type { Check } from '../conformance/kit/check.ts'
import type { RunResult } from '../conformance/engine/run-result.ts'
import type { RunOptions } from '../conformance/run/run-options.ts'
import { runSuite } from '../conformance/run/runner.ts'
import { createSession, type Session } from '../conformance/engine/session.ts'
import { parseProfile } from '../conformance/sut/profile.ts'
import type { Wire } from '../conformance/sut/send.ts'

export type JudgedRun = {
  result: RunResult
  events: Unstamped<RunEvent>[]
  findings: PreflightFinding[]
  requests: number
  ms: number
}

type JudgeOptions = {
  /** Eight hexadecimal digits, where several runs stand beside each other. */
  run?: string
  /** To be given where the target stays silent; a target that answers is never hurried. */
  timeoutMs?: number
  checks?: readonly Check[]
  patientSeconds?: number
  signal?: AbortSignal
  onSession?: (session: Session) => void
  options?: Partial<RunOptions>
  /** What requests go through on their way. */
  through?: (wire: Wire) => Wire
}

const main = { client_id: 'cli_x', client_secret: 'a-secret-of-ours', environment: 'sandbox' }

/** `profile` needs no credentials where none will ever be asked. */
export const judge = async (profile: Record<string, unknown>, given: JudgeOptions = {}): Promise<JudgedRun> => {
  const {
    run = '7e570000',
    timeoutMs = 20_000,
    checks = [],
    signal = new AbortController().signal,
    onSession,
    patientSeconds = 0,
    options = {},
    through,
  } = given
  const events: Unstamped<RunEvent>[] = []
  const session = createSession({
    run,
    seed: 1,
    profile: parseProfile({ credentials: { main }, ...profile }),
    emit: (event) => void events.push(event),
    timeoutMs,
    patientSeconds,
    ...(through && { through }),
  })
  onSession?.(session)
  const started = performance.now()
  const settings = { checks, unasked: [], allowOrders: false, require: 0, leaveAsIs: true, signal, ...options }
  const result = await runSuite(session, settings)
  const ms = Math.round(performance.now() - started)
  await session.close()
  const findings = events.filter((event): event is PreflightFinding => event.type === 'preflight')
  return { result, events, findings, requests: session.pacing.spent.requests, ms }
}

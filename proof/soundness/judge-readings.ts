// One run of checks against a simulator in the same process that takes permitted readings: what was held against it,
// what stayed open, and which readings the suite saw.
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Check } from '../../conformance/kit/check.ts'
import { startCpuTime } from '../matrix/cpu-time.ts'
import { disputedBy } from '../matrix/disputed-rules.ts'
import { createEventStream } from '../../conformance/kit/event-stream.ts'
import { runSuite } from '../../conformance/run/runner.ts'
import { createSession } from '../../conformance/engine/session.ts'
import { parseProfile } from '../../conformance/sut/profile.ts'
import { ndjsonReporter } from '../../reports/reporters/ndjson.ts'
import type { Finding, Reading, RuleJudged } from '../../reports/run-record.ts'
import { createSimulator, type SimulatorOptions } from '../../in-process.ts'
import { overlaps } from '../../scripts/overlaps.ts'

export type Held = Pick<RuleJudged, 'rule' | 'verdict' | 'reason' | 'checks'> & { findings: Finding[] }

/** A reading that the suite says it saw, of a freedom of which the simulator takes another one. */
type Misread = { freedom: string; seen: string; taken: string; check: string; requests: string[] }

export type JudgedReadings = {
  /** What the simulator took beside the default readings. */
  taken: Record<string, string>
  outcome: string
  reason: string | null
  /** Rules that failed, those aside that a reading in force disputes, or could not be judged by a fault of the suite. */
  held: Held[]
  /** Rules that failed, and that a reading in force disputes. */
  disputed: string[]
  /** Rules that passed. */
  passed: string[]
  /** Rules that stayed open, as `verdict: reason`. */
  open: Record<string, string[]>
  /** Freedoms of which some reading was seen. */
  seen: string[]
  misread: Misread[]
  /** What the simulator itself logged as an error. */
  faults: string[]
  requests: number
  ms: number
  cpuMs: number
}

type JudgeReadings = {
  simulator: Pick<SimulatorOptions, 'readings' | 'vary' | 'defect' | 'tls'>
  checks: readonly Check[]
  /** Every check there is, so that rules outside are said to be so. */
  all: readonly Check[]
  /** The default reading of each freedom. */
  usual: ReadonlyMap<string, string>
  /** Where the record of the run goes. */
  record?: string | undefined
}

/** Freedoms of which a reading refuses every receiver on this machine. */
export const refusingReceivers = ['webhooks.private-addresses', 'delivery.receiver-certificates'] as const

const answerMs = 20_000

const opens = new Set(['not-tested', 'inconclusive'])

const stackOf = (line: string): string => {
  const { err, msg } = JSON.parse(line) as { err?: { stack?: string }; msg?: string }
  return (
    err?.stack
      ?.split('\n')
      .slice(0, 3)
      .map((part) => part.trim())
      .join(' ') ??
    msg ??
    line
  )
}

export const judgeReadings = async ({
  simulator: given,
  checks,
  all,
  usual,
  record,
}: JudgeReadings): Promise<JudgedReadings> => {
  const began = performance.now()
  const cpuTime = startCpuTime()
  const faults = new Set<string>()
  const log = pino({ level: 'error' }, { write: (line: string) => void faults.add(stackOf(line)) })
  const simulator = await createSimulator({ ...given, log })
  const judged: RuleJudged[] = []
  const findings: Finding[] = []
  const readings: Reading[] = []
  const stream = createEventStream(record === undefined ? [] : [ndjsonReporter(record)])
  const session = createSession({
    run: randomBytes(4).toString('hex'),
    seed: 1,
    profile: parseProfile(structuredClone(simulator.profile()) as unknown),
    emit: (event) => {
      stream.emit(event)
      if (event.type === 'rule-judged') judged.push(event)
      if (event.type === 'finding') findings.push(event)
      if (event.type === 'reading') readings.push(event)
    },
    timeoutMs: answerMs,
  })
  try {
    const { outcome, reason } = await runSuite(session, {
      checks,
      unasked: all.filter((check) => !checks.includes(check)),
      allowOrders: false,
      require: 0,
      rerun: false,
      leaveAsIs: true,
      signal: new AbortController().signal,
    })
    const open: Record<string, string[]> = {}
    for (const { rule, verdict, reason: why, reason_code: code } of judged)
      if (opens.has(verdict) && code !== 'outside-selection') (open[`${verdict}: ${why}`] ??= []).push(rule)
    const disputed = disputedBy(simulator.readings)
    const inForce = new Set(Object.entries(simulator.readings).map((pair) => pair.join('=')))
    return {
      taken: simulator.readings,
      outcome,
      reason: reason?.message ?? null,
      held: judged
        .filter(({ rule, verdict }) => (verdict === 'fail' && !disputed.has(rule)) || verdict === 'error')
        .map(({ rule, verdict, reason: why, checks: by }) => ({
          rule,
          verdict,
          reason: why,
          checks: by,
          findings: findings.filter((finding) => finding.rule === rule).slice(0, 3),
        })),
      disputed: judged.filter(({ rule, verdict }) => verdict === 'fail' && disputed.has(rule)).map(({ rule }) => rule),
      passed: judged.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule),
      open,
      seen: [...new Set(readings.map(({ freedom }) => freedom))],
      misread: readings.flatMap(({ freedom, reading, check, requests }) => {
        const taken = simulator.readings[freedom] ?? usual.get(freedom) ?? 'none'
        const isExplained = (overlaps[`${freedom}=${reading}`] ?? []).some((other) => inForce.has(other))
        return reading === taken || isExplained ? [] : [{ freedom, seen: reading, taken, check, requests }]
      }),
      faults: [...faults],
      requests: session.pacing.spent.requests,
      ms: Math.round(performance.now() - began),
      cpuMs: cpuTime(),
    }
  } finally {
    await session.close()
    await stream.close()
    await simulator.close()
  }
}

// One run of some checks against a target of our own: what went red, found by whom, and after how many requests.
import { randomBytes } from 'node:crypto'
import type { Unstamped } from '../../reports/run-record.ts'
import type { StartReference } from '../../conformance/causes/fewest-calls.ts'
import type { Check } from '../../conformance/kit/check.ts'
import type { Action } from '../../conformance/model/actions.ts'
import { pathText } from '../../conformance/model/path-to.ts'
import { runSuite } from '../../conformance/run/runner.ts'
import { createSession } from '../../conformance/engine/session.ts'
import { parseProfile } from '../../conformance/sut/profile.ts'
import { interruptedWire } from './interrupted-wire.ts'
import type { Started } from './started.ts'

/** The first finding of a rule by a check or invariant. */
export type Found = {
  rule: string
  /** The check or invariant that found it. */
  by: string
  /** The check that was running. */
  during: string | null
  /** Requests sent by then, the preflight's included. */
  requests: number
  /** The last exchange before it, as the nth of its source: the same in every run that comes to it. */
  source: string | null
  nth: number
}

export type WatchedRun = {
  outcome: string
  /** What kept the run from judging. */
  reason: string | null
  found: Found[]
  requests: number
  /** The source of each request, in the order sent. */
  sources: string[]
  /** For each check its verdict, and the requests sent when it was over. */
  checks: Record<string, { verdict: string; at: number }>
  /** The steps of an order to the violation in focus; null where there were none. */
  reproducer: string | null
  /** Of the plan that shows the breach of the rule to be shortened: its steps, and the requests that it took to find it. */
  shortened: { steps: number; requests: number } | null
  ms: number
}

type WatchOptions = {
  started: Started
  checks: readonly Check[]
  seed: number
  budget?: number | undefined
  /** The rule that a defect breaks, and the steps of an order that showed it before. */
  focus?: { rule: string; reproducer: readonly Action[] | null } | undefined
  /** The rule whose violation is rerun and shortened, as in a run that a user starts. */
  shorten?: string | undefined
  /** Starts a server that keeps the contract, by which findings of checks are shortened. */
  reference?: StartReference
  /** Whether only the main credential is tried before the checks, as all of them are known to be good. */
  vouched?: boolean
  /** Ends the run at once. */
  enough?: (run: WatchedRun) => boolean
  /** Gets every event of the run. */
  watch?: (event: Unstamped) => void
}

const answerMs = 15_000

// A simulator in the same process is quick; it is the waiting for what never comes that takes long.
const patience = { state: 2_000, feed: 2_000, delivery: 20_000, every: 250 }

export const watchRun = async ({
  started,
  checks,
  seed,
  budget,
  focus,
  shorten,
  reference,
  vouched = false,
  enough,
  watch,
}: WatchOptions): Promise<WatchedRun> => {
  const began = performance.now()
  const run: WatchedRun = {
    outcome: '',
    reason: null,
    found: [],
    requests: 0,
    sources: [],
    checks: {},
    reproducer: null,
    shortened: null,
    ms: 0,
  }
  const counts = new Map<string, number>()
  const known = new Set<string>()
  const stop = new AbortController()
  const going = new Set<string>()
  let during: string | null = null

  const note = (rule: string, by: string): void => {
    if (known.has(`${rule} ${by}`)) return
    known.add(`${rule} ${by}`)
    const source = run.sources.at(-1) ?? null
    const nth = source === null ? 0 : counts.get(source)!
    run.found.push({ rule, by, during, requests: run.requests, source, nth })
  }

  const emit = (event: Unstamped): void => {
    watch?.(event)
    if (event.type === 'exchange') {
      const { source } = event.exchange
      run.requests += 1
      run.sources.push(source)
      counts.set(source, (counts.get(source) ?? 0) + 1)
    }
    if (event.type === 'finding') note(event.rule, event.check)
    if (event.type === 'cause' && run.shortened === null && shorten !== undefined && event.rules.includes(shorten)) {
      const { plan, requests, tries } = event
      if (plan && 'plan' in plan.run && tries.again > 0) run.shortened = { steps: plan.run.plan.steps.length, requests }
    }
    if (event.type === 'check-started') {
      going.add(event.check)
      during = event.check
    }
    if (event.type === 'check-finished') {
      run.checks[event.check] = { verdict: event.verdict, at: run.requests }
      going.delete(event.check)
      // One that waits goes on when those beside it are over.
      during = [...going].at(-1) ?? during
    }
    if (!stop.signal.aborted && enough?.(run)) stop.abort()
  }

  const session = createSession({
    run: randomBytes(4).toString('hex'),
    seed,
    profile: parseProfile(structuredClone(started.profile)),
    emit,
    timeoutMs: answerMs,
    patience,
    observed: false,
    ...(started.between && { through: (wire) => interruptedWire(wire, started.between!) }),
    // What is shortened is looked for in the record.
    recorded: shorten !== undefined,
    vouched,
    ...(focus !== undefined && {
      focus: {
        rules: new Set([focus.rule]),
        reproducer: focus.reproducer,
        found: (reproducer) => void (run.reproducer = pathText(reproducer)),
      },
    }),
  })
  const options = {
    checks,
    unasked: [],
    budget,
    allowOrders: false,
    require: 0,
    rerun: shorten !== undefined,
    reference,
    conclusions: shorten !== undefined,
    leaveAsIs: true,
    signal: stop.signal,
  }
  try {
    const { outcome, reason } = await runSuite(session, options)
    return { ...run, outcome, reason: reason?.message ?? null, ms: Math.round(performance.now() - began) }
  } finally {
    await session.close()
  }
}

// A part of the run for reruns: it has its own scenarios, and its findings do not count for the run.
import type { Finding, Unstamped } from '../../reports/run-record.ts'
import { createContexts, type Contexts, type Budget } from '../engine/contexts.ts'
import { findingsIn } from '../engine/ledger.ts'
import type { Session } from '../engine/session.ts'

export type Trial = {
  session: Session
  contexts: Contexts
  /** The violations that checks and invariants found. */
  findings: readonly Finding[]
  /** Rules that failed so far, and those that were asserted and passed. */
  broken: ReadonlySet<string>
  passed: ReadonlySet<string>
}

let trials = 0

/** Trials run one after the other: results that arrive during one belong to it. */
export const onTrial = async <T>(
  session: Session,
  contexts: Contexts,
  budget: Budget,
  work: (trial: Trial) => Promise<T>,
): Promise<T> => {
  const broken = new Set<string>()
  const passed = new Set<string>()
  const findings: Finding[] = []
  const found = (event: Unstamped): void => {
    const masked = session.mask(event)
    if (masked.type !== 'finding') return
    findings.push(masked)
    broken.add(masked.rule)
  }
  // Changes of the session during the trial stay visible.
  const quiet = Object.assign(Object.create(session) as Session, { emit: found })
  const own = createContexts(quiet, budget, `again${(trials += 1)}-`)
  const trial = { session: quiet, contexts: own, findings, broken, passed }
  try {
    return await session.ledger.divert(
      (results) => {
        for (const one of results.flatMap(({ assertions }) => assertions)) if (one.passed) passed.add(one.rule)
        for (const finding of findingsIn(results, session.trace.look)) found({ type: 'finding', ...finding })
      },
      () => work(trial),
    )
  } finally {
    for (const { id, role } of own.orders.open) contexts.orders.created(id, role)
  }
}

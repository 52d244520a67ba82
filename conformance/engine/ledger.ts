// What a run has found so far of the rules, of coverage and of wording, and where what invariants find goes.
import type { Finding } from '../../reports/run-record.ts'
import { createWireCoverage, type WireCoverage } from '../coverage/wire-coverage.ts'
import { findingOf } from '../evidence/failure.ts'
import type { SightOf } from '../evidence/exchange-facts.ts'
import { createInvariantChecker, type InvariantResult } from '../invariants/invariants.ts'
import type { Emit } from '../kit/event-stream.ts'
import { createLikeness, type Likeness } from '../likeness/likeness.ts'
import { createReadingsWatch, type Observed } from '../observe/watch-readings.ts'
import type { Secrets } from '../sut/secrets.ts'
import { createInvariantLedger, type InvariantLedger } from '../verdict/invariant-ledger.ts'
import type { Listener } from './listeners.ts'

export type Ledger = {
  invariants: Pick<InvariantLedger, 'results' | 'changed'>
  coverage: WireCoverage
  likeness: Likeness
  /** The company was asked for something over the control port, at this path. */
  companyActed(path: string): void
  add(results: readonly InvariantResult[]): void
  /** What invariants found so far counts, and what they find from now on: the preflight has passed. */
  open(): void
  /** While the work runs, what invariants find goes elsewhere. */
  divert<T>(to: (results: readonly InvariantResult[]) => void, work: () => Promise<T>): Promise<T>
  /** Those that look at every exchange and delivery, in order. */
  listeners: readonly Listener[]
}

type LedgerOptions = { secrets: Secrets; emit: Emit; factsOf: SightOf; isObserved: boolean }

/** What failed, as a record holds it. */
export const findingsIn = (results: readonly InvariantResult[], factsOf: SightOf): Finding[] =>
  results.flatMap(({ invariant, assertions }) =>
    assertions.filter(({ passed }) => !passed).map((one) => findingOf(one, invariant, factsOf)),
  )

export const createLedger = ({ secrets, emit, factsOf, isObserved }: LedgerOptions): Ledger => {
  const invariants = createInvariantLedger()
  const checker = createInvariantChecker(secrets)
  const coverage = createWireCoverage()
  const likeness = createLikeness()
  const readings = isObserved ? createReadingsWatch() : null
  // Another target than the intended one violates no rule, so that nothing counts before the preflight has passed.
  let early: InvariantResult[] | null = []
  let elsewhere: ((results: readonly InvariantResult[]) => void) | null = null

  const add: Ledger['add'] = (results) => {
    if (early) return void early.push(...results)
    if (elsewhere) return elsewhere(results)
    invariants.add(results)
    for (const finding of findingsIn(results, factsOf)) emit({ type: 'finding', ...finding })
  }

  const note = (found: readonly Observed[] = []): void => {
    for (const one of found) emit({ type: 'reading', ...one, check: 'observed' })
  }

  return {
    invariants,
    coverage,
    likeness,
    companyActed(path) {
      coverage.companyActed(path)
      readings?.companyActed(path)
    },
    add,
    open() {
      const before = early ?? []
      early = null
      add(before)
    },
    async divert(to, work) {
      elsewhere = to
      try {
        return await work()
      } finally {
        elsewhere = null
      }
    },
    listeners: [
      {
        exchange: (exchange) => add(checker.exchange(exchange)),
        delivery: (delivery) => add(checker.delivery(delivery)),
      },
      coverage,
      ...(isObserved ? [{ exchange: likeness.exchange }] : []),
      {
        exchange: (exchange) => note(readings?.exchange(exchange)),
        delivery: (delivery) => note(readings?.delivery(delivery)),
        probe: () => note(readings?.probe()),
      },
    ],
  }
}

// The exchanges and deliveries that show a finding, in the order in which they happened: the shortened plan's, where one was run.
import { neededFor } from '../needed-exchanges.ts'
import { shortenedRun } from '../shortened-run.ts'
import type { CauseFound, Finding, RecordedDelivery, RecordedExchange } from '../run-record.ts'
import type { Run } from '../summary.ts'
import type { Traffic } from './links.ts'

export type Step =
  | { kind: 'exchange'; id: string; at: string; exchange: RecordedExchange; guilty: boolean }
  | { kind: 'delivery'; id: string; at: string; delivery: RecordedDelivery; guilty: boolean }

type Sequence = { steps: Step[]; shortened: boolean }

export const sequenceOf = (finding: Finding, cause: CauseFound | null, run: Run, traffic: Traffic): Sequence => {
  const exchangeStep = (exchange: RecordedExchange, guilty: boolean): Step => ({
    kind: 'exchange',
    id: exchange.id,
    at: exchange.started_at,
    exchange,
    guilty,
  })
  const again = shortenedRun(finding, cause, run)
  if (again) return { steps: again.map((one, index) => exchangeStep(one, index === again.length - 1)), shortened: true }
  if (cause?.calls && cause.calls_of === cause.example) {
    const calls = new Set(cause.calls)
    const kept = run.exchanges.filter(({ id }) => calls.has(id))
    const about = new Set(finding.requests)
    return { steps: kept.map((one) => exchangeStep(one, about.has(one.id))), shortened: false }
  }
  const own = new Set(finding.requests)
  const exchanges = neededFor(finding, run.exchanges).map((one) => exchangeStep(one, own.has(one.id)))
  const deliveries = finding.requests.flatMap((id): Step[] => {
    const delivery = traffic.deliveries.get(id)
    return delivery ? [{ kind: 'delivery', id, at: delivery.received_at, delivery, guilty: true }] : []
  })
  const steps = [...exchanges, ...deliveries].toSorted((one, other) => (one.at < other.at ? -1 : 1))
  return { steps, shortened: false }
}

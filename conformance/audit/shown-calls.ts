// Which calls and deliveries of a journal a report shows: all, or of a long one those that its verdicts rest on.
import { bounds } from '../../fixtures/bounds.ts'
import type { Call, DeliveryCall, Journal } from './call.ts'
import type { Judged } from './judge-journal.ts'

type Shown = { calls: readonly Call[]; deliveries: readonly DeliveryCall[]; note: string | null }

export const shownOf = ({ calls, deliveries }: Journal, { findings, results }: Judged): Shown => {
  if (calls.length + deliveries.length <= bounds.audited.shownCalls) return { calls, deliveries, note: null }
  const ids = new Set([...findings, ...results].flatMap(({ requests }) => requests))
  const shown = {
    calls: calls.filter(({ id }) => ids.has(id)),
    deliveries: deliveries.filter(({ delivery }) => ids.has(delivery.id)),
  }
  const [all, few] = [calls.length + deliveries.length, shown.calls.length + shown.deliveries.length]
  return { ...shown, note: `Of ${all} calls and deliveries the reports show ${few}: those that verdicts rest on.` }
}

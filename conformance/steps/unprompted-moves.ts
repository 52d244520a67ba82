// Orders of a sandbox whose make-believe company moves them on its own: whether the events tell of such moves.
import { lifecycle } from '../contract/contract.ts'
import type { StepContext } from '../kit/context.ts'
import { changesTo, eventsTelling } from './events-telling.ts'
import { leadsFrom } from './status-chain.ts'

/** The statuses that advances could lead to. */
const onward = (from: string): Set<string> => {
  const known = new Set([from])
  for (const status of known) for (const next of lifecycle().advance[status] ?? []) known.add(next)
  return known
}

/** Whether an order in the sandbox was in one status and went on from there by steps that an advance could have made. */
export const hasMovedUnprompted = async (
  context: StepContext,
  id: string,
  from: string,
  to: unknown,
): Promise<boolean> => {
  const way = onward(from)
  if (context.environment !== 'sandbox' || to === from || !way.has(String(to))) return false
  const events = await eventsTelling(context, id, to)
  const reached = changesTo(events, to).toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
  if (!reached || !leadsFrom(events, reached, from, way)) return false
  if (from === 'pending_review' && to === 'new')
    context.recordReading('lifecycle.placement-delay', 'by-itself', { id: reached.source })
  else context.recordReading('sandbox.unprompted-moves', 'moves-by-itself', { id: reached.source })
  return true
}

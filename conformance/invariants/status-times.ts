// No order changed its status later than it changed at all, and no revision request before it was opened.
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { atLeast } from '../evidence/expected.ts'
import type { ShapeInvariant } from './schema/shape.ts'
import type { Visit } from './schema/visit.ts'

const rule = 'order.updated-at-moves-with-the-status'
const ofRequests = 'revisions.updated-at-is-not-before-created-at'

// The two may be taken one after the other, and be cut to the second.
const slackMs = 1_000

/** Another form is another rule's matter. */
const inUtc = /(?:Z|\+00:00)$/

type Shown = { status?: { changed_at?: unknown } | null; dates?: { updated_at?: unknown } | null }

/** What is created and updated at once may take its two times one after the other. */
const requestTimes = ({ value, pointer }: Visit): Assertion[] => {
  const { created_at: created, updated_at: updated } = (value ?? {}) as { created_at?: unknown; updated_at?: unknown }
  if (!inUtc.test(String(created)) || !inUtc.test(String(updated))) return []
  const early = Date.parse(String(created)) - Date.parse(String(updated))
  if (Number.isNaN(early)) return []
  return assertion(ofRequests, early <= slackMs, atLeast(created), updated, `${pointer}/updated_at`)
}

const orderTimes = ({ value, pointer }: Visit): Assertion[] => {
  const { status, dates } = (value ?? {}) as Shown
  const [changed, updated] = [String(status?.changed_at), String(dates?.updated_at)]
  if (!inUtc.test(changed) || !inUtc.test(updated)) return []
  const late = Date.parse(changed) - Date.parse(updated)
  if (Number.isNaN(late)) return []
  return assertion(rule, late <= slackMs, atLeast(changed), updated, `${pointer}/dates/updated_at`)
}

export const statusTimes: ShapeInvariant = {
  id: 'invariant.status-times',
  rules: [rule, ofRequests],
  assert: ({ visits }) =>
    visits.flatMap((visit) => {
      const { components } = visit
      if (components.includes('RevisionRequest')) return requestTimes(visit)
      return components.includes('Order') || components.includes('OrderListItem') ? orderTimes(visit) : []
    }),
}

// No order changed its status later than it changed at all.
import { assertion } from '../evidence/assertion.ts'
import { atLeast } from '../evidence/expected.ts'
import type { ShapeInvariant } from './schema/shape.ts'

const rule = 'order.updated-at-moves-with-the-status'

// The two may be taken one after the other, and be cut to the second.
const slackMs = 1_000

/** Another form is another rule's matter. */
const inUtc = /(?:Z|\+00:00)$/

type Shown = { status?: { changed_at?: unknown } | null; dates?: { updated_at?: unknown } | null }

export const statusTimes: ShapeInvariant = {
  id: 'invariant.status-times',
  rules: [rule],
  assert: ({ visits }) =>
    visits
      .filter(({ components }) => components.includes('Order') || components.includes('OrderListItem'))
      .flatMap(({ value, pointer }) => {
        const { status, dates } = (value ?? {}) as Shown
        const [changed, updated] = [String(status?.changed_at), String(dates?.updated_at)]
        if (!inUtc.test(changed) || !inUtc.test(updated)) return []
        const late = Date.parse(changed) - Date.parse(updated)
        if (Number.isNaN(late)) return []
        const expected = atLeast(changed)
        return assertion(rule, late <= slackMs, expected, updated, `${pointer}/dates/updated_at`)
      }),
}

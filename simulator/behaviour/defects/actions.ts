// Defects that break rules of the area actions.
import type { Defect } from '../create-behaviour.ts'

export const actions: readonly Defect[] = [
  {
    id: 'hold-after-delivery',
    breaks: 'actions.hold-refused-in-report-complete',
    bug: 'An order whose report is complete can still be put on hold.',
    apply: ({ lifecycle }) => {
      const mayHold = lifecycle.mayHold
      lifecycle.mayHold = function mayHoldWhenComplete(order) {
        return order.status.code === 'report_complete' || mayHold.call(this, order)
      }
    },
  },
]

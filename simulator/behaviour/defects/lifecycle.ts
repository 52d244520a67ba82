// Defects that break rules of the area lifecycle.
import type { Defect } from '../create-behaviour.ts'

export const lifecycle: readonly Defect[] = [
  {
    id: 'review-is-skipped',
    breaks: 'lifecycle.order-needing-review-starts-in-pending-review',
    bug: 'Orders that the company must review start in `new` like all others.',
    apply: ({ creation }) => {
      creation.isUnusual = () => false
    },
  },
]

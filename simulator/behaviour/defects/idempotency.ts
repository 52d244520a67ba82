// Defects that break rules of the area idempotency.
import type { Defect } from '../create-behaviour.ts'

export const idempotency: readonly Defect[] = [
  {
    id: 'replay-makes-a-second-order',
    breaks: 'idempotency.replay-places-no-second-order',
    bug: 'The idempotency key is forgotten at once, so that a retried create makes a second order.',
    apply: ({ idempotency }) => {
      idempotency.isForgotten = () => true
    },
  },
]

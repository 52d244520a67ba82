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
  {
    id: 'key-shared-by-all',
    breaks: 'idempotency.key-scoped-to-the-credential',
    bug: 'A key that one credential used is taken for every other as well.',
    apply: ({ idempotency }) => {
      idempotency.scope = (_clientId, key) => `POST /orders ${key}`
    },
  },
  {
    id: 'key-forgotten-within-the-day',
    breaks: 'idempotency.key-remembered-24-hours',
    bug: 'A key is forgotten after an hour.',
    apply: ({ idempotency }) => {
      idempotency.memorySeconds = 3_600
    },
  },
  {
    id: 'key-never-forgotten',
    breaks: 'idempotency.key-forgotten-after-24-hours',
    bug: 'A key is remembered for ever.',
    apply: ({ idempotency }) => {
      idempotency.isForgotten = () => false
    },
  },
  {
    id: 'body-is-not-compared',
    breaks: 'idempotency.other-body-is-409',
    bug: 'A key that was used answers with its order whatever body comes with it.',
    apply: ({ idempotency }) => {
      idempotency.sameBody = () => true
    },
  },
]

// Defects of how long an idempotency key is remembered, and for which calls.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/index.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

/** The key of a create is refused at another operation. */
const refusedUnderAKey = (operation: string): Mutation =>
  op.perTarget((used = new Set<unknown>()) => [
    op.refuseWith(
      'idempotency.around',
      (id, { headers }) =>
        id === operation &&
        used.has(headers['idempotency-key']) &&
        new Refusal('idempotency_key_reused', 'This idempotency key was used with a different body.'),
    ),
    op.note('idempotency.scope', (_clientId, key) => void used.add(key)),
  ])

export const keyMemory: readonly Defect[] = rows({
  'key-forgotten-within-the-day': {
    breaks: 'idempotency.key-remembered-24-hours',
    bug: 'A key is forgotten in a twenty-fourth of the time.',
    apply: op.set('idempotency.memorySeconds', (usual) => usual / 24),
  },
  'key-never-forgotten': {
    breaks: 'idempotency.key-forgotten-after-24-hours',
    bug: 'A key is remembered for ever.',
    apply: op.replace('idempotency.isForgotten', false),
  },
  'key-remembered-five-minutes-longer': {
    breaks: 'idempotency.key-forgotten-after-24-hours',
    bug: 'A key is remembered five minutes more than a day.',
    deep: 'only when time has passed',
    apply: op.set('idempotency.memorySeconds', (usual) => usual + 300),
  },
  'key-of-a-cancelled-order-forgotten': {
    breaks: 'idempotency.key-remembered-24-hours',
    bug: 'What is kept of a cancelled order goes after half a day, its key too.',
    deep: 'only for a cancelled order, when time has passed',
    apply: op.perTarget((cancelled = new Set<string>()) => [
      op.wrap(
        'idempotency.isForgotten',
        (usual, { order_id, created_at }, now) => usual || (cancelled.has(order_id) && now - created_at > 43_200_000),
      ),
      op.note('lifecycle.mayCancel', ({ id }) => void cancelled.add(id)),
    ]),
  },
  'replay-adds-a-day': {
    breaks: 'idempotency.key-forgotten-after-24-hours',
    bug: 'Each replay lets a key live a day longer than it would have.',
    deep: 'only after a replay',
    apply: op.wrap('idempotency.used', (usual) => ({ ...usual, created_at: usual.created_at + 86_400_000 })),
  },
  'key-forgotten-five-minutes-early': {
    breaks: 'idempotency.key-remembered-24-hours',
    bug: 'A key is remembered five minutes less than a day.',
    deep: 'only when time has passed',
    apply: op.set('idempotency.memorySeconds', (usual) => usual - 300),
  },
  'expired-key-not-remembered-again': {
    breaks: 'idempotency.key-remembered-24-hours',
    bug: 'A key used again after a day keeps its old row, so that the second order is never found under it.',
    deep: 'only for the second create under a key',
    apply: op.perTarget((first = new Map<string, number>()) =>
      op.wrap('idempotency.isForgotten', (usual, { id, created_at }, now) => {
        if (!first.has(id)) first.set(id, created_at)
        return usual || now - first.get(id)! >= 86_400_000
      }),
    ),
  },
  'expired-key-refuses-another-body': {
    breaks: 'idempotency.key-forgotten-after-24-hours',
    bug: 'After a day a key is free for the same body only; another is refused still.',
    deep: 'only when time has passed, for another body',
    apply: op.perTarget((last = '') => [
      op.wrap('idempotency.fingerprint', (usual) => (last = usual)),
      op.wrap('idempotency.isForgotten', (usual, { fingerprint }) => usual && fingerprint === last),
    ]),
  },
  'creates-sweep-keys-of-half-a-day': {
    breaks: 'idempotency.key-remembered-24-hours',
    bug: 'Each create sweeps out the keys that are older than half a day.',
    deep: 'only when time has passed and another order was placed',
    apply: op.perTarget((since = 0) => [
      op.wrap('idempotency.isForgotten', (usual, { created_at }) => usual || created_at < since),
      op.wrap('idempotency.startsAt', (at) => {
        since = at - 43_200_000
        return at
      }),
    ]),
  },
  'key-of-a-create-refused-on-a-message': {
    breaks: 'idempotency.key-scoped-to-the-endpoint',
    bug: 'A message under the key of a create is refused as the same key with another body.',
    deep: 'only for the key of a create',
    apply: refusedUnderAKey('sendMessage'),
  },
  'key-of-a-create-refused-on-an-amendment': {
    breaks: 'idempotency.key-means-nothing-to-other-writes',
    bug: 'An amendment under the key of a create is refused as the same key with another body.',
    deep: 'only for the key of a create',
    also: ['idempotency.key-scoped-to-the-endpoint'],
    apply: refusedUnderAKey('amendOrder'),
  },
})

// Defects that break rules of the area idempotency.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'

export const idempotency: readonly Defect[] = [
  ...(
    [
      ['keys-without-case', 'Keys are compared without regard to case.', (key: string) => key.toLowerCase()],
      ['keys-cut-short', 'Keys are kept in a column of 32 letters.', (key: string) => key.slice(0, 32)],
      ['long-keys-cut-short', 'Keys are kept in a column of 64 letters.', (key: string) => key.slice(0, 64)],
    ] as const
  ).map(([id, bug, kept]): Defect => ({
    id,
    breaks: 'idempotency.another-key-is-another-create',
    bug,
    deep: 'only for a key that is like a used one',
    apply: op.misread('idempotency.scope', (clientId, key) => [clientId, kept(key)]),
  })),
  ...rows({
    'key-must-be-a-uuid': {
      breaks: 'idempotency.key-accepted-on-create',
      bug: 'A key that is no UUID is refused.',
      apply: op.refuseWith(
        'idempotency.scope',
        (_clientId, key) =>
          !/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(key) &&
          new Refusal('invalid_request', 'The idempotency key must be a UUID.'),
      ),
    },
    'key-used-up-elsewhere': {
      breaks: 'idempotency.key-scoped-to-the-endpoint',
      bug: 'A key that came with any other call counts as used.',
      deep: 'only after the key was sent elsewhere',
      apply: op.perTarget((used = new Set<string>()) => [
        op.refuseWith(
          'idempotency.scope',
          (_clientId, key) =>
            used.has(key) && new Refusal('idempotency_key_reused', 'This key was used with another call.'),
        ),
        op.note('access.authorization', ({ method, url, headers }) => {
          const key = headers['idempotency-key']
          const isCreate = method === 'POST' && String(url).endsWith('/orders')
          if (typeof key === 'string' && !isCreate) used.add(key)
        }),
      ]),
    },
    'replay-refused-once-amended': {
      breaks: 'idempotency.replay-returns-201',
      bug: 'A replay is compared with the order as it is, and refused once that was amended.',
      deep: 'only after an amendment',
      apply: op.refuseWith('idempotency.replay', ({ response }, current) => {
        const [before, now] = [response.body, current?.()].map((order) => order as Partial<Wire> | undefined)
        return (
          JSON.stringify(now?.['appraiser_instructions']) !== JSON.stringify(before?.['appraiser_instructions']) &&
          new Refusal('idempotency_key_reused', 'This idempotency key was used with a different body.')
        )
      }),
    },
    'last-key-remembered-alone': {
      breaks: 'idempotency.replay-returns-the-original-order',
      bug: 'A key is forgotten as soon as an order is placed under another one.',
      deep: 'only after another create',
      apply: op.perTarget((latest = 0) => [
        op.wrap('idempotency.isForgotten', (usual, { created_at }) => usual || created_at < latest),
        op.wrap('idempotency.startsAt', (at) => (latest = at)),
      ]),
    },
    'second-replay-is-the-first-again': {
      breaks: 'idempotency.replay-returns-the-original-order',
      bug: 'The cache of replays has one place, which the first one keeps.',
      deep: 'only from the second replay on',
      apply: op.stale('idempotency.replay'),
    },
    'replay-is-200': {
      breaks: 'idempotency.replay-returns-201',
      bug: 'A replay is answered 200, as nothing is created.',
      deep: 'only on a replay',
      apply: op.wrap('idempotency.replay', (given) => ({ ...given, status: 200 })).as('answer'),
    },
    'replay-is-200-once-moved': {
      breaks: 'idempotency.replay-returns-201',
      bug: 'A replay is answered 200 once the status of its order has changed.',
      deep: 'only after a change of status',
      apply: op.wrap('idempotency.replay', (answer, record, current) => {
        const codeOf = (order: unknown) => (order as { status?: { code?: unknown } } | undefined)?.status?.code
        const hasMoved = codeOf(current?.()) !== codeOf(record.response.body)
        return { ...answer, ...(hasMoved && { status: 200 }) }
      }),
    },
    'other-body-takes-the-key': {
      breaks: 'idempotency.replay-returns-201',
      bug: 'A body that is refused for a reused key is noted as the one that the key stands for.',
      deep: 'only after a reused key',
      apply: op.perTarget((last = new Map<string, string>()) =>
        op.instead('idempotency.sameBody', (usual, record, fingerprint) => {
          if (last.has(record.id)) return last.get(record.id) === fingerprint
          if (usual(record, fingerprint)) return true
          last.set(record.id, fingerprint)
          return false
        }),
      ),
    },
    'keys-in-lower-case': {
      breaks: 'idempotency.key-accepted-on-create',
      bug: 'Keys are compared in lower case, so that one that differs in letter case alone counts as used.',
      deep: 'only for keys that differ in letter case',
      apply: op.misread('idempotency.scope', (clientId, key) => [clientId, key.toLowerCase()]),
    },
    'bodies-compared-by-their-beginning': {
      breaks: 'idempotency.other-body-is-409',
      bug: 'Two bodies are the same when their first 256 characters are.',
      deep: 'only late in the body',
      apply: op.replace('idempotency.compared', (_body, text) => text.slice(0, 256)),
    },
    'bodies-compared-without-the-loan': {
      breaks: 'idempotency.other-body-is-409',
      bug: 'The loan is left out when two bodies are compared.',
      deep: 'only for one field',
      apply: op.misread('idempotency.compared', (body) => [{ ...(body as object), loan: null }]),
    },
    'keys-are-looked-up-side-by-side': {
      breaks: 'idempotency.simultaneous-creates-place-one-order',
      bug: 'A key is noted when its order is stored, so that creates that come together find it unused.',
      deep: 'only under concurrency',
      apply: op.perTarget((calls = 0) => [
        op.replace('idempotency.waitsUnder', (id) => `${id} ${(calls += 1)}`),
        op.replace('idempotency.work', () => new Promise((resolve) => setTimeout(resolve, 20))),
      ]),
    },
    'reused-key-is-a-conflict': {
      breaks: 'idempotency.other-body-is-idempotency-key-reused',
      bug: 'A reused key has the general code of conflicts.',
      deep: 'only on a reused key',
      apply: op.recode(({ code }) => code === 'idempotency_key_reused', 'conflict'),
    },
    'reused-key-places-an-order-and-is-refused': {
      breaks: 'idempotency.other-body-places-no-order',
      bug: 'The key is compared when the order is stored, and the order is not taken back.',
      deep: 'only on a reused key',
      apply: op.mutation('late', ({ idempotency, wire }) => {
        const { sameBody, isForgotten, fingerprint: make, scope } = idempotency
        let [fingerprint, key] = ['', '']
        let isReused = false
        idempotency.fingerprint = function noted(body, text) {
          return (fingerprint = make.call(this, body, text))
        }
        idempotency.scope = (clientId, sent) => (key = scope(clientId, sent))
        idempotency.isForgotten = function passedOver(record, now) {
          if (isForgotten.call(this, record, now)) return true
          if (record.id !== key || sameBody(record, fingerprint)) return false
          isReused = true
          return true
        }
        const { finish } = wire
        wire.finish = function late(operationId, answer, asker) {
          if (operationId === 'createOrder' && isReused) {
            isReused = false
            throw new Refusal('idempotency_key_reused', 'This idempotency key was used with a different body.')
          }
          return finish.call(this, operationId, answer, asker)
        }
      }),
    },
    'read-counts-as-a-change': {
      breaks: 'idempotency.get-is-safe-to-repeat',
      bug: 'That an order was looked at is noted on it, and moves `updated_at`.',
      apply: op.instead('present.order', (usual, order, ...rest) => {
        const shown = usual(order, ...rest)
        Object.assign(order, { updated_at: order.updated_at + 1 })
        return shown
      }),
    },
    'replay-makes-a-second-order': {
      breaks: 'idempotency.replay-places-no-second-order',
      bug: 'The idempotency key is forgotten at once, so that a retried create makes a second order.',
      apply: op.accept('idempotency.isForgotten'),
    },
    'key-shared-by-all': {
      breaks: 'idempotency.key-scoped-to-the-credential',
      bug: 'A key that one credential used is taken for every other as well.',
      apply: op.replace('idempotency.scope', (_clientId, key) => `POST /orders ${key}`),
    },
    'body-is-not-compared': {
      breaks: 'idempotency.other-body-is-409',
      bug: 'A key that was used answers with its order whatever body comes with it.',
      apply: op.accept('idempotency.sameBody'),
    },
    'bodies-compared-by-their-values': {
      breaks: 'idempotency.other-body-is-409',
      bug: 'Bodies are compared by a sum over their parts, whatever their order.',
      deep: 'only for bodies of the same values in other fields',
      apply: op.wrap('idempotency.compared', (usual) => [...usual].toSorted().join('')),
    },
    'bodies-compared-without-case': {
      breaks: 'idempotency.other-body-is-409',
      bug: 'Bodies are compared in lower case.',
      deep: 'only for bodies that differ in the case of a letter',
      apply: op.wrap('idempotency.compared', (usual) => usual.toLowerCase()),
    },
    'bodies-compared-without-flags': {
      breaks: 'idempotency.other-body-is-409',
      bug: 'Of two bodies the texts are compared, and no flags.',
      deep: 'only for bodies that differ in a flag',
      apply: op.instead('idempotency.compared', (usual, body, text) => {
        const unflagged = (_name: string, value: unknown): unknown => (typeof value === 'boolean' ? null : value)
        return usual(JSON.parse(JSON.stringify(body ?? null, unflagged)), text)
      }),
    },
    'first-borrower-compared-alone': {
      breaks: 'idempotency.other-body-is-409',
      bug: 'Of the borrowers of two bodies the first is compared.',
      deep: 'only for bodies that differ in the co-borrower',
      apply: op.instead('idempotency.compared', (usual, body, text) => {
        const { borrowers, ...rest } = body as { borrowers?: unknown[] }
        return usual({ ...rest, borrowers: borrowers?.slice?.(0, 1) }, text)
      }),
    },
    'third-replay-places-another': {
      breaks: 'idempotency.replay-places-no-second-order',
      bug: 'A key is forgotten with its second replay.',
      deep: 'only for the third replay',
      apply: op.perTarget((replays = new Map<string, number>()) => [
        op.wrap(
          'idempotency.isForgotten',
          (isForgotten, { order_id }) => isForgotten || (replays.get(order_id) ?? 0) >= 2,
        ),
        op.note('idempotency.replay', ({ order_id }) => void replays.set(order_id, (replays.get(order_id) ?? 0) + 1)),
      ]),
    },
    'bodies-compared-with-quotes-unescaped': {
      breaks: 'idempotency.other-body-is-409',
      bug: 'Bodies are compared as a text that is put together without escaping quotes.',
      deep: 'only for bodies that differ in where a text ends',
      apply: op.wrap('idempotency.compared', (usual) => usual.replaceAll('\\"', '"')),
    },
    'other-body-at-once-places-another': {
      breaks: 'idempotency.other-body-is-409',
      bug: 'Creates wait for each other under a name made of key and body, so that two different ones find the key unused.',
      deep: 'only under concurrency',
      apply: op.perTarget((fingerprint = '') => [
        op.wrap('idempotency.fingerprint', (usual) => (fingerprint = usual)),
        op.wrap('idempotency.waitsUnder', (id) => `${id} ${fingerprint}`),
        op.replace('idempotency.work', () => new Promise((resolve) => setTimeout(resolve, 20))),
      ]),
    },
  }),
]

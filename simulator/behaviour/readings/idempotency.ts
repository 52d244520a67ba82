// Permitted readings of the freedoms of the area idempotency.
import { instead, replace, set, together, wrap } from '../operators/index.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { IdempotencyRecord } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Behaviour } from '../behaviour.ts'
import { canonical } from '../idempotency.ts'
import { keyHonoured } from '../repeated-writes.ts'
import type { Answer } from '../wire.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { operationsOf } from './reading-patches.ts'

type Idempotency = Behaviour['idempotency']

const replaying = (change: (answer: Answer, current: () => unknown) => Answer): ReadingPatch =>
  wrap('idempotency.replay', (answer, record, current) =>
    record.order_id === '' ? answer : change(answer, current ?? (() => answer.body)),
  )

/** Refusals for what was sent, which the same body would get again. */
const isForTheBody = ({ code, status }: Refusal): boolean =>
  status === undefined && ['invalid_request', 'validation_failed', 'semantic_validation_failed'].includes(code)

const binding = (replays: boolean): ReadingPatch =>
  together(replace('idempotency.bindsRefusal', isForTheBody), set('idempotency.replaysRefusal', replays))

const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner)]))
}

const compared = (compare: Idempotency['compared']): ReadingPatch => replace('idempotency.compared', compare)

/** A creation takes a moment, so that two can meet. */
const meeting = (refusal: () => Refusal): ReadingPatch =>
  together(
    replace('idempotency.work', async () => {
      await pause(80)
    }),
    replace('idempotency.whileAtWork', () => {
      throw refusal()
    }),
  )

const judgingKeys = (judge: (key: string) => string | undefined): ReadingPatch =>
  instead('idempotency.key', (usual, sent) => (sent === undefined ? undefined : judge(sent)) ?? usual(sent))

const emptyRefused = (code: string, status: number): ReadingPatch =>
  judgingKeys((sent) => {
    if (sent !== '') return undefined
    throw new Refusal(code, 'The Idempotency-Key header is empty; send a text or leave it out.', { status })
  })

const longestKey = 64

const window =
  (change: Partial<Pick<Idempotency, 'startsAt' | 'used'>>): ReadingPatch =>
  ({ behaviour: { idempotency } }) => {
    Object.assign(idempotency, change)
  }

const usedNow = (record: IdempotencyRecord, now: number): IdempotencyRecord => ({ ...record, created_at: now })

/** A hold that was taken already is answered 409, and not as the first one. */
const keyed = new Set(operationsOf('idempotency.key-on-other-writes'))

export const idempotency: AreaReadings = {
  'idempotency.replay-body': { 'current-body': replaying((answer, current) => ({ ...answer, body: current() })) },
  'idempotency.replay-marker': {
    'marked-by-header': replaying((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'Idempotency-Replayed': 'true' },
    })),
  },
  'idempotency.key-after-refusal': { remembered: binding(true), 'bound-to-body': binding(false) },
  'idempotency.key-after-failure': {
    'same-order': (ground) => {
      ground.behaviour.idempotency.keepsOrderOfFailure = true
      // What was remembered before the answer was there has no body yet.
      replaying((answer, current) => (answer.body === undefined ? { ...answer, body: current() } : answer))(ground)
    },
  },
  'idempotency.body-equality': {
    'same-bytes': compared((_body, text) => text),
    'same-order-meaning': compared((body) => canonical(withoutNulls(body))),
  },
  'idempotency.simultaneous-requests': {
    'status-409': meeting(
      () =>
        new Refusal('idempotency_key_in_use', 'A request with this key is still at work; try again.', { status: 409 }),
    ),
    'status-503': meeting(
      () => new Refusal('service_unavailable', 'A request with this key is still at work; try again.'),
    ),
  },
  'idempotency.window-start': {
    'first-response': window({ startsAt: (_requestedAt, answeredAt) => answeredAt }),
    'last-use': window({ used: usedNow }),
  },
  'idempotency.key-form': {
    'limited-length': judgingKeys((sent) => {
      if (sent.length <= longestKey) return undefined
      throw new Refusal('validation_failed', `The Idempotency-Key may have ${longestKey} characters.`)
    }),
  },
  'idempotency.empty-key': {
    'status-400': emptyRefused('invalid_request', 400),
    'status-422': emptyRefused('validation_failed', 422),
    'a-key': judgingKeys((sent) => (sent === '' ? sent : undefined)),
  },
  'idempotency.key-on-other-writes': { honoured: keyHonoured((operationId) => keyed.has(operationId)) },
}

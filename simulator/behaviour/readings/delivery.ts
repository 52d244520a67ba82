// Permitted readings of the freedoms of the area delivery.
import { misread, replace, set, wrap } from '../operators/index.ts'
import { createHash } from 'node:crypto'
import type { AreaReadings, ReadingPatch } from './reading.ts'

type Header = [name: string, value: string]

/** A number from 0 to below 1 that the text alone decides. */
const draw = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

const late = (by: (eventId: string, attempt: number) => number): ReadingPatch =>
  wrap('webhooks.lateBy', (usual, event, attempt) => usual + Math.round(by(event.id, attempt)))

const withHeaders = (change: (headers: Header[], eventId: string) => Header[]): ReadingPatch =>
  wrap('webhooks.headers', (usual, event) => change(usual, event.id))

const written = (change: (json: string) => string): ReadingPatch => wrap('webhooks.serialise', (usual) => change(usual))

const escaped = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const delivery: AreaReadings = {
  'delivery.ninth-attempt-gap': {
    // The last wait that makes the stated total right.
    'six-hours': ({ behaviour: { webhooks }, contract }) => {
      const others = webhooks.schedule.slice(0, -1)
      const passed = others.reduce((sum, wait) => sum + wait, 0)
      webhooks.schedule = [...others, contract.webhooks.stated_total_seconds - passed]
    },
  },
  'delivery.gap-measured-from': {
    'from-end': misread('webhooks.nextAttempt', (schedule, made, _startedAt, endedAt) => [schedule, made, endedAt]),
  },
  'delivery.lateness': {
    'within-a-minute': late((id, attempt) => (attempt === 1 ? 0 : draw(`${id} ${attempt}`) * 40_000)),
  },
  'delivery.first-attempt-delay': {
    'few-seconds': late((_id, attempt) => (attempt === 1 ? 2_500 : 0)),
    'within-a-minute': late((id, attempt) => (attempt === 1 ? 30_000 + draw(id) * 30_000 : 0)),
  },
  'delivery.order-of-arrival': { 'any-order': late((id, attempt) => (attempt === 1 ? draw(id) * 1_500 : 0)) },
  'delivery.duplicates': {
    sometimes: replace('webhooks.repeatsAfterSuccess', ({ id }) => draw(id) < 0.25),
  },
  'delivery.blocking': {
    'one-after-another': set('webhooks.attemptsAtATime', 1),
  },
  'delivery.content-type-parameter': {
    'with-charset': withHeaders((headers) =>
      headers.map(([name, value]) => [name, /^content-type$/i.test(name) ? `${value}; charset=utf-8` : value]),
    ),
  },
  'delivery.extra-headers': {
    'further-headers': withHeaders((headers, id) => [
      ...headers,
      ['Accept', '*/*'],
      ['X-Service-Trace-Id', createHash('sha256').update(id).digest('hex').slice(0, 32)],
    ]),
  },
  'delivery.header-letter-case': {
    'lower-case': withHeaders((headers) => headers.map(([name, value]) => [name.toLowerCase(), value])),
  },
  'delivery.hex-case': {
    'upper-case': wrap('webhooks.signature', (usual) => usual.toUpperCase()),
  },
  'delivery.timeout-scope': {
    'body-received': set('webhooks.needsWholeAnswer', true),
  },
  'delivery.json-text': {
    indented: written((json) => `${JSON.stringify(JSON.parse(json), null, 2)}\n`),
    escaped: written(escaped),
  },
  'delivery.receiver-certificates': {
    verified: set('webhooks.verifiesLoopback', true),
  },
}

// Defects of one delivery: its request, signature, headers and envelope.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import { createHash, createHmac } from 'node:crypto'
import type { Defect } from '../defect.ts'

/** A header has another value. */
const setHeader = (name: string, value: (usual: string) => string): Mutation =>
  op.wrap('webhooks.headers', (headers) => headers.map(([key, usual]) => [key, key === name ? value(usual) : usual]))

const withoutHeader = (name: string, when: (event: object) => boolean = () => true): Mutation =>
  op.wrap('webhooks.headers', (headers, event) => headers.filter(([key]) => key !== name || !when(event))).as('drop')

const laterBy = (hours: number, time: unknown): string =>
  new Date(Date.parse(String(time)) + hours * 3_600_000).toISOString()

/** What is sent again differs from what was sent first. */
const redelivered = (change: (envelope: Wire) => Wire): Mutation =>
  op.replace('webhooks.bodyForRedelivery', ({ body }) => JSON.stringify(change(JSON.parse(body) as Wire)))

export const deliveryRequests: readonly Defect[] = rows({
  'deliveries-are-put': {
    breaks: 'delivery.request-is-a-post',
    bug: 'Events are sent with PUT, as each has an id of its own.',
    apply: op.set('webhooks.method', 'PUT'),
  },
  'order-id-of-the-test-shard': {
    breaks: 'delivery.no-real-order-id-looks-synthetic',
    bug: 'Every tenth order is kept on another shard, whose name stands in its ids.',
    deep: 'only every tenth order',
    apply: op.perTarget((placed = 0) =>
      op.wrap('creation.orderId', (id) => ((placed += 1) % 10 === 0 ? id.replace('ord_', 'ord_test_') : id)),
    ),
  },
  'signature-without-timestamp': {
    breaks: 'delivery.signature-covers-t-and-raw-body',
    bug: 'The webhook signature covers the body alone, so that the timestamp can be forged.',
    apply: op.misread('webhooks.signature', (secret) => [secret, 0]),
  },
  'signature-over-pretty-json': {
    breaks: 'delivery.signature-covers-t-and-raw-body',
    bug: 'The body is serialised again with indentation to be signed, and sent without it.',
    apply: op.misread('webhooks.signature', (secret, t, body) => [
      secret,
      t,
      Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2)),
    ]),
  },
  'signature-over-text-without-emoji': {
    breaks: 'delivery.signature-covers-t-and-raw-body',
    bug: 'The text to sign passes through a column whose character set ends at 65,535, and the body does not.',
    deep: 'only for a letter beyond the first 65,536, such as an emoji',
    apply: op.misread('webhooks.signature', (secret, t, body) => [
      secret,
      t,
      Buffer.from(body.toString().replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ]),
  },
  'signature-with-sha512': {
    breaks: 'delivery.signature-is-hmac-sha256',
    bug: 'The signature is made with SHA-512 and cut to the usual length.',
    apply: op.replace('webhooks.signature', (secret, t, body) =>
      createHmac('sha512', secret).update(`${t}.`).update(body).digest('hex').slice(0, 64),
    ),
  },
  'signature-is-a-plain-hash': {
    breaks: 'delivery.signature-is-hmac-sha256',
    bug: 'The secret is put before the text and hashed with it instead of keying an HMAC.',
    apply: op.replace('webhooks.signature', (secret, t, body) =>
      createHash('sha256').update(secret).update(`${t}.`).update(body).digest('hex'),
    ),
  },
  'signature-without-key': {
    breaks: 'delivery.signature-is-keyed-with-the-secret',
    bug: 'The secret is looked up under a name that it does not have, so that the HMAC is made with an empty key.',
    apply: op.misread('webhooks.signature', () => ['']),
  },
  'signature-in-base64': {
    breaks: 'delivery.signature-is-in-hex',
    bug: 'The signature is written in base64.',
    apply: op.replace('webhooks.signature', (secret, t, body) =>
      createHmac('sha256', secret).update(`${t}.`).update(body).digest('base64'),
    ),
  },
  'signature-time-in-milliseconds': {
    breaks: 'delivery.signature-header-form',
    bug: 'The time of a signature is given in milliseconds.',
    apply: op.replace('webhooks.timestamp', (now) => now),
  },
  'signature-header-without-version': {
    breaks: 'delivery.signature-header-form',
    bug: 'The signature header holds the bare signature and the time, without their names.',
    apply: op.replace('webhooks.signatureHeader', (t, v1) => `${t},${v1}`),
  },
  'signature-time-of-the-event': {
    breaks: 'delivery.retry-has-a-fresh-t',
    bug: 'The time of a signature is taken once an event and kept at every retry.',
    apply: op.stale('webhooks.timestamp', (_now, { id }) => id),
  },
  'secret-signs-without-its-spaces': {
    breaks: 'delivery.signature-is-keyed-with-the-secret',
    bug: 'A secret signs without the spaces around it.',
    deep: 'only for a secret with spaces around it',
    apply: op.wrap('webhooks.secretFor', (secret) => secret.trim()),
  },
  'secret-signs-as-it-stands-in-a-page': {
    breaks: 'delivery.signature-is-keyed-with-the-secret',
    bug: 'A secret is kept as it is shown on a page, with its signs written out.',
    deep: 'only for a secret with a sign that HTML writes otherwise',
    apply: op.wrap('webhooks.secretFor', (secret) =>
      secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ),
  },
  'secret-signs-without-its-backslashes': {
    breaks: 'delivery.signature-is-keyed-with-the-secret',
    bug: 'A secret is unescaped once more as it is read, and loses its backslashes.',
    deep: 'only for a secret with a backslash',
    apply: op.wrap('webhooks.secretFor', (secret) => secret.replaceAll('\\', '')),
  },
  'retries-with-the-former-secret': {
    breaks: 'delivery.retry-signed-with-secret-in-force',
    bug: 'An event remembers the secret of its first attempt, so that retries after a rotation have the former one.',
    apply: op.stale('webhooks.secretFor', (_configuration, { id }) => id),
  },
  'event-id-header-missing': {
    breaks: 'delivery.event-id-header',
    bug: 'The header with the id of the event is forgotten.',
    apply: withoutHeader('X-Service-Event-Id'),
  },
  'event-id-header-is-a-delivery-id': {
    breaks: 'delivery.event-id-header-equals-envelope-id',
    bug: 'The header with the id of the event has an id of the delivery instead.',
    apply: setHeader('X-Service-Event-Id', (id) => id.replace('evt_', 'dlv_')),
  },
  'event-type-header-without-resource': {
    breaks: 'delivery.event-type-header-equals-envelope-type',
    bug: 'The header with the type leaves out what comes before the dot.',
    apply: setHeader('X-Service-Event-Type', (type) => type.replace('order.', '')),
  },
  'signature-header-missing': {
    breaks: 'delivery.signature-header',
    bug: 'Deliveries go out without a signature.',
    apply: withoutHeader('X-Service-Signature'),
  },
  'user-agent-of-the-library': {
    breaks: 'delivery.user-agent-header',
    bug: 'The sender names its HTTP library as its user agent.',
    apply: setHeader('User-Agent', () => 'node-fetch/1.0'),
  },
  'delivery-as-plain-text': {
    breaks: 'delivery.request-is-json',
    bug: 'Deliveries are labelled as plain text.',
    apply: setHeader('Content-Type', () => 'text/plain'),
  },
  'api-version-of-the-product': {
    breaks: 'delivery.envelope-has-api-version',
    bug: 'The envelope has the release of the software where the version of the contract belongs.',
    apply: op.falsify('webhooks.envelope', 'api_version', '2026.4'),
  },
  'event-time-in-local-time': {
    breaks: 'delivery.created-at-is-when-raised',
    bug: 'The time of an event is local time labelled as UTC.',
    apply: op.falsify('webhooks.envelope', 'created_at', (time) => laterBy(-5, time)),
  },
  'redelivery-with-a-new-time': {
    breaks: 'delivery.created-at-is-kept-on-redelivery',
    bug: 'A retry gets a new date.',
    apply: redelivered((envelope) => ({ ...envelope, created_at: laterBy(1 / 60, envelope['created_at']) })),
  },
  'redelivery-with-a-new-id': {
    breaks: 'delivery.redelivery-keeps-the-id',
    bug: 'A retry gets an id of its own.',
    apply: redelivered((envelope) => ({ ...envelope, id: `${String(envelope['id'])}R` })),
  },
  'real-event-says-test': {
    breaks: 'delivery.test-is-not-true-on-a-real-event',
    bug: 'Real events of the sandbox are marked as tests.',
    apply: op.add('webhooks.envelope', (envelope) => (envelope['test'] = true)),
  },
  'specimen-not-marked': {
    breaks: 'delivery.test-is-true-on-a-specimen',
    bug: 'A specimen is not marked as a test.',
    apply: op.drop('webhooks.envelope', 'test'),
  },
  'specimen-with-a-real-order-id': {
    breaks: 'delivery.specimen-order-id-is-synthetic',
    bug: 'A specimen names an order id that could be a real one.',
    apply: op.wrap('webhooks.specimenEvent', (event) => {
      const order_id = event.order_id.replace('ord_test_', 'ord_')
      return { ...event, order_id, data: { ...event.data, order_id } }
    }),
  },
  'specimen-without-signature': {
    breaks: 'delivery.specimen-has-the-same-headers',
    bug: 'A specimen has no type header, as it does not pass through the outbox.',
    apply: withoutHeader('X-Service-Event-Type', (event) => 'test' in event),
  },
  'specimen-signed-with-the-first-secret': {
    breaks: 'delivery.specimen-is-signed-with-the-current-secret',
    bug: 'Specimens are signed with the secret that was set first.',
    apply: op.perTarget((first?: string) =>
      op.wrap('webhooks.secretFor', (secret, configuration, event) => {
        first ??= configuration.secret
        return 'test' in event ? first : secret
      }),
    ),
  },
  'long-secret-cut-at-64': {
    breaks: 'delivery.signature-is-keyed-with-the-secret',
    bug: 'The column of the secret holds 64 characters, and what is longer is cut.',
    deep: 'only for a secret of more than 64 characters',
    also: ['delivery.retry-signed-with-secret-in-force', 'webhooks.put-sets-the-secret'],
    apply: op.wrap('webhooks.secretFor', (secret) => secret.slice(0, 64)),
  },
  'data-without-order-number': {
    breaks: 'delivery.data-has-order-number',
    bug: 'Events name the order by its id alone.',
    apply: op.drop('events.base', 'order_number'),
  },
  'data-without-order-id': {
    breaks: 'delivery.data-has-order-id',
    bug: 'Events name the order by its number alone.',
    apply: op.drop('events.base', 'order_id'),
  },
})

// Defects that break rules of the area delivery.
import * as op from '../operators/index.ts'
import type { Mutation, Wire } from '../operators/index.ts'
import { rows } from './rows.ts'
import { createHash, createHmac } from 'node:crypto'
import type { Defect } from './defect.ts'

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

/** Every account that has set a webhook gets the events of all. */
const toEveryAccount = op.perTarget((configured = new Set<string>()) => [
  op.wrap('webhooks.owners', (owners) => [...new Set([...owners, ...configured])]),
  op.note('webhookSettings.apply', ({ account }) => configured.add(account)),
])

/** Attempt number, rule, and the seconds that a broken schedule has before it. */
const schedules: [attempt: number, rule: string, seconds: number][] = [
  [2, 'delivery.attempt-2-after-1-minute', 300],
  [3, 'delivery.attempt-3-after-5-minutes', 120],
  [4, 'delivery.attempt-4-after-30-minutes', 2_700],
  [5, 'delivery.attempt-5-after-2-hours', 3_600],
  [6, 'delivery.attempt-6-after-4-hours', 28_800],
  [7, 'delivery.attempt-7-after-6-hours', 14_400],
  [8, 'delivery.attempt-8-after-6-hours', 43_200],
  [9, 'delivery.attempt-9-after-11-hours-or-about-6', 43_200],
]

const misscheduled: Defect[] = schedules.map(([attempt, breaks, seconds]) => ({
  id: `attempt-${attempt}-at-another-time`,
  breaks,
  bug: `The table of waits is wrong in one place: attempt ${attempt} comes ${seconds} seconds after the one before.`,
  apply: op.set('webhooks.schedule', (usual) => usual.map((wait, index) => (index === attempt - 2 ? seconds : wait))),
}))

export const delivery: readonly Defect[] = [
  ...misscheduled,
  ...rows({
    'events-go-to-every-account': {
      breaks: 'delivery.events-of-another-account-are-not-delivered',
      bug: 'The subscribers of an event are looked up by its type, whichever account it is of.',
      apply: toEveryAccount,
    },
    'retry-goes-where-the-first-attempt-went': {
      breaks: 'delivery.retry-goes-to-the-url-in-force',
      bug: 'The queue keeps the URL of the first attempt with the event, and later attempts go there.',
      deep: 'only after a change of the URL',
      apply: op.stale('webhooks.urlFor', (_configuration, event) =>
        'test' in event ? Symbol('a specimen') : event.id,
      ),
    },
    'deliveries-over-plain-http': {
      breaks: 'delivery.endpoint-is-called-over-https',
      bug: 'The sender speaks plain HTTP to the port that the address names, TLS being left to a proxy that is not there.',
      also: ['delivery.subscribed-event-is-delivered', 'delivery.attempt-1-when-raised'],
      apply: op.together(
        op.wrap('webhooks.urlFor', (url, _configuration, { order_id }) =>
          order_id.startsWith('ord_test_') ? url : url.replace(/^https:/, 'http:'),
        ),
        op.set('webhooks.sendsOverPlainHttp', true),
      ),
    },
    'deliveries-are-put': {
      breaks: 'delivery.request-is-a-post',
      bug: 'Events are sent with PUT, as each has an id of its own.',
      apply: op.set('webhooks.method', 'PUT'),
    },
    'answer-401-counts-as-delivered': {
      breaks: 'delivery.answer-401-is-a-failed-attempt',
      bug: 'A 401 shows that the receiver is there, and counts as delivered.',
      also: ['delivery.answer-401-is-retried'],
      apply: op.accept('webhooks.accepted', (status) => status === 401),
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
    'retries-with-the-former-secret': {
      breaks: 'delivery.retry-signed-with-secret-in-force',
      bug: 'An event remembers the secret of its first attempt, so that retries after a rotation have the former one.',
      apply: op.stale('webhooks.secretFor', (_configuration, { id }) => id),
    },
    'late-retries-with-the-former-secret': {
      breaks: 'delivery.retry-signed-with-secret-in-force',
      bug: 'From the third attempt on the event comes from a store that kept the secret of its first attempt with it.',
      deep: 'only from the third attempt on',
      apply: op.perTarget((made = new Map<string, { attempts: number; secret: string }>()) =>
        op.wrap('webhooks.secretFor', (current, _configuration, { id }) => {
          const { attempts, secret } = made.get(id) ?? { attempts: 0, secret: current }
          made.set(id, { attempts: attempts + 1, secret })
          return attempts < 2 ? current : secret
        }),
      ),
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
    'one-attempt-only': {
      breaks: 'delivery.at-least-once',
      bug: 'A delivery that failed is given up at once.',
      apply: op.replace('webhooks.nextAttempt', null),
    },
    'eight-attempts': {
      breaks: 'delivery.nine-attempts-in-all',
      bug: 'The first attempt is not counted among the nine, so that one retry too few is made.',
      apply: op.set('webhooks.schedule', (usual) => usual.slice(0, -1)),
    },
    'retries-without-end': {
      breaks: 'delivery.delivery-stops-after-the-ninth-failure',
      bug: 'After the ninth attempt the last wait is used again and again.',
      apply: op.misread('webhooks.nextAttempt', (schedule, made) => [schedule, Math.min(made, schedule.length)]),
    },
    'answer-401-taken-as-final': {
      breaks: 'delivery.answer-401-is-retried',
      bug: 'A 401 of the receiver is taken as final.',
      apply: op.accept('webhooks.accepted', (status) => status === 401),
    },
    'dead-letter-revived': {
      breaks: 'delivery.delivery-stops-after-the-ninth-failure',
      bug: 'A PUT of the webhook has everything sent again that was given up.',
      deep: 'only after the webhook is set',
      apply: op.mutation('repeat', ({ webhooks, webhookSettings }) => {
        const { nextAttempt, statusAfter, stillWanted, whileSwitchedOff } = webhooks
        const dead = new Set<string>()
        const givenUp = ({ delivery }: { delivery: { attempts: number } }) =>
          delivery.attempts > webhooks.schedule.length
        let isSet = false
        let isLast = false
        webhooks.nextAttempt = (schedule, made, started, ended) => {
          isLast = made > schedule.length
          return made === schedule.length + 1 ? ended + 60_000 : nextAttempt(schedule, made, started, ended)
        }
        webhooks.statusAfter = (accepted, next) => (isLast && !accepted ? 'dead_lettered' : statusAfter(accepted, next))
        webhooks.lateBy = (event, attempt) => {
          if (attempt > webhooks.schedule.length + 1) dead.add(event.type)
          return 0
        }
        webhooks.stillWanted = (configuration, type) => (dead.has(type) ? isSet : stillWanted(configuration, type))
        webhooks.whileSwitchedOff = (now, event, configuration) =>
          givenUp(event) ? now + 60_000 : whileSwitchedOff(now, event, configuration)
        const { apply } = webhookSettings
        webhookSettings.apply = function revive(...given) {
          isSet = dead.size > 0
          return apply.apply(this, given)
        }
      }),
    },
    'answer-410-ends-the-attempts': {
      breaks: 'delivery.at-least-once',
      bug: 'A receiver that answers 410 is gone, and the event is dead lettered at once.',
      deep: 'only for the status 410',
      apply: op.perTarget((isGone = false) => [
        op.replace('webhooks.nextAttempt', null, () => isGone),
        op.note('webhooks.accepted', (status) => (isGone = status === 410)),
      ]),
    },
    'redirect-taken-as-success': {
      breaks: 'delivery.other-status-is-a-failed-attempt',
      bug: 'Every status below 400 counts as success.',
      apply: op.replace('webhooks.accepted', (status) => status < 400),
    },
    'answer-500-taken-as-success': {
      breaks: 'delivery.other-status-is-a-failed-attempt',
      bug: 'Every answer counts as success, whatever its status.',
      apply: op.replace('webhooks.accepted', (status) => status !== 401),
    },
    'only-200-is-success': {
      breaks: 'delivery.any-2xx-is-success',
      bug: 'Only 200 and 204 count as success.',
      apply: op.replace('webhooks.accepted', (status) => status === 200 || status === 204),
    },
    'receiver-gets-five-seconds': {
      breaks: 'delivery.any-2xx-is-success',
      bug: 'A receiver has five seconds instead of ten.',
      apply: op.set('webhooks.timeoutMs', (usual) => usual / 2),
    },
    'receiver-gets-thirty-seconds': {
      breaks: 'delivery.timeout-is-a-failed-attempt',
      bug: 'A receiver has thirty seconds instead of ten.',
      apply: op.set('webhooks.timeoutMs', (usual) => usual * 3),
    },
    'redirects-followed': {
      breaks: 'delivery.only-the-configured-endpoint-is-called',
      bug: 'The sender follows redirects, as its HTTP library does unasked.',
      apply: op.set('webhooks.followRedirects', true),
    },
    'subscription-ignored': {
      breaks: 'delivery.unsubscribed-event-is-not-delivered',
      bug: 'Every type is delivered, subscribed to or not.',
      apply: op.replace('webhooks.subscribed', ({ enabled }) => enabled),
    },
    'subscription-by-star-only': {
      breaks: 'delivery.subscribed-event-is-delivered',
      bug: 'A subscription that lists types is taken for none.',
      apply: op.replace('webhooks.subscribed', ({ enabled, events }) => enabled && events.includes('*')),
    },
    'first-subscribed-type-alone': {
      breaks: 'delivery.subscribed-event-is-delivered',
      bug: 'Of several types that are subscribed to only the first is delivered.',
      deep: 'only where several types are subscribed to',
      apply: op.replace(
        'webhooks.subscribed',
        ({ enabled, events }, type) => enabled && (events[0] === '*' || events[0] === type),
      ),
    },
    'refused-connection-gives-up': {
      breaks: 'delivery.connection-failure-is-a-failed-attempt',
      bug: 'Where no connection comes about the event is put down as delivered.',
      apply: op.perTarget((isAnswered = false) => [
        op.wrap('webhooks.nextAttempt', (due, _schedule, _made, started, ended) =>
          !isAnswered && ended - started < 1_000 ? null : due,
        ),
        op.note('webhooks.accepted', () => (isAnswered = true)),
        op.wrap('webhooks.statusAfter', (status, _taken, due) => {
          isAnswered = false
          return due === null ? ('delivered' as const) : status
        }),
      ]),
    },
  }),
]

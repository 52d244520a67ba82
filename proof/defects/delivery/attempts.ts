// Defects of attempts: to whom, how often, when, and what counts as delivered.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

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

const is4xx = (status: number): boolean => status >= 400 && status < 500

/** No attempt follows one of this number that was answered with this status. */
const refusedFor = (isFinal: (status: number, attempt: number) => boolean) =>
  op.replace('webhooks.nextAttempt', null, (_schedule, made, _started, _ended, answered) =>
    isFinal(answered ?? 0, made),
  )

export const deliveryAttempts: readonly Defect[] = [
  ...misscheduled,
  ...rows({
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
    'retries-end-with-the-order': {
      breaks: 'delivery.at-least-once',
      bug: 'What is still to be sent again of an order is given up when the order is cancelled.',
      deep: 'only once the order is cancelled, for an event from before that',
      apply: op.perTarget((ended = new Map<string, number>()) => [
        op.refuse(
          'webhooks.stillWanted',
          (_configuration, event) => event.created_at < (ended.get(event.order_id) ?? 0),
        ),
        op.note('events.raised', ({ order, raised }) => {
          if (raised.some(({ type }) => type === 'order.cancelled')) ended.set(order.id, order.updated_at)
        }),
      ]),
    },
    'answer-401-counts-as-delivered': {
      breaks: 'delivery.answer-401-is-a-failed-attempt',
      bug: 'A 401 shows that the receiver is there, and counts as delivered.',
      also: ['delivery.answer-401-is-retried'],
      apply: op.accept('webhooks.accepted', (status) => status === 401),
    },
    'answer-with-words-counts-as-failed': {
      breaks: 'delivery.any-2xx-is-success',
      bug: 'A 2xx whose answer has a body is taken for a page of errors, and the attempt has failed.',
      apply: op.refuse('webhooks.accepted', (_status, body) => body.length > 0),
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
        webhooks.stillWanted = (configuration, event) =>
          dead.has(event.type) ? isSet : stillWanted(configuration, event)
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
      apply: refusedFor((status) => status === 410),
    },
    'answer-408-ends-the-attempts': {
      breaks: 'delivery.nine-attempts-in-all',
      bug: 'A receiver that answers 408 is taken to want no more, and its event is dead lettered.',
      deep: 'only for the status 408',
      apply: refusedFor((status) => status === 408),
    },
    'receiver-says-when-to-retry': {
      breaks: 'delivery.attempt-4-after-30-minutes',
      bug: 'A retry comes when the receiver asked for it in Retry-After.',
      deep: 'only for an answer with that header',
      apply: op.wrap('webhooks.nextAttempt', (due, _schedule, _made, started, _ended, _answered, retryAfter) =>
        due !== null && Number(retryAfter) > 0 ? started + Number(retryAfter) * 1_000 : due,
      ),
    },
    'answer-4xx-tried-five-times': {
      breaks: 'delivery.nine-attempts-in-all',
      bug: 'A 4xx is the fault of the receiver, and its event is given up after five attempts.',
      deep: 'only for a status of 400 to 499',
      apply: refusedFor((status, attempt) => is4xx(status) && attempt >= 5),
    },
    'answer-4xx-given-up-once-repeated': {
      breaks: 'delivery.nine-attempts-in-all',
      bug: 'A 4xx that answers a second attempt is taken as final.',
      deep: 'only for a status of 400 to 499, and not the first time',
      apply: refusedFor((status, attempt) => is4xx(status) && attempt >= 2),
    },
    'answer-5xx-tried-five-times': {
      breaks: 'delivery.nine-attempts-in-all',
      bug: 'A receiver that is down is given up after five attempts.',
      deep: 'only for a status from 500 on',
      apply: refusedFor((status, attempt) => status >= 500 && attempt >= 5),
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
    'conflict-taken-as-received': {
      breaks: 'delivery.other-status-is-a-failed-attempt',
      bug: 'An answer 409 means that the receiver has the event already.',
      deep: 'only for one status',
      apply: op.accept('webhooks.accepted', (status) => status === 409),
    },
    'only-200-is-success': {
      breaks: 'delivery.any-2xx-is-success',
      bug: 'Only 200 and 204 count as success.',
      apply: op.replace('webhooks.accepted', (status) => status === 200 || status === 204),
    },
    'created-counts-as-failed': {
      breaks: 'delivery.any-2xx-is-success',
      bug: 'An answer 201 is none that was expected of a webhook, and counts as failed.',
      apply: op.refuse('webhooks.accepted', (status) => status === 201),
    },
    'partial-content-counts-as-failed': {
      breaks: 'delivery.any-2xx-is-success',
      bug: 'An answer 206 is taken for one that broke off, and counts as failed.',
      apply: op.refuse('webhooks.accepted', (status) => status === 206),
    },
    'plain-200-counts-as-failed': {
      breaks: 'delivery.any-2xx-is-success',
      bug: 'The range of success begins above 200.',
      apply: op.refuse('webhooks.accepted', (status) => status === 200),
    },
    'receiver-gets-five-seconds': {
      breaks: 'delivery.any-2xx-is-success',
      bug: 'A receiver has five seconds instead of ten.',
      apply: op.set('webhooks.timeoutMs', (usual) => usual / 2),
    },
    'receiver-gets-seven-seconds': {
      breaks: 'delivery.any-2xx-is-success',
      bug: 'A receiver has seven seconds instead of ten.',
      apply: op.set('webhooks.timeoutMs', (usual) => usual * 0.7),
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
    'third-subscribed-type-lost': {
      breaks: 'delivery.subscribed-event-is-delivered',
      bug: 'Of several types that are subscribed to two are delivered.',
      deep: 'only from the third type on',
      apply: op.misread('webhooks.subscribed', (configuration, type) => [
        { ...configuration, events: configuration.events.slice(0, 2) },
        type,
      ]),
    },
  }),
]

// Defects of the test call, and of the specimen that it sends.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'

const anHourOff = (at: string): string => new Date(Date.parse(at) + 3_600_000).toISOString()

export const webhooksSpecimens: readonly Defect[] = rows({
  'test-sends-to-a-queue': {
    breaks: 'webhooks.test-sends-a-specimen',
    bug: 'From the second specimen on they go to a queue that nobody reads, and count as delivered.',
    deep: 'only from the second specimen on',
    apply: op.perTarget((url = '', sent = 0) => [
      op.wrap('webhooks.urlFor', (usual, _configuration, { order_id }) => {
        url = usual
        return order_id.startsWith('ord_test_') && (sent += 1) > 1 ? `${url}/queue` : url
      }),
      op.edit('testWebhook', (body) => {
        if (sent >= 2) Object.assign(body, { url, delivered: true, response_status: 200 })
      }),
    ]),
  },
  'test-sends-two-specimens': {
    breaks: 'webhooks.test-sends-one-event',
    bug: 'A test call is carried out by both workers, each of which makes a specimen.',
    apply: op.set('webhooks.specimensPerTest', 2),
  },
  'test-not-in-the-sandbox': {
    breaks: 'webhooks.test-works-in-the-sandbox',
    bug: 'The sandbox takes one test call a day.',
    deep: 'only from the second call in the sandbox on',
    apply: op.answerFrom(
      2,
      'testWebhook',
      () => new Refusal('not_found', 'No such resource.'),
      (_given, asker) => asker?.environment === 'sandbox',
    ),
  },
  'test-takes-any-type': {
    breaks: 'webhooks.test-without-an-event-type-refused',
    bug: 'A specimen is sent of any type, be it one or not.',
    apply: op.together(op.waive('testWebhook', 'type'), op.loosen('testWebhook', 'type', { enum: undefined })),
  },
  'test-type-ignored': {
    breaks: 'webhooks.specimen-has-the-type-asked-for',
    bug: 'Every specimen is an order.created.',
    apply: op.misread('webhooks.specimenEvent', () => ['order.created']),
  },
  'test-takes-created-only': {
    breaks: 'webhooks.test-takes-an-event-type',
    bug: 'Types that were added later cannot be tested.',
    apply: op.tighten('testWebhook', 'type', {
      enum: ['order.created', 'order.cancelled', 'order.completed', 'order.on_hold'],
    }),
  },
  'test-always-delivered': {
    breaks: 'webhooks.test-answers-delivered',
    bug: 'A specimen counts as delivered once it was sent.',
    apply: op.falsify('testWebhook', 'delivered', true),
  },
  'test-gives-up-after-five-seconds': {
    breaks: 'webhooks.test-answers-delivered',
    bug: 'A test call waits five seconds for the receiver, half of what it has, and counts it as silent then.',
    deep: 'only for a receiver that takes its time',
    apply: op.edit('testWebhook', (body) => {
      if (Number(body['response_time_ms']) > 5_000)
        Object.assign(body, { delivered: false, response_status: null, response_time_ms: null })
    }),
  },
  'test-time-is-that-of-the-connection': {
    breaks: 'webhooks.test-answers-response-time',
    bug: 'The time that is shown ends with the connection, before the receiver has answered.',
    deep: 'only for a receiver that takes its time',
    apply: op.wrap('webhooks.responseTimeMs', (milliseconds) =>
      milliseconds === null ? null : Math.min(milliseconds, 3),
    ),
  },
  'test-status-always-200': {
    breaks: 'webhooks.test-answers-response-status',
    bug: 'The status of the receiver is given as 200 when it took the specimen, and as 0 when it did not answer.',
    apply: op.falsify('testWebhook', 'response_status', (status, { delivered }) => (delivered ? 200 : (status ?? 0))),
  },
  'test-time-in-microseconds': {
    breaks: 'webhooks.test-answers-response-time',
    bug: 'The time that the receiver took is given in microseconds.',
    apply: op.wrap('webhooks.responseTimeMs', (milliseconds) =>
      milliseconds === null ? null : (milliseconds + 1) * 1_000,
    ),
  },
  'test-attempted-an-hour-ago': {
    breaks: 'webhooks.test-attempted-at-is-when-it-was-sent',
    bug: 'The time of the attempt is taken in summer time, and written as UTC.',
    apply: op.respell('testWebhook', 'attempted_at', anHourOff),
  },
  'test-url-without-path': {
    breaks: 'webhooks.test-answers-url',
    bug: 'The answer to a test call names the host alone.',
    apply: op.falsify('testWebhook', 'url', (url) => new URL(String(url)).origin),
  },
  'test-not-in-production': {
    breaks: 'webhooks.test-works-in-production',
    bug: 'Test calls are taken for a feature of the sandbox.',
    apply: op.refuseWith(
      'webhooks.specimenEvent',
      (_type, { account }) => account.endsWith(':production') && new Refusal('not_found', 'There is no such resource.'),
    ),
  },
})

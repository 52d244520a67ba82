// The specimens that a test of the webhook sends.
import { envelopeOf } from '../../evidence/delivery.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { atLeast, atMost, includes, startsWith } from '../../evidence/expected.ts'
import { blocked, notTested } from '../../evidence/inconclusive.ts'
import { computedFrom, seen, seenDelivery, seenSignature } from '../../evidence/seen.ts'
import { rightSignature } from '../../evidence/signature-fault.ts'
import { claims } from '../../kit/claims.ts'
import { isLate, lateMs, specimens, type Specimen } from '../../scenarios/specimens.ts'
import { furtherEachTime, furtherSpecimens } from '../../steps/further-specimens.ts'
import { isWithin, shownMoment } from '../../steps/moment.ts'
import { webhookIsOurs } from '../../steps/own-webhook.ts'
import { persistsOnRetry } from '../../steps/persists-on-retry.ts'
import { fieldAt, fieldsNamed, succeeded } from '../../steps/read.ts'
import { normalUrl, receiverOf } from '../../steps/set-webhook.ts'

const takes = [
  'webhooks.test-takes-an-event-type',
  'webhooks.test-works-in-the-sandbox',
  'transport.serves-post-webhook-test',
]

const headers = ['Content-Type', 'X-Service-Event-Id', 'X-Service-Event-Type', 'X-Service-Signature', 'User-Agent']
const id = 'delivery.specimen-order-id-is-synthetic'

const rules = {
  delivered: 'webhooks.test-answers-delivered',
  status: 'webhooks.test-answers-response-status',
  time: 'webhooks.test-answers-response-time',
  sent: 'webhooks.test-attempted-at-is-when-it-was-sent',
}

/** A time may be counted in whole seconds. */
const wholeSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000

const isTime = (value: unknown) => typeof value === 'number' && value >= 0
const rule = 'webhooks.test-without-an-event-type-refused'

export default claims(specimens, ['webhook', 'sandbox'], {
  // A specimen of each event type goes out as asked: one each, marked, signed, with the headers of a real delivery.
  'webhooks.test-sends-every-type': {
    verifies: [
      ...takes,
      id,
      'webhooks.test-sends-a-specimen',
      'webhooks.test-sends-one-event',
      'webhooks.specimen-has-the-type-asked-for',
      'webhooks.test-answers-type',
      'webhooks.test-answers-url',
      'delivery.test-is-true-on-a-specimen',
      'delivery.specimen-has-the-same-headers',
      'delivery.specimen-is-signed-with-the-current-secret',
    ],
    async judge({ all, refused, cut }, context) {
      const { expect, recordReading } = context
      const receiver = receiverOf(context)
      if (all.some(({ delivery }) => delivery === undefined)) await webhookIsOurs(context)
      for (const { type, answer, delivery } of all) {
        expect(takes).status(answer, '2xx')
        expect('webhooks.test-answers-type').equal(seen(answer, '/type'), type)
        expect('webhooks.test-answers-url').equal(
          computedFrom(normalUrl(fieldAt(answer, '/url')), answer),
          normalUrl(receiver.url),
        )
        const arrived = computedFrom(delivery ? 'delivered' : 'never delivered', answer)
        if (!expect('webhooks.test-sends-a-specimen').equal(arrived, 'delivered') || !delivery) continue
        expect('webhooks.specimen-has-the-type-asked-for').equal(seenDelivery(delivery, '/type'), type)
        expect('delivery.test-is-true-on-a-specimen').equal(seenDelivery(delivery, '/test'), true)
        const isSynthetic = (value: unknown) => typeof value === 'string' && value.startsWith('ord_test_')
        expect(id).that(seenDelivery(delivery, '/data/order_id'), isSynthetic, startsWith('ord_test_'))
        const missing = headers.filter((name) => headerOf(delivery.headers, name) === undefined)
        expect('delivery.specimen-has-the-same-headers').equal(computedFrom(missing, delivery), [])
        expect('delivery.specimen-is-signed-with-the-current-secret').equal(seenSignature(delivery), rightSignature)
      }
      // Other specimens of the run are asked for in turn, so that what came between the first and the last is all of these.
      const asked = [...all, refused, cut].map(({ answer }) => answer)
      const own = asked.map((answer) => String(fieldAt(answer, '/event_id')))
      const until = asked.at(-1)!.startedAt + asked.at(-1)!.ms
      const came = new Set(receiver.inbox.all.map((one) => envelopeOf(one).id))
      const sent = own.filter((one) => came.has(one))
      // Somebody else may ask for a specimen of this account at the same time.
      const further = furtherSpecimens(context, asked, until)
      for (const type of new Set(further.map((one) => one.type))) {
        const ofType = further.filter((one) => one.type === type)
        sent.push(...(await furtherEachTime(context, type, ofType)))
      }
      expect('webhooks.test-sends-one-event').equal(computedFrom(sent.toSorted(), ...asked), own.toSorted())
      recordReading('webhooks.test-success-status', `status-${asked[0]!.response.status}`, asked[0]!)
    },
  },
  // The answer to a test call shows when the specimen was sent, whether our receiver took it, and with which status, as the receiver
  // itself knows.
  'webhooks.test-shows-its-delivery': {
    verifies: Object.values(rules),
    needs: ['webhook'],
    judge({ all, refused, cut, slow }, context) {
      const { expect, recordReading, profile } = context
      const { late } = receiverOf(context)
      const judge = ({ answer, delivery, moment }: Specimen): void => {
        if (!delivery) return
        // On a busy machine an answer leaves when the sender has given up, and rightly.
        if (late.has(delivery.id)) return expect(Object.values(rules)).unfinished(notTested('receiver-answered-late'))
        // `204`, `500`, `200 after 5500 ms` or words for no answer at all.
        const [digits] = /^\d{3}(?= after |$)/.exec(delivery.answer) ?? []
        const status = digits === undefined ? null : Number(digits)
        const taken = status !== null && status >= 200 && status < 300
        expect(rules.delivered).equal(seen(answer, '/delivered'), taken)
        // What stands before our receiver answers in its place when it cuts the connection, and the target reports that answer.
        const cut = profile.webhook.public_url === undefined ? [null] : [null, 502, 503, 504]
        expect(rules.status).oneOf(seen(answer, '/response_status'), status === null ? cut : [status])
        expect(rules.sent).that(seen(answer, '/attempted_at'), (at) => isWithin(moment, at), shownMoment(moment))
        const time = fieldAt(answer, '/response_time_ms')
        expect(rules.time).that(
          computedFrom(time, answer, delivery),
          (value) => isTime(value) || (value === null && status === null),
          'number',
        )
        if (isTime(time))
          expect(rules.time).that(
            computedFrom(time, answer, delivery),
            (value) => Number(value) <= answer.ms + 1_000,
            atMost(Math.round(answer.ms) + 1_000),
          )
        if (status === null)
          recordReading('webhooks.test-unreachable-answer', time === null ? 'both-null' : 'null-and-time', answer)
      }
      const each = [...all, refused, cut, slow]
      if (each.every(({ delivery }) => delivery === undefined)) throw blocked('no-specimen', all[0]!.answer)
      for (const specimen of each) judge(specimen)
      const waited = fieldAt(slow.answer, '/response_time_ms')
      if (slow.delivery && isLate(slow.delivery) && isTime(waited))
        expect(rules.time).that(
          computedFrom(waited, slow.answer, slow.delivery),
          (ms) => Number(ms) >= wholeSeconds(lateMs),
          atLeast(wholeSeconds(lateMs)),
        )
    },
  },
  // A test call whose type is none is refused, and nothing is sent; one without a type may be given one.
  'webhooks.test-without-a-type-is-refused': {
    verifies: [rule],
    needs: ['webhook'],
    async judge({ untyped, mistyped }, context) {
      const { client, expect, recordReading } = context
      recordReading('webhooks.test-without-type', succeeded(untyped) ? 'own-choice' : 'refused', untyped)
      for (const answer of succeeded(untyped) ? [mistyped] : [untyped, mistyped]) {
        expect(rule).status(answer, 400, 422)
        const fields = fieldsNamed(answer)
        if (fields.length > 0)
          expect(rule).that(
            computedFrom(fields, answer),
            () => fields.some((one) => one.includes('type')),
            includes('type'),
          )
        // One that is missing may be refused as missing fields are.
        if (answer === untyped) continue
        const is422 = answer.response.status === 422
        const reading = fieldAt(answer, '/code') === 'validation_failed' ? 'validation-failed-422' : 'semantic-422'
        recordReading('webhooks.test-bad-type-status', is422 ? reading : 'status-400', answer)
      }
      const json = JSON.parse(Buffer.from(mistyped.request.body ?? []).toString()) as unknown
      // Somebody else may ask for a specimen of this account at the same time.
      const sent = await persistsOnRetry(
        furtherSpecimens(context, [untyped, mistyped], mistyped.startedAt + mistyped.ms),
        async () => {
          const again = await client.call('testWebhook', { json })
          return furtherSpecimens(context, [again], again.startedAt + again.ms)
        },
      )
      const ids = sent.map(({ id }) => id)
      expect(rule).equal(computedFrom(ids, untyped, mistyped), [])
    },
  },
})

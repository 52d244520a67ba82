// What the webhook configuration and its test show.
import t from 'tap'
import {
  type Call,
  type Event,
  configuration,
  instant,
  none,
  page,
  placed,
  probed,
  put,
  shownStatus,
} from './call-traffic.ts'

const test = (type: string, body: unknown, code = 200): Call => ({
  operation: 'testWebhook',
  sent: { type },
  body,
  status: code,
})

t.test('the configuration shows what becomes of what is set', async (t) => {
  const whole = { url: 'https://127.0.0.1:1/x', enabled: true, events: ['*'], secret: 's'.repeat(32) }
  t.same(shownStatus('webhooks.put-success-status', none, put(whole, configuration(), { status: 201 })), ['status-201'])
  t.same(shownStatus('webhooks.put-success-status', put(whole)), [], 'it may not be the first')
  t.same(shownStatus('webhooks.first-secret-rotated-at', none, put(whole)), ['set-time'])
  t.same(
    shownStatus('webhooks.first-secret-rotated-at', none, put(whole, configuration({ secret_rotated_at: null }))),
    ['null-value'],
  )
  t.same(
    shownStatus('webhooks.enabled-default', none, put({ url: 'https://a.test' }, configuration({ enabled: false }))),
    ['disabled'],
  )
  t.same(shownStatus('webhooks.private-addresses', put(whole)), ['accepted'])
  const refusal = { details: [{ field: 'url' }] }
  t.same(shownStatus('webhooks.private-addresses', put(whole, refusal, { status: 422 })), ['refused'])
  t.same(shownStatus('webhooks.private-addresses', put({ url: 'https://a.test' })), [])
  t.same(shownStatus('webhooks.url-form', put({ url: 'https://a.test' }, configuration({ url: 'https://a.test' }))), [
    'as-sent',
  ])
  t.same(shownStatus('webhooks.url-form', put({ url: 'https://a.test' }, configuration({ url: 'https://a.test/' }))), [
    'normalised',
  ])
  t.same(shownStatus('webhooks.url-form', put(whole)), [])
  t.same(shownStatus('webhooks.empty-events', put({ events: [] })), ['no-types'])
  t.same(
    shownStatus(
      'webhooks.star-with-types',
      put({ events: ['*', 'x'] }, { details: [{ field: 'events' }] }, { status: 422 }),
    ),
    ['refused'],
  )
  const [once, again] = [put(whole), put({ url: whole.url }, configuration(), { at: 5_000 })]
  t.same(shownStatus('webhooks.repeated-put-updated-at', none, once, again), ['stays'])
  t.same(shownStatus('webhooks.repeated-put-updated-at', none, once, { ...again, at: 100 }), [], 'no time has passed')
  const moved = put({ url: whole.url }, configuration({ updated_at: instant(5) }))
  t.same(shownStatus('webhooks.repeated-put-updated-at', none, once, moved), ['moves'])
  t.same(shownStatus('webhooks.same-secret-again', none, once, { ...once, at: 5_000 }), ['stays'])
  t.same(
    shownStatus(
      'webhooks.same-secret-again',
      none,
      once,
      put({ secret: 't'.repeat(32) }, configuration(), { at: 5_000 }),
    ),
    [],
  )
})

t.test('a test shows when it is sent', async (t) => {
  const refused = { code: 'webhook_not_configured' }
  t.same(shownStatus('webhooks.test-before-configuration', none, test('order.created', refused, 404)), ['status-404'])
  t.same(shownStatus('webhooks.test-before-configuration', test('order.created', refused, 409)), [])
  const off = put({ enabled: false }, configuration({ enabled: false }))
  t.same(shownStatus('webhooks.test-while-disabled', off, test('order.created', { delivered: true })), ['sends'])
  t.same(shownStatus('webhooks.test-while-disabled', off, test('order.created', {}, 409)), ['status-409'])
  t.same(shownStatus('webhooks.test-while-disabled', off, test('order.unknown', {}, 409)), [], 'refused for its type')
  t.same(shownStatus('webhooks.test-while-disabled', put({}), test('order.created', { delivered: true })), [])
  const narrow = put({}, configuration({ events: ['order.resumed'] }))
  t.same(shownStatus('webhooks.test-unsubscribed-type', narrow, test('order.created', { delivered: true })), ['sends'])
  t.same(shownStatus('webhooks.test-unsubscribed-type', narrow, test('order.created', {}, 422)), ['refused'])
  t.same(shownStatus('webhooks.test-unsubscribed-type', narrow, test('order.resumed', { delivered: true })), [])
})

t.test('the feed shows what becomes of events that were missed', async (t) => {
  const unsent = (word: string, at = 5): Event => ({
    ...placed,
    at,
    delivery: { status: word, attempts: 0, last_attempt_at: null, next_attempt_at: null },
  })
  const off = put({ enabled: false }, configuration({ enabled: false, updated_at: instant(2) }))
  const on = put({ enabled: true }, configuration({ updated_at: instant(8) }))
  const freedom = 'webhooks.missed-while-disabled'
  t.same(shownStatus(freedom, put({}), off, on, page([unsent('not_subscribed')], '', { at: 60_000 })), ['not-sent'])
  t.same(shownStatus(freedom, put({}), off, on, page([unsent('not_subscribed')])), [], 'it may be sent yet')
  const sent = { ...placed, at: 5, delivery: { status: 'delivered', attempts: 1 } }
  t.same(shownStatus(freedom, put({}), off, on, page([sent])), ['sent-later'])
  t.same(shownStatus(freedom, put({}), off, on, page([{ ...sent, at: 9 }])), [])
})

t.test('a request that delivers nothing shows that a URL is tried', async (t) => {
  const freedom = 'webhooks.url-probe'
  const another = put({ url: 'https://127.0.0.1:1/y' }, configuration({ url: 'https://127.0.0.1:1/y' }))
  t.same(shownStatus(freedom, put({}), another, probed, { at: 5_000 }), ['unsigned-post'])
  t.same(shownStatus(freedom, put({}), another, { at: 5_000 }), ['none'])
  t.same(shownStatus(freedom, put({}), another, { at: 100 }), [], 'it may come yet')
  t.same(shownStatus(freedom, put({}), put({}), { at: 5_000 }), [], 'no other URL was set')
})

t.test('the second credential shows whose the configuration is', async (t) => {
  const freedom = 'webhooks.scope'
  const second = (more: object) => ({ ...none, role: 'main_second' as const, ...more })
  t.same(shownStatus(freedom, put({}), second({ status: 200, body: configuration() })), ['lender-account'])
  t.same(shownStatus(freedom, put({}), second({})), ['credential'])
  t.same(shownStatus(freedom, none, second({})), [], 'nothing was set')
})

t.test('the feed shows what became of a retry that fell due while the webhook was off', async (t) => {
  const freedom = 'webhooks.retries-while-disabled'
  const off = put({ enabled: false }, configuration({ enabled: false, updated_at: instant(20) }))
  const on = put({ enabled: true }, configuration({ updated_at: instant(300) }))
  const failed = (next: string | null, last = 10): Event => ({
    ...placed,
    delivery: { status: 'failed', attempts: 1, last_attempt_at: instant(last), next_attempt_at: next },
  })
  t.same(shownStatus(freedom, put({}), off, on, page([failed(null)])), ['dropped'])
  t.same(shownStatus(freedom, put({}), off, on, page([failed(instant(400))])), ['waiting'])
  t.same(shownStatus(freedom, put({}), off, page([failed(instant(70))])), [], 'it is off still')
  t.same(shownStatus(freedom, put({}), off, on, page([failed(instant(370), 310)])), [], 'it failed afterwards')
})

// What pages of the feed show.
import t from 'tap'
import {
  type Event,
  type Sent,
  configuration,
  create,
  instant,
  none,
  page,
  placed,
  put,
  shownStatus,
} from './call-traffic.ts'

t.test('the feed tells its words, its end and what it has left out', async (t) => {
  const waiting = (word: string): Event => ({
    ...placed,
    at: 5,
    delivery: { status: word, attempts: 0, last_attempt_at: null, next_attempt_at: instant(5) },
  })
  t.same(shownStatus('feed.pending-status-word', none, put({}), page([waiting('pending')])), ['pending'])
  t.same(shownStatus('feed.pending-status-word', none, put({}), page([waiting('queued')])), ['another-word'])
  t.same(shownStatus('feed.pending-status-word', page([waiting('queued')])), [])
  const unsent = (word: string, at = 5): Event => ({
    ...placed,
    at,
    delivery: { status: word, attempts: 0, last_attempt_at: null, next_attempt_at: null },
  })
  const first = put({}, configuration({ updated_at: instant(10) }))
  t.same(shownStatus('feed.unconfigured-status-word', none, first, page([unsent('not_subscribed')])), [
    'not-subscribed',
  ])
  t.same(shownStatus('feed.unconfigured-status-word', none, first, page([unsent('unset')])), ['another-word'])
  t.same(shownStatus('feed.unconfigured-status-word', first, page([unsent('unset')])), [])
  const off = put({ enabled: false }, configuration({ enabled: false, updated_at: instant(2) }))
  const on = put({ enabled: true }, configuration({ updated_at: instant(8) }))
  const freedom = 'webhooks.missed-while-disabled'
  t.same(shownStatus(freedom, put({}), off, on, page([unsent('not_subscribed')], '', { at: 60_000 })), ['not-sent'])
  t.same(shownStatus(freedom, put({}), off, on, page([unsent('not_subscribed')])), [], 'it may be sent yet')
  const sent = { ...placed, at: 5, delivery: { status: 'delivered', attempts: 1 } }
  t.same(shownStatus(freedom, put({}), off, on, page([sent])), ['sent-later'])
  t.same(shownStatus(freedom, put({}), off, on, page([{ ...sent, at: 9 }])), [])
  const failed = (attempts: number, last = 6): Event => ({
    ...placed,
    at: 5,
    delivery: { status: 'failed', attempts, last_attempt_at: instant(last), last_response_status: null },
  })
  const dead = put({}, configuration({ url: 'https://127.0.0.1:9/x', updated_at: instant(1) }))
  const back = put({}, configuration({ updated_at: instant(8) }))
  const retries = 'webhooks.retries-after-url-change'
  const again: Sent = { id: 'evt_000000000' }
  t.same(shownStatus(retries, put({}), dead, page([failed(1)]), back, { ...again, path: '/x' }), ['current-url'])
  t.same(shownStatus(retries, put({}), dead, page([failed(1)]), back, page([failed(2, 70)])), ['original-url'])
  t.same(shownStatus(retries, put({}), page([failed(1)]), back, { ...again, path: '/x' }), [], 'it is the same address')
  const end = 'feed.cursor-on-exact-last-page'
  t.same(shownStatus(end, page([placed], '?per_page=1')), ['null-value'])
  t.same(shownStatus(end, page([placed], '?per_page=1', {}, 'evt_0'), page([], '?per_page=1&after=evt_0')), ['last-id'])
  t.same(shownStatus(end, page([placed], '?per_page=2', {}, 'evt_0'), page([], '?per_page=2&after=evt_0')), [])
  const lag = 'feed.visibility-lag'
  const [empty, full] = [page([], '?order_id=ord_1', { at: 20 }), page([placed], '?order_id=ord_1', { at: 40 })]
  t.same(shownStatus(lag, create, full), ['at-once'])
  t.same(shownStatus(lag, create, empty, full), ['shortly-after'])
  t.same(shownStatus(lag, create, { ...full, at: 900 }), [])
})

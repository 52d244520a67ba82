// What pages of the feed show.
import t from 'tap'
import { type Event, configuration, create, instant, none, page, placed, put, shownStatus } from './call-traffic.ts'

t.test('the feed shows its words, its end and when an event is in it', async (t) => {
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

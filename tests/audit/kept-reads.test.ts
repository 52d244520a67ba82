// Clients that are right, though they look wrong: how they get tokens, read, wait and poll.
import {
  all,
  at,
  bearerOf,
  begin,
  collected,
  create,
  day,
  document,
  emptyList,
  eventId,
  expires,
  link,
  page,
  polls,
  read,
  refused,
  revoked,
  shown,
  testKept,
  wrongSecret,
} from './kept.ts'
import { askToken } from './recorded.ts'

const windowAt = (ms: number, since: string) =>
  read(`/orders?updated_since=${since}`, { answer: emptyList, entry: at(ms) })

const limited = (path: string, entry: object) =>
  read(path, { status: 429, answer: refused('rate_limited'), answerHeaders: { 'Retry-After': '30' }, entry })

testKept({
  'workers that learn of a revocation': [
    'auth.client-stops-on-client-revoked',
    all(
      revoked('/orders/ord_a', 0),
      revoked('/orders/ord_b', 10),
      revoked('/orders/ord_c', 23),
      revoked('/account', 30_000),
    ),
    all(revoked('/orders/ord_a', 0), revoked('/orders/ord_b', 10_000), revoked('/orders/ord_c', 20_000)),
  ],
  'processes that start with one wrong secret': [
    'auth.client-stops-on-invalid-client',
    all(wrongSecret(0), wrongSecret(30), wrongSecret(60), wrongSecret(day)),
    all(wrongSecret(0), wrongSecret(30), wrongSecret(5_000)),
  ],
  'a call that is answered invalid_client': [
    'auth.client-stops-on-invalid-client',
    read('/account', { status: 401, answer: refused('invalid_client') }),
    all(...[0, 1, 2, 3].map((step) => read(`/orders/ord_${step}`, { status: 401, answer: refused('invalid_client') }))),
  ],
  'a job that renews at its next run': [
    'auth.client-renews-on-token-expired',
    (recording) => {
      recording.add('GET', '/events?after=evt_1', { status: 401, answer: refused('token_expired') })
      askToken(recording, { token: 'tok-abcdefgh-2', wait: 300_000 })
      recording.add('GET', '/events?after=evt_1', { headers: bearerOf(2), answer: page(null, []) })
      for (const id of ['a', 'b', 'c']) recording.add('GET', `/orders/ord_${id}`, { headers: bearerOf(2) })
    },
    (recording) => {
      recording.add('GET', '/events?after=evt_1', { status: 401, answer: refused('token_expired') })
      askToken(recording, { token: 'tok-abcdefgh-2', wait: 300_000 })
      for (const id of ['a', 'b', 'c']) recording.add('GET', `/orders/ord_${id}`, { headers: bearerOf(2) })
    },
  ],
  'pages that are collected, and work that stops among them': [
    'feed.client-reads-forward',
    all(collected, read(`/events?after=${eventId(3)}`, { answer: page('c3', [4, 5]) }), polls(2, 'c3')),
    all(polls(1, eventId(6)), polls(1, eventId(2)), polls(2, eventId(2))),
  ],
  'a crash while the first page is worked off': [
    'feed.client-follows-next-cursor-until-null',
    (recording) => {
      recording.add('GET', `/events?after=${eventId(9)}`, { answer: page('c1', [11, 12]) })
      recording.add('GET', '/events?after=c1', { answer: page('c2', [13, 14]) })
      recording.add('GET', `/events?after=${eventId(9)}`, { answer: page('c1', [11, 12]) })
      recording.add('GET', '/events?after=c1', { answer: page(null, [13, 14]) })
    },
    (recording) => {
      recording.add('GET', `/events?after=${eventId(9)}`, { answer: page('c1', [11, 12]) })
      recording.add('GET', `/events?after=${eventId(20)}`, { answer: page(null, [21]) })
    },
  ],
  'the event of an own order': [
    'feed.client-takes-the-order-as-truth',
    all(
      create('k1', 0, { status: 201, answer: shown() }),
      read('/events', { answer: page(null, [1], 'order.created') }),
      polls(6, eventId(1)),
    ),
    all(read('/events', { answer: page(null, [1], 'order.created') }), polls(6, eventId(1))),
  ],
  'the event of a message': [
    'feed.client-takes-the-order-as-truth',
    all(read('/events', { answer: page(null, [1], 'order.message_posted') }), polls(6, eventId(1))),
    all(read('/events', { answer: page(null, [1]) }), polls(6, eventId(1))),
  ],
  'a download that is read again by a fresh link': [
    'errors.client-retries-a-read-after-500',
    all(
      read('/documents/doc_1', { answer: document('aaaaaaaa', expires) }),
      read(link('aaaaaaaa', expires), { headers: {}, status: 500 }),
      read('/documents/doc_1', { answer: document('bbbbbbbb', expires) }),
      read(link('bbbbbbbb', expires), { headers: {} }),
      read('/account', {}),
      read('/webhook', {}),
    ),
    all(read('/orders/ord_a', { status: 500 }), ...[1, 2, 3, 4].map(() => read('/account', {}))),
  ],
  'a poll of another process before Retry-After is over': [
    'errors.client-waits-for-retry-after-on-503',
    all(
      read('/events?after=evt_1', { status: 503, answerHeaders: { 'Retry-After': '30' }, entry: at(0) }),
      read('/events?after=evt_1', { answer: page(null, []), entry: at(10_000) }),
      read('/events?after=evt_1', { answer: page(null, []), entry: at(31_000) }),
    ),
    all(
      read('/events?after=evt_1', { status: 503, answerHeaders: { 'Retry-After': '30' }, entry: at(0) }),
      ...[10_000, 20_000, 30_000].map((ms) => read('/events?after=evt_1', { answer: page(null, []), entry: at(ms) })),
    ),
  ],
  'a schedule that goes on through an outage': [
    'errors.client-backs-off-on-500',
    all(
      ...Array.from({ length: 12 }, (_, index) =>
        read('/account', {
          status: index > 1 && index < 10 ? 500 : 200,
          entry: at(index * 300_000 + (index % 3) * 40),
        }),
      ),
    ),
    all(
      read('/account', {}),
      ...Array.from({ length: 8 }, (_, index) =>
        read('/account', { status: 500, entry: at(index * 1_000 + (index % 3) * 5) }),
      ),
    ),
  ],
  'failures of two sorts in turn': [
    'errors.client-backs-off-on-500',
    all(
      ...Array.from({ length: 8 }, (_, index) =>
        read('/account', { status: [500, 503][index % 2]!, entry: at(2 ** index * 1_000) }),
      ),
    ),
    all(
      ...Array.from({ length: 8 }, (_, index) =>
        read('/account', { status: [500, 503][index % 2]!, entry: at(index * 1_000 + (index % 3) * 5) }),
      ),
    ),
  ],
  'ids that share a number': [
    'conventions.client-never-parses-identifiers',
    all(
      read('/events?after=evt_00000040', { answer: page(null, [42]) }),
      read('/orders/ord_00000042', { answer: shown() }),
    ),
    all(
      read('/events?after=evt_00000040', { answer: page(null, [42]) }),
      read('/orders/ord_00000042', { status: 404 }),
    ),
  ],
  'a link that was never served in time': [
    'downloads.client-does-not-store-the-link',
    all(
      read('/documents/doc_1', { answer: document('aaaaaaaa', expires), entry: at(0) }),
      read(link('aaaaaaaa', expires), { headers: {}, status: 503, entry: at(290_000) }),
      read(link('aaaaaaaa', expires), { headers: {}, status: 403, entry: at(321_000) }),
    ),
    all(
      read('/documents/doc_1', { answer: document('aaaaaaaa', expires), entry: at(0) }),
      read(link('aaaaaaaa', expires), { headers: {}, status: 200, entry: at(290_000) }),
      read(link('aaaaaaaa', expires), { headers: {}, status: 403, entry: at(321_000) }),
    ),
  ],
  'a window by the clock of the service': [
    'list.client-overlaps-update-windows',
    all(
      read('/orders?updated_since=2026-11-28T11:00:00Z', {
        answer: emptyList,
        entry: at(0),
        answerHeaders: { Date: new Date(begin + 5_000).toUTCString() },
      }),
      read('/orders?updated_since=2026-11-28T12:00:03Z', { answer: emptyList, entry: at(60_000) }),
    ),
    all(
      read('/orders?updated_since=2026-11-28T11:00:00Z', { answer: emptyList, entry: at(0) }),
      read('/orders?updated_since=2026-11-28T12:00:03Z', { answer: emptyList, entry: at(60_000) }),
    ),
  ],
  'a page whose orders are read before the next': [
    'list.client-walks-all-pages',
    (recording) => {
      const data = [1, 2, 3].map((number) => ({ id: `ord_${number}`, order_number: String(number) }))
      recording.add('GET', '/orders?updated_since=2026-11-28T10:00:00Z&per_page=3', {
        answer: { data, page: 1, per_page: 3, total: 9, total_pages: 3 },
      })
      for (const number of [1, 2, 3]) recording.add('GET', `/orders/ord_${number}`)
    },
    (recording) => {
      const data = [1, 2, 3].map((number) => ({ id: `ord_${number}`, order_number: String(number) }))
      recording.add('GET', '/orders?updated_since=2026-11-28T10:00:00Z&per_page=3', {
        answer: { data, page: 1, per_page: 3, total: 9, total_pages: 3 },
      })
      for (const number of [4, 5, 6]) recording.add('GET', `/orders/ord_${number}`)
    },
  ],
  'a time without its seconds': [
    'conventions.client-sends-timestamps-in-utc',
    read('/orders?updated_since=2026-01-31T09:30Z', { answer: emptyList }),
    read('/orders?updated_since=2026-01-31T09:30', { answer: emptyList }),
  ],
  'consumers that begin together, each with an id of its own': [
    'feed.client-stores-the-last-processed-id',
    all(
      ...[1, 2, 3].map(() => read('/events', { answer: page(null, [1, 2]) })),
      polls(6, eventId(2)),
      read('/orders/ord_aaa', { answer: shown() }),
    ),
    all(...[1, 2, 3].flatMap(() => [read('/events', { answer: page(null, [1, 2]) }), polls(2, eventId(2))])),
  ],
  'consumers that begin one after another, and meet the same event': [
    'feed.client-stores-the-last-processed-id',
    all(
      ...[1, 2, 3].flatMap(() => [read('/events', { answer: page(null, [1, 2]) }), polls(2, eventId(2))]),
      ...[1, 2, 3].map(() => read(`/events?after=${eventId(2)}`, { answer: page(null, [3]) })),
    ),
    all(
      ...[1, 2, 3].flatMap(() => [read('/events', { answer: page(null, [1, 2]) }), polls(2, eventId(2))]),
      read(`/events?after=${eventId(2)}`, { answer: page(null, [3]) }),
      polls(2, eventId(3)),
    ),
  ],
  'a poller that starts beside a daily walk': [
    'list.client-overlaps-update-windows',
    all(
      windowAt(0, '2026-11-27T12:00:00Z'),
      windowAt(300_000, '2026-11-28T12:04:58Z'),
      windowAt(600_000, '2026-11-28T12:04:57Z'),
    ),
    all(
      windowAt(0, '2026-11-27T12:00:00Z'),
      windowAt(300_000, '2026-11-28T12:04:58Z'),
      windowAt(600_000, '2026-11-28T12:09:58Z'),
    ),
  ],
  'processes that each learn of the limit': [
    'errors.client-waits-for-retry-after-on-429',
    all(...Array.from({ length: 9 }, (_, index) => limited(`/orders/ord_${index}`, at(index * 10)))),
    all(...Array.from({ length: 9 }, (_, index) => limited(`/orders/ord_${index}`, at(index * 100)))),
  ],
  'a token that is refused, and given again': [
    'auth.client-retries-an-expired-call-once',
    (recording) => {
      for (let left = 4; left > 0; left -= 1) {
        recording.add('GET', '/account', { status: 401, answer: refused('invalid_token') })
        askToken(recording, { token: 'tok-abcdefgh-1' })
      }
      recording.add('GET', '/account')
    },
    all(...[1, 2, 3, 4].map(() => read('/account', { status: 401, answer: refused('invalid_token') }))),
  ],
})

// Clients that are right, though they look wrong: jobs, restored stores, clocks that differ, and files under another name.
import type { createRecording } from './recorded.ts'
import {
  all,
  at,
  begin,
  create,
  emptyList,
  eventId,
  page,
  polls,
  read,
  refused,
  send,
  shown,
  testKept,
} from './kept.ts'
import { askToken } from './recorded.ts'

type Recording = ReturnType<typeof createRecording>

const newToken = (recording: Recording): void => askToken(recording, { token: 'tok-abcdefgh-1' })

const putBack = all(newToken, read(`/events?after=${eventId(2)}`, { answer: page(null, [3, 4]) }), polls(2, eventId(4)))

const fourRead = all(read('/events', { answer: page(null, [1, 2, 3, 4]) }), polls(2, eventId(4)))

const atOffHold = { status: { code: 'off_hold' } }

const resumed = send('/orders/ord_aaa/resume', {}, { answer: { id: 'ord_aaa', ...atOffHold }, entry: at(0) })

const readAt = (ms: number, status: object) => read('/orders/ord_aaa', { answer: shown(status), entry: at(ms) })

const others = (from: number, everyMs: number) =>
  all(
    ...[1, 2, 3, 4, 5, 6].map((step) => read('/orders/ord_bbb', { answer: shown(), entry: at(from + step * everyMs) })),
  )

/** Windows that overlap by two seconds by a clock that is five seconds ahead. */
const windows = all(
  ...[0, 60_000, 120_000].map((ms) => {
    const since = ms === 0 ? '2026-11-27T12:00:00Z' : new Date(begin + ms - 60_000 + 3_000).toISOString()
    return read(`/orders?updated_since=${since}`, { answer: emptyList, entry: at(ms) })
  }),
)

/** A poll from some time on, by a client whose clock the service is 40 seconds ahead of. */
const behind = create('k1', -60_000, {
  status: 201,
  answer: shown({ dates: { created_at: new Date(begin - 20_000).toISOString() } }),
})
const polled = (ms: number, since: number) =>
  read(`/orders?updated_since=${new Date(begin + since).toISOString()}`, { answer: emptyList, entry: at(ms) })

const moved = (order_id: string, from: string) =>
  read('/events', {
    answer: {
      data: [
        {
          id: eventId(1),
          type: 'order.status_changed',
          order_id,
          data: { status: { code: 'new' }, previous_status: { code: from } },
        },
      ],
      next_cursor: null,
    },
    entry: at(200),
  })

const walked = (number: number) =>
  read(`/orders?updated_since=2026-11-28T09:00:00Z&per_page=2&page=${number}`, {
    answer: { ...emptyList, page: number, total_pages: 2 },
    entry: at(7000 + number),
  })

const placed = create('k1', -60_000, {
  status: 201,
  answer: shown({ dates: { created_at: new Date(begin - 55_000).toISOString() } }),
})

const upload = (name: string, content: string, status: number) => (recording: Recording) =>
  recording.add('POST', '/orders/ord_aaa/documents', {
    body: `--XX\r\nContent-Disposition: form-data; name="kind"\r\n\r\nsupporting\r\n--XX\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--XX--\r\n`,
    type: 'multipart/form-data; boundary=XX',
    status,
  })

const wholeWalk = (from: number, ...pages: number[]) =>
  all(
    ...pages.map((number) =>
      read(`/orders?updated_since=2026-11-28T09:00:00Z&per_page=2&page=${number}`, {
        answer: { ...emptyList, page: number, total_pages: 3 },
        entry: at(from + number),
      }),
    ),
  )

/** An order that is not there, asked for after these waits, and others after them. */
const asked = (...waits: number[]) =>
  all(
    ...[0, ...waits].map((_, index) =>
      read('/orders/ord_zzz', {
        status: 404,
        answer: refused('not_found'),
        entry: at(waits.slice(0, index).reduce((sum, wait) => sum + wait, 0)),
      }),
    ),
  )

const asksForNull = read('/events?after=null', { answer: page(null, []) })

testKept({
  'a person who asks again after four minutes': [
    'errors.client-does-not-repeat-a-404',
    asked(240_000, 180_000),
    asked(240_000, 20_000),
  ],
  'a person who asks some times, and a program that goes on': [
    'errors.client-does-not-repeat-a-404',
    asked(240_000),
    asked(240_000, 240_000, 240_000, 240_000),
  ],
  'a client that has no cursor yet': [
    'feed.client-follows-next-cursor-until-null',
    all(asksForNull, asksForNull),
    all(asksForNull, read('/events', { answer: page(null, [1, 2]) }), asksForNull),
  ],
  'a recording that lacks one page of the second walk': [
    'list.client-walks-all-pages',
    all(wholeWalk(0, 1, 2, 3), wholeWalk(1000, 1, 3), others(2000, 1000)),
    all(wholeWalk(0, 1, 2, 3), wholeWalk(1000, 1), others(2000, 1000)),
  ],
  'a recording that lacks one page, and a client that leaves it out': [
    'list.client-walks-all-pages',
    all(wholeWalk(0, 1, 2, 3), wholeWalk(1000, 1, 2), others(2000, 1000)),
    all(wholeWalk(0, 1, 2, 3), wholeWalk(1000, 1, 3), wholeWalk(2000, 1, 3), others(3000, 1000)),
  ],
  'a recording that lacks the first page of the second walk': [
    'list.client-repeats-the-window',
    all(others(-9000, 1000), wholeWalk(0, 1, 2, 3), wholeWalk(1000, 2, 3), others(2000, 1000)),
    all(others(-9000, 1000), wholeWalk(0, 1, 2, 3), others(2000, 1000)),
  ],
  'a copy of the store that is put back once': [
    'feed.client-reads-forward',
    all(fourRead, putBack),
    all(fourRead, putBack, putBack),
  ],
  'a job that resumes an order and goes on with others': [
    'lifecycle.client-reads-again-after-off-hold',
    all(resumed, others(0, 200)),
    all(resumed, others(0, 60_000)),
  ],
  'an order that is still at off_hold when it is read': [
    'lifecycle.client-reads-again-after-off-hold',
    all(resumed, readAt(100, atOffHold), others(100, 60_000), readAt(900_000, {})),
    all(resumed, readAt(100, atOffHold), others(100, 60_000)),
  ],
  'an order that an event shows to have left off_hold': [
    'lifecycle.client-reads-again-after-off-hold',
    all(resumed, readAt(100, atOffHold), moved('ord_aaa', 'off_hold'), others(300, 60_000)),
    all(resumed, readAt(100, atOffHold), moved('ord_bbb', 'off_hold'), others(300, 60_000)),
  ],
  'a process that starts by its own clock': [
    'list.client-overlaps-update-windows',
    all(behind, polled(0, -60_000), polled(120_000, 120_000), polled(180_000, 115_000)),
    all(behind, polled(0, -60_000), polled(120_000, 60_000), polled(180_000, 115_000)),
  ],
  'windows by a clock that is ahead, as an order shows': [
    'list.client-overlaps-update-windows',
    all(placed, windows),
    windows,
  ],
  'a recording that begins in the second walk': [
    'list.client-repeats-the-window',
    all(walked(2), others(8000, 1000)),
    all(others(0, 1000), walked(1), walked(2), others(9000, 1000)),
  ],
  'another file after one that was too large': [
    'errors.client-sends-a-smaller-file-after-413',
    all(upload('scan.pdf', 'xxxxxxxx', 413), upload('plan.pdf', 'yyyyyyyyyy', 201)),
    all(upload('scan.pdf', 'xxxxxxxx', 413), upload('a.pdf', 'xxxxxxxx', 413)),
  ],
})

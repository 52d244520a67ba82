// Which way a client reads the feed: cursors tell nothing of their order, what they stand behind does.
import t from 'tap'
import { buildJournal } from '../journal/build-journal.ts'
import { judgeJournal } from '../judge-journal.ts'

const token = { name: 'Authorization', value: 'Bearer a-token-of-one-client' }

/** A page that holds one event. */
const read = (second: number, after: string | null, id: string, next: string) => ({
  startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  time: 5,
  request: {
    method: 'GET',
    url: `https://appraisals.example/v1/events${after === null ? '' : `?after=${after}`}`,
    headers: [token],
  },
  response: {
    status: 200,
    content: { text: JSON.stringify({ data: [{ id, order_id: 'ord_1' }], next_cursor: next }) },
  },
})

const forward = 'feed.client-reads-forward'
const following = 'feed.client-follows-next-cursor-until-null'

const verdictsOf = (...entries: ReturnType<typeof read>[]) => {
  const { verdicts } = judgeJournal(buildJournal({ entries, fromStart: true }))
  return [forward, following].map((id) => verdicts.find(({ rule }) => rule === id)!.verdict)
}

const verdictOf = (...entries: ReturnType<typeof read>[]) => verdictsOf(...entries)[0]

t.test('a later cursor may be the smaller text', async (t) => {
  const pages = [read(1, null, 'evt_1', 'zz'), read(2, 'zz', 'evt_2', 'aa'), read(3, 'aa', 'evt_3', 'mm')]
  const again = read(4, 'zz', 'evt_2', 'aa')
  t.equal(verdictOf(...pages), 'pass')
  t.equal(verdictOf(...pages, again), 'pass', 'a walk may be broken off once')
  t.equal(
    verdictOf(
      ...pages,
      again,
      read(5, 'aa', 'evt_3', 'mm'),
      read(6, 'zz', 'evt_2', 'aa'),
      read(7, 'aa', 'evt_3', 'mm'),
    ),
    'fail',
  )
})

t.test('a stored id and a cursor are compared by their events; an unknown cursor shows nothing', async (t) => {
  t.equal(
    verdictOf(read(1, null, 'evt_1', 'aa'), read(2, 'evt_1', 'evt_2', 'bb'), read(3, 'bb', 'evt_3', 'cc')),
    'pass',
  )
  t.equal(
    verdictOf(read(1, 'evt_5', 'evt_6', 'aa'), read(2, 'evt_4', 'evt_5', 'bb'), read(3, 'evt_4', 'evt_5', 'bb')),
    'fail',
  )
  t.not(verdictOf(read(1, 'unknown', 'evt_6', 'aa'), read(2, 'evt_4', 'evt_5', 'bb')), 'fail')
})

t.test('two processes that share a credential each go on from where they were', async (t) => {
  const ahead = [
    read(1, 'evt_5', 'evt_6', 'c6'),
    read(3, 'c6', 'evt_7', 'c7'),
    read(5, 'c7', 'evt_8', 'c8'),
    read(7, 'c8', 'evt_9', 'c9'),
  ]
  const behind = [read(2, 'evt_1', 'evt_2', 'c2'), read(4, 'c2', 'evt_3', 'c3'), read(6, 'c3', 'evt_4', 'c4')]
  const inOrder = [ahead, behind]
    .flat()
    .toSorted((one, other) => (one.startedDateTime < other.startedDateTime ? -1 : 1))
  t.strictSame(verdictsOf(...inOrder), ['pass', 'pass'])
})

t.test('one that starts again and again from an old event, and comes by the same pages, reads backward', async (t) => {
  const pages = [read(1, null, 'evt_1', 'c1'), read(2, 'c1', 'evt_2', 'c2'), read(3, 'c2', 'evt_3', 'c3')]
  const again = [read(4, 'c1', 'evt_2', 'c2'), read(5, 'c2', 'evt_3', 'c3'), read(6, 'c3', 'evt_4', 'c4')]
  t.equal(verdictOf(...pages, ...again), 'pass', 'once it may have been stopped in the middle')
  const third = [read(7, 'c1', 'evt_2', 'c2'), read(8, 'c2', 'evt_3', 'c3')]
  t.equal(verdictOf(...pages, ...again, ...third), 'fail')
})

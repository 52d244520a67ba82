// Only an event whose delivery failed, and was tried once more, shows where such events stand.
import t from 'tap'
import { exchangeOf } from '../../evidence/exchange.support.ts'
import { judgedBy } from '../judged-by.support.ts'
import check from './failing-event-keeps-its-place.ts'

type Record = { id: string; status: string; attempts: number }

const look = (...records: Record[]) => [
  exchangeOf({
    operation: 'listEvents',
    body: {
      data: records.map(({ id, ...delivery }) => ({ id, type: 'order.assigned', data: {}, delivery })),
      next_cursor: null,
    },
  }),
]

const taken = (id: string): Record => ({ id, status: 'delivered', attempts: 1 })
const failed = (id: string, attempts = 1): Record => ({ id, status: 'failed', attempts })

/** Looks at the feed, the last of them after a minute. */
const outcomeOf = async (first: Record[], later: Record[]) => {
  const [feed, slowOver, firstOver] = [look(...first), look(...first), look(...first)]
  const [outcome] = await judgedBy(check, { feed, slowOver, firstOver, later: look(...later) })
  return outcome
}

t.test('a feed in which nothing failed shows nothing', async (t) => {
  const untested = { verdict: 'not-tested', reason_code: 'no-failure-read-on' }
  t.match(await outcomeOf([taken('evt_1'), taken('evt_2')], [taken('evt_1'), taken('evt_2')]), untested)
  const still = [failed('evt_1'), taken('evt_2')]
  t.match(await outcomeOf(still, still), untested, 'nor where it was not tried again')
})

t.test('an event that failed and is in its place after the next attempt does', async (t) => {
  const first = [failed('evt_1'), taken('evt_2')]
  t.match(await outcomeOf(first, [{ ...taken('evt_1'), attempts: 2 }, taken('evt_2')]), { verdict: 'pass' })
  t.match(await outcomeOf(first, [failed('evt_1', 2), taken('evt_2')]), { verdict: 'pass' })
})

t.test(
  'one that comes into the feed behind those who have read on is found, whatever is known of its attempts',
  async (t) => {
    t.match(await outcomeOf([taken('evt_2')], [taken('evt_1'), taken('evt_2')]), { verdict: 'fail' })
  },
)

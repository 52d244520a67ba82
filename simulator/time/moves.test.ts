// Moves of the clock beyond an instant named: to what is due next, until nothing is due, and frozen in between.
import t from 'tap'
import { createClock } from './create-clock.ts'

const START = Date.UTC(2026, 0, 5, 12)
const HOUR = 3_600_000
const at = (ms: number) => new Date(START + ms).toISOString()
const manual = () => createClock({ mode: 'manual', start: START })
const nothing = () => undefined

t.test('next due goes to the soonest instant, runs all of it, and no further', async (t) => {
  const clock = manual()
  clock.at(START + HOUR, 'a', '1', () => 'done')
  clock.at(START + 2 * HOUR, 'c', '3', nothing)
  clock.at(START + HOUR, 'b', '2', nothing)
  t.strictSame(await clock.advanceToNextDue(), {
    now: at(HOUR),
    fired: [
      { at: at(HOUR), what: 'a', subject: '1', outcome: 'done' },
      { at: at(HOUR), what: 'b', subject: '2' },
    ],
    idle: false,
    next_due_at: at(2 * HOUR),
    bounded_by: null,
  })
  t.match(await clock.advanceToNextDue(), { now: at(2 * HOUR), idle: true, next_due_at: null })
  t.strictSame(await clock.advanceToNextDue(), {
    now: at(2 * HOUR),
    fired: [],
    idle: true,
    next_due_at: null,
    bounded_by: null,
  })
})

t.test('what would do nothing any more is neither shown nor gone to', async (t) => {
  const clock = manual()
  clock.at(START + 1000, 'stale', '1', () => 'already moved on', { kind: 'order_settles', isOpen: () => false })
  clock.at(START + HOUR, 'a', '1', nothing, { kind: 'company_act', isOpen: () => true })
  clock.at(START + HOUR, 'a', '1', nothing, { kind: 'company_act', isOpen: () => true })
  clock.at(START + 3 * HOUR, 'stale', '2', nothing, { kind: 'order_settles', isOpen: () => false })
  t.strictSame(clock.open(), [{ at: at(HOUR), what: 'a', subject: '1', kind: 'company_act' }], 'alike ones once')
  t.strictSame(clock.open(START + 1000), [])
  const { now, fired, idle } = await clock.advanceToNextDue()
  t.equal(now, at(HOUR))
  t.equal(fired[0]?.outcome, 'already moved on', 'what lies on the way runs')
  t.equal(idle, true)
  t.match(await clock.advanceUntilIdle(), { now: at(HOUR), fired: [], idle: true })
})

t.test('until idle runs what comes of what runs, and ends where the last thing ran', async (t) => {
  const clock = manual()
  const again = (left: number) => () => {
    if (left > 0) clock.at(clock.now() + left * HOUR, `${left} left`, 'x', again(left - 1))
    return undefined
  }
  clock.at(START + HOUR, 'first', 'x', again(3))
  const { now, fired, idle, bounded_by } = await clock.advanceUntilIdle()
  t.strictSame(
    fired.map(({ what }) => what),
    ['first', '3 left', '2 left', '1 left'],
  )
  t.equal(now, at(7 * HOUR))
  t.equal(clock.now(), START + 7 * HOUR)
  t.match({ idle, bounded_by }, { idle: true, bounded_by: null })
})

t.test('what never ends is bounded in time and in number, and the answer says so', async (t) => {
  const clock = manual()
  const hourly = () => {
    clock.at(clock.now() + HOUR, 'hourly', 'x', hourly)
    return undefined
  }
  hourly()
  const byTime = await clock.advanceUntilIdle({ max_seconds: 3.5 * 3600 })
  t.equal(byTime.fired.length, 3)
  t.match(byTime, { now: at(3 * HOUR), idle: false, bounded_by: 'max_seconds', next_due_at: at(4 * HOUR) })
  for (const subject of ['y', 'z']) clock.at(START + 4 * HOUR, 'once', subject, nothing)
  const byNumber = await clock.advanceUntilIdle({ max_fired: 2 })
  t.equal(byNumber.fired.length, 3, 'those of one instant are not divided')
  t.match(byNumber, { now: at(4 * HOUR), idle: false, bounded_by: 'max_fired', next_due_at: at(5 * HOUR) })
  t.match(await clock.advanceUntilIdle(), { idle: false })
})

t.test('frozen, a real clock stands, moves when asked, and goes on from where it stood', async (t) => {
  let wire = 0
  const clock = createClock({ mode: 'real', start: START, wire: () => wire })
  wire += 100
  clock.freeze()
  t.equal(clock.frozen, true)
  wire += HOUR
  t.equal(clock.now(), START + 100)
  clock.freeze()
  t.equal(await new Promise((resolve) => clock.at(clock.now(), 'now', 'x', () => void resolve('ran'))), 'ran')
  clock.at(START + HOUR, 'later', 'x', nothing)
  t.match(await clock.advance(START + HOUR), [{ what: 'later' }])
  wire += HOUR
  t.equal(clock.now(), START + HOUR, 'an advance leaves it frozen')
  clock.unfreeze()
  clock.unfreeze()
  t.equal(clock.frozen, false)
  t.equal(clock.now(), START + HOUR)
  wire += 7
  t.equal(clock.now(), START + HOUR + 7)
})

t.test('a timer that ran when the clock was frozen is set again when it goes on', async (t) => {
  // The clock's own timers keep no process alive.
  const alive = setInterval(nothing, 1000)
  t.teardown(() => clearInterval(alive))
  const clock = createClock({ mode: 'accelerated', rate: 1_000_000, start: START })
  const ran = new Promise((resolve) => clock.at(START + HOUR, 'bell', 'x', () => void resolve('ran')))
  clock.freeze()
  t.equal(clock.open().length, 1)
  clock.unfreeze()
  t.equal(await ran, 'ran')
  clock.close()
})

t.test('a move is refused within an item and after the close', async (t) => {
  const clock = manual()
  clock.at(START, 'a', 'x', async () => void (await clock.advanceToNextDue()))
  clock.at(START, 'b', 'x', async () => void (await clock.advanceUntilIdle()))
  t.match(await clock.advance(START).catch(() => []), [{ outcome: /clock_nested/ }, { outcome: /clock_nested/ }])
  clock.close()
  await t.rejects(clock.advanceToNextDue(), { code: 'clock_closed' })
  await t.rejects(clock.advanceUntilIdle(), { code: 'clock_closed' })
})

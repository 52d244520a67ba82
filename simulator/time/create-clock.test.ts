// The clock: what its three modes read, what an advance runs and in which order, and what it refuses.
import t from 'tap'
import { createClock } from './create-clock.ts'
import type { ClockOptions } from './create-clock.ts'

const START = Date.UTC(2026, 0, 5, 12)
const HOUR = 3_600_000
const at = (ms: number) => new Date(START + ms).toISOString()
/** The event loop goes round a few times. */
const rounds = async () => {
  for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve))
}
const manual = (more: Partial<ClockOptions> = {}) =>
  createClock({ mode: 'manual', start: START, ...more } as ClockOptions)

t.test('real time flows as the wire does, from the start it was given', async (t) => {
  let wire = 5_000
  const clock = createClock({ mode: 'real', start: START, wire: () => wire })
  t.equal(clock.now(), START)
  wire += 1_234
  t.equal(clock.now(), START + 1_234)
})

t.test('real time without a start reads as the wire clock', async (t) => {
  t.equal(createClock({ mode: 'real', wire: () => 777_000 }).now(), 777_000)
})

t.test('accelerated time flows rate times faster, in whole milliseconds', async (t) => {
  let wire = 0
  const clock = createClock({ mode: 'accelerated', rate: 2.5, start: START, wire: () => wire })
  wire += 3
  t.equal(clock.now(), START + 7)
})

t.test('manual time stands still whatever the wire does', async (t) => {
  let wire = 0
  const clock = manual({ wire: () => wire })
  wire += HOUR
  t.equal(clock.now(), START)
})

t.test('a rate that is not above 0 is refused', async (t) => {
  for (const rate of [0, -1, NaN, Infinity])
    t.throws(() => createClock({ mode: 'accelerated', rate }), { code: 'clock_bad_rate' })
})

t.test('a wall clock set back neither turns domain time back nor stops it', async (t) => {
  let wire = 10_000
  const clock = createClock({ mode: 'real', start: START, wire: () => wire })
  wire += 1_000
  t.equal(clock.now(), START + 1_000)
  wire -= HOUR
  t.equal(clock.now(), START + 1_000)
  wire += 50
  t.equal(clock.now(), START + 1_050)
})

t.test('an advance runs what falls due in order of due time, showing each its own', async (t) => {
  const clock = manual()
  const seen: number[] = []
  for (const due of [30, 10, 20]) clock.at(START + due, 'tick', String(due), () => void seen.push(clock.now() - START))
  clock.at(START + 41, 'tick', 'beyond', () => void seen.push(-1))
  t.same(await clock.advance(START + 40), [
    { at: at(10), what: 'tick', subject: '10' },
    { at: at(20), what: 'tick', subject: '20' },
    { at: at(30), what: 'tick', subject: '30' },
  ])
  t.same(seen, [10, 20, 30])
  t.equal(clock.now(), START + 40)
})

t.test(
  'an advance runs any set of items in order of due time, then of registration, removed ones left out',
  async (t) => {
    let seed = 1
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 100; round++) {
      const clock = manual()
      const items = Array.from({ length: 1 + random(60) }, (_, n) => ({ n, due: random(40) + 1 }))
      const cancels = items.map(({ n, due }) => clock.at(START + due, 'item', String(n), () => undefined))
      const removed = new Set(items.filter(() => random(3) === 0).map(({ n }) => n))
      for (const n of removed) cancels[n]!()
      const expected = items.filter(({ n }) => !removed.has(n)).toSorted((a, b) => a.due - b.due || a.n - b.n)
      const fired = await clock.advance(START + 50)
      const order = fired.map(({ subject }) => Number(subject))
      t.same(
        order,
        expected.map(({ n }) => n),
        `round ${round}`,
      )
    }
  },
)

t.test('items due at one instant run together, in registration order', async (t) => {
  const clock = manual()
  const log: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  clock.at(START + 5, 'item', 'first', async () => {
    log.push('first begins')
    await gate
    log.push('first ends')
  })
  clock.at(START + 5, 'item', 'second', () => {
    log.push('second')
    release()
  })
  const fired = await clock.advance(START + 5)
  t.same(log, ['first begins', 'second', 'first ends'])
  t.same(
    fired.map(({ subject }) => subject),
    ['first', 'second'],
  )
})

t.test('an advance waits for each item, and the clock shows its due time to the end of it', async (t) => {
  const clock = manual()
  let shown = 0
  clock.at(START + 10, 'slow', 'a', async () => {
    await rounds()
    shown = clock.now()
    return 'done'
  })
  clock.at(START + 20, 'next', 'b', () => String(shown - START))
  t.same(await clock.advance(START + 100), [
    { at: at(10), what: 'slow', subject: 'a', outcome: 'done' },
    { at: at(20), what: 'next', subject: 'b', outcome: '10' },
  ])
})

t.test('work scheduled during an advance runs in it when it falls due before its end', async (t) => {
  const clock = manual()
  clock.at(START + 10, 'parent', 'p', () => {
    clock.at(START + 30, 'child', 'in time', () => undefined)
    clock.at(clock.now(), 'child', 'now', () => undefined)
    clock.at(START + 51, 'child', 'too late', () => undefined)
  })
  clock.at(START + 20, 'other', 'o', () => undefined)
  const fired = await clock.advance(START + 50)
  t.same(
    fired.map(({ at, subject }) => [at, subject]),
    [
      [at(10), 'p'],
      [at(10), 'now'],
      [at(20), 'o'],
      [at(30), 'in time'],
    ],
  )
  t.same(clock.upcoming(), [{ at: at(51), what: 'child', subject: 'too late' }])
})

t.test('an item already due runs without an advance, but not at once', async (t) => {
  const clock = manual()
  let ran = 0
  clock.at(START - HOUR, 'late', 'x', () => void (ran = clock.now()))
  t.equal(ran, 0)
  await clock.idle()
  t.equal(ran, START)
})

t.test('a cancelled item does not run', async (t) => {
  const clock = manual()
  let ran = false
  const cancel = clock.at(START + 1, 'item', 'x', () => void (ran = true))
  const cancelSoon = clock.at(START, 'item', 'y', () => void (ran = true))
  cancel()
  cancelSoon()
  cancel()
  t.same(await clock.advance(START + HOUR), [])
  t.notOk(ran)
})

t.test('upcoming lists what is known, soonest first, and moves nothing', async (t) => {
  const clock = manual()
  clock.at(START + 2 * HOUR, 'webhook attempt 3', 'evt_b', () => undefined)
  clock.at(START + HOUR, 'webhook attempt 2', 'evt_a', () => undefined)
  t.same(clock.upcoming(), [
    { at: at(HOUR), what: 'webhook attempt 2', subject: 'evt_a' },
    { at: at(2 * HOUR), what: 'webhook attempt 3', subject: 'evt_b' },
  ])
  t.equal(clock.upcoming(START + HOUR).length, 1)
  t.equal(clock.now(), START)
})

t.test('a past instant is refused, and so is one that is no instant', async (t) => {
  const clock = manual()
  await clock.advance(START + HOUR)
  await t.rejects(clock.advance(START + HOUR - 1), { code: 'clock_past_instant', message: /2026-01-05T12:59:59.999Z/ })
  for (const instant of [NaN, Infinity, 1e17]) await t.rejects(clock.advance(instant), { code: 'clock_bad_instant' })
  t.throws(() => clock.at(NaN, 'item', 'x', () => undefined), { code: 'clock_bad_instant' })
  t.equal(clock.now(), START + HOUR)
})

t.test('the present instant is accepted', async (t) => {
  const clock = createClock({ mode: 'real', wire: () => 777_000 })
  t.same(await clock.advance(clock.now()), [])
})

t.test('no seconds forward are accepted, however often time goes on meanwhile', async (t) => {
  let wire = 0
  const clock = createClock({ mode: 'real', start: START, wire: () => wire++ })
  clock.at(START, 'item', 'x', () => undefined)
  t.match(await clock.advanceBy(0), [{ what: 'item' }])
  await clock.advanceBy(HOUR / 1000)
  t.ok(clock.now() > START + HOUR)
  await t.rejects(clock.advanceBy(-1), { code: 'clock_past_instant' })
  for (const seconds of [NaN, Infinity, 1e15]) await t.rejects(clock.advanceBy(seconds), { code: 'clock_bad_instant' })
})

t.test('an item that advances its own clock, or waits for it to be idle, is refused', async (t) => {
  const clock = manual()
  const codes: unknown[] = []
  const code = (error: { code?: string }) => void codes.push(error.code)
  clock.at(START + 1, 'item', 'x', async () => {
    await clock.advance(START + HOUR).catch(code)
    await clock.idle().catch(code)
  })
  await clock.advance(START + 2)
  t.same(codes, ['clock_nested', 'clock_nested'])
  t.equal(clock.now(), START + 2)
})

t.test('an item may advance another clock, and what it leaves behind may advance its own', async (t) => {
  const [one, other] = [manual(), manual()]
  let left: Promise<unknown> = Promise.resolve()
  let tell = () => {}
  const advanced = new Promise<undefined>((resolve) => (tell = () => resolve(undefined)))
  one.at(START + 1, 'item', 'x', async () => {
    await other.advance(START + HOUR)
    left = rounds().then(() => {
      const advance = one.advance(START + HOUR)
      tell()
      return advance
    })
  })
  one.at(START + 1, 'item', 'still running', () => advanced)
  await one.advance(START + 1)
  t.equal(other.now(), START + HOUR)
  await left
  t.equal(one.now(), START + HOUR)
})

t.test('advances that overlap run one after the other', async (t) => {
  const clock = manual()
  const log: string[] = []
  clock.at(START + 10, 'slow', 'a', async () => {
    log.push('a begins')
    await rounds()
    log.push('a ends')
  })
  clock.at(START + 20, 'item', 'b', () => void log.push('b'))
  const [first, second, overtaken] = await Promise.all([
    clock.advance(START + 15),
    clock.advance(START + 30),
    clock.advance(START + 12),
  ])
  t.same(log, ['a begins', 'a ends', 'b'])
  t.same(
    [first, second, overtaken].map((fired) => fired.map(({ subject }) => subject)),
    [['a'], ['b'], []],
  )
  t.equal(clock.now(), START + 30)
})

t.test('real and accelerated clocks advance too, and flow on from there', async (t) => {
  for (const [mode, flowed] of [
    [{ mode: 'real' }, 100],
    [{ mode: 'accelerated', rate: 60 }, 6_000],
  ] as const) {
    let wire = 0
    const clock = createClock({ ...mode, start: START, wire: () => wire })
    let shown = 0
    clock.at(START + HOUR, 'item', 'x', () => {
      wire += 5_000
      shown = clock.now()
    })
    const fired = await clock.advance(START + 2 * HOUR)
    t.equal(fired.length, 1)
    t.equal(shown, START + HOUR, 'the clock stands still while an item runs')
    t.equal(clock.now(), START + 2 * HOUR)
    wire += 100
    t.equal(clock.now(), START + 2 * HOUR + flowed)
    clock.close()
  }
})

t.test('a real clock runs an item when its time comes, and not before', async (t) => {
  const clock = createClock({ mode: 'real' })
  const due = clock.now() + 20
  const ran = new Promise<number>((resolve) => clock.at(due, 'item', 'x', () => void resolve(clock.now())))
  const keepsAlive = setTimeout(() => {}, 10_000)
  t.ok((await ran) >= due)
  clearTimeout(keepsAlive)
})

t.test('an accelerated clock runs an hour of items in the same order', async (t) => {
  const clock = createClock({ mode: 'accelerated', rate: 360_000, start: START })
  const seen: number[] = []
  const keepsAlive = setTimeout(() => {}, 10_000)
  await new Promise<void>((resolve) => {
    for (const minute of [60, 5, 30]) {
      clock.at(START + minute * 60_000, 'item', String(minute), () => {
        seen.push(minute)
        if (seen.length === 3) resolve()
      })
    }
  })
  clearTimeout(keepsAlive)
  clock.close()
  t.same(seen, [5, 30, 60])
})

t.test('a wait longer than a timer can hold does not fire early', async (t) => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => void warnings.push(warning)
  process.on('warning', onWarning)
  t.teardown(() => process.off('warning', onWarning))
  const clock = createClock({ mode: 'real', start: START })
  let ran = false
  clock.at(START + 40 * 24 * HOUR, 'item', 'in forty days', () => void (ran = true))
  // A timer that is too long fires after 1 ms: before this one.
  await new Promise((resolve) => setTimeout(resolve, 2))
  t.notOk(ran)
  t.same(warnings, [], 'and Node has nothing to say of its timer')
  t.equal((await clock.advance(START + 41 * 24 * HOUR)).length, 1)
  t.ok(ran)
  clock.close()
})

t.test('an item that throws is reported, and the rest goes on', async (t) => {
  const errors: unknown[] = []
  const clock = manual({ onError: (error, what, subject) => errors.push([(error as Error).message, what, subject]) })
  clock.at(START + 1, 'item', 'bad', () => {
    throw new Error('broken')
  })
  clock.at(START + 2, 'item', 'good', () => 'fine')
  const fired = await clock.advance(START + 3)
  t.same(
    fired.map(({ outcome }) => outcome),
    ['error: broken', 'fine'],
  )
  t.same(errors, [['broken', 'item', 'bad']])
})

t.test('idle waits for what is due and under way, and not for what is due later', async (t) => {
  const clock = manual()
  let done = false
  clock.at(START, 'item', 'x', async () => {
    await rounds()
    clock.at(START, 'item', 'y', async () => {
      await rounds()
      done = true
    })
  })
  clock.at(START + 1, 'item', 'later', () => undefined)
  await clock.idle()
  t.ok(done)
  t.equal(clock.upcoming().length, 1)
})

t.test('a closed clock drops everything and is not advanced', async (t) => {
  const clock = manual()
  let ran = false
  clock.at(START + 1, 'item', 'x', () => void (ran = true))
  clock.at(START, 'item', 'y', () => void (ran = true))
  clock.close()
  clock.at(START, 'item', 'z', () => void (ran = true))
  t.same(clock.upcoming(), [])
  await t.rejects(clock.advance(START + HOUR), { code: 'clock_closed' })
  await rounds()
  t.notOk(ran)
})

t.test('closing during an advance ends it after what runs', async (t) => {
  const clock = manual()
  clock.at(START + 1, 'item', 'x', () => void clock.close())
  clock.at(START + 2, 'item', 'y', () => undefined)
  t.same(
    (await clock.advance(START + 3)).map(({ subject }) => subject),
    ['x'],
  )
})

t.test('a real clock is held even while its milliseconds go by, and goes on from where it stood', async (t) => {
  let wire = 0
  // Every look at the wire clock finds it later.
  const clock = createClock({ mode: 'real', start: START, wire: () => (wire += 1) })
  const held = clock.hold(20)
  // The hold begins in the same round of the event loop, so that it cannot have ended.
  await new Promise((resolve) => setImmediate(resolve))
  const looks = [clock.now(), clock.now(), clock.now()]
  t.equal(new Set(looks).size, 1, 'it stands still')
  await held
  t.ok(clock.now() > looks[0]!)
})

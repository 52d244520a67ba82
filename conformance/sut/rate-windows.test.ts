// What a run knows of the windows of a target: where one begins, and whether there is one that begins at all.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { createRateWindows } from './rate-windows.ts'

/** Answers of a target with a clock of its own, a second ahead of ours. */
const target = () => {
  let at = 1_000_000
  const rates = createRateWindows(() => at)
  const answer = (left: number, reset: number, status = 200): void => {
    const headers = [
      ['X-RateLimit-Remaining', String(left)],
      ['X-RateLimit-Reset', String(reset)],
      ['Date', new Date(at + 1_000).toUTCString()],
    ]
    const response = { status, headers, body: Buffer.from('{}') }
    rates.saw({
      id: 'x1',
      role: 'main',
      operation: 'getAccount',
      startedAt: at,
      ms: 0,
      response,
    } as unknown as Answered)
  }
  return { rates, answer, now: () => at, pass: (ms: number) => void (at += ms), main: () => rates.of('main') }
}

t.test('a window that the target begins is known from then on', async (t) => {
  const { answer, main, now, pass } = target()
  answer(300, 1_050)
  t.equal(main().startedAt, null, 'what others sent before us is not known')
  pass(50_000)
  answer(599, 1_111)
  t.match(main(), { startedAt: now(), sent: 11, own: 1, served: 1, left: 599, slides: false }, 'its count may lag')
  answer(598, 1_111)
  t.match(main(), { sent: 12, own: 2, served: 2 })
})

t.test(
  'a window that the first answer shows to be unused, with most of its minute left, is known from then on',
  async (t) => {
    const { answer, main, now } = target()
    answer(597, 1_058)
    t.match(main(), { startedAt: now(), sent: 13, own: 3, served: 1, left: 597 })
    answer(596, 1_058)
    t.match(main(), { sent: 14, own: 4, served: 2 })
  },
)

t.test('until it is seen to slide', async (t) => {
  const { answer, main, pass } = target()
  answer(599, 1_060)
  pass(3_000)
  answer(598, 1_063)
  t.match(main(), { slides: true, startedAt: null })
  answer(597, 1_063)
  t.equal(main().startedAt, null, 'from then on, too')
})

t.test('and is not, where it was used before or may soon be over', async (t) => {
  const used = target()
  used.answer(540, 1_060)
  t.equal(used.main().startedAt, null)
  const ending = target()
  ending.answer(599, 1_050)
  t.equal(ending.main().startedAt, null)
})

t.test('and is not, where more was used of it than is ours', async (t) => {
  const { answer, main, pass } = target()
  answer(300, 1_050)
  pass(50_000)
  answer(420, 1_111)
  t.equal(main().startedAt, null)
})

t.test('its end is counted by our own clock', async (t) => {
  const { answer, main, now } = target()
  // The target has 1001 now, so that its window ends in 59 seconds.
  answer(599, 1_060)
  t.equal(main().endsAt, now() + 59_000 + 1_000)
})

t.test('a reset that moves on with every second belongs to no window', async (t) => {
  const { answer, main, pass } = target()
  answer(599, 1_060)
  pass(1_000)
  answer(598, 1_061)
  t.notOk(main().slides, 'a second may be rounded')
  pass(2_000)
  answer(597, 1_063)
  t.ok(main().slides)
})

t.test('an answer to a head that is too long counts for no client, as no token was read', async (t) => {
  for (const status of [414, 431]) {
    const { answer, main, now, pass } = target()
    answer(599, 1_060)
    const startedAt = now()
    pass(5_000)
    answer(600, 1_066, status)
    t.match(main(), { startedAt, left: 599, slides: false, own: 2 }, 'it shows no other window')
  }
})

t.test('a window that was waited for is shown by its first answer', async (t) => {
  const { rates, answer, main, pass } = target()
  rates.begun('main')
  t.type(main().startedAt, 'number')
  answer(599, 1_060)
  t.match(main(), { slides: false, startedAt: Number })
  pass(60_000)
  rates.begun('main')
  answer(12, 1_062)
  t.match(main(), { slides: true, startedAt: null }, 'the oldest requests left, and no more')
})

t.test(
  'a window is known until the end that the target names, and of one that it does not name for less than a minute',
  async (t) => {
    const named = target()
    named.rates.begun('main')
    named.answer(599, 1_061)
    named.pass(57_000)
    t.type(named.main().startedAt, 'number')
    named.pass(3_000)
    t.equal(named.main().startedAt, null)
    const silent = target()
    silent.rates.begun('main')
    silent.pass(51_000)
    t.equal(silent.main().startedAt, null)
  },
)

t.test('answers that count down one by one are counted, and a refusal need not count', async (t) => {
  const { answer, main } = target()
  for (const left of [12, 11, 10]) answer(left, 1_060)
  t.equal(main().falling, 2)
  answer(10, 1_060, 409)
  answer(9, 1_060, 409)
  t.equal(main().falling, 3)
  answer(7, 1_060)
  t.equal(main().falling, 0, 'something else was counted meanwhile')
  answer(6, 1_060)
  answer(6, 1_060)
  t.equal(main().falling, 0, 'a served request was not counted')
})

t.test('what is answered while a window is renewed may count in the new one', async (t) => {
  const { rates, answer, main } = target()
  answer(300, 1_060)
  await rates.renewed(async () => {
    answer(599, 1_060)
    await Promise.resolve()
    answer(598, 1_060)
  })
  t.match(main(), { sent: 2, own: 2, served: 0 })
  answer(597, 1_060)
  t.match(main(), { sent: 3, own: 3, served: 1 })
})

t.test('a reset that is another after the first answer begins no window', async (t) => {
  const { rates, answer, main, now, pass } = target()
  rates.begun()
  const began = now()
  answer(599, 1_001)
  pass(100)
  answer(599, 1_061)
  answer(597, 1_061)
  t.match(main(), { startedAt: began, sent: 3, own: 3, served: 3 }, 'the count lags at the second')
})

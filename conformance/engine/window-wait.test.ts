// A client that used its window up waits for the end of it, once for all requests, and trips the limit where it is known.
import t from 'tap'
import { parseProfile } from '../sut/profile.ts'
import type { RateWindow, RateWindows } from '../sut/rate-windows.ts'
import { windowWait } from './window-wait.ts'

const profile = parseProfile({
  sandbox_base_url: 'http://127.0.0.1:9/sandbox/v1',
  credentials: { main: { client_id: 'cli_1', client_secret: 'a-secret-of-some-length' } },
})
const main = 'sandbox/cli_1'

const waiting = (window: Partial<RateWindow>) => {
  let at = 0
  const happened: string[] = []
  const rates = {
    of: () => ({
      startedAt: null,
      knownUntil: window.endsAt ?? null,
      sent: 0,
      own: window.sent ?? 0,
      left: 0,
      endsAt: 40_000,
      slides: false,
      ...window,
    }),
    begun: (role: string) => void happened.push(`begun ${role} at ${at}`),
  } as unknown as RateWindows
  const { renew, slides, isDue } = windowWait({
    profile,
    rates,
    now: () => at,
    rest: async (ms) => void (at += ms),
    atFullWindow: async () => void happened.push('tripped'),
  })
  return { renew, slides, isDue, happened }
}

t.test('it waits until the target says that the window is over, once', async (t) => {
  const { renew, happened } = waiting({})
  t.strictSame(await Promise.all([renew(main, 0), renew(main, 0)]), [undefined, undefined])
  t.strictSame(happened, ['begun main at 40000'])
})

t.test('and longer, where a refusal said so', async (t) => {
  const { renew, happened } = waiting({})
  await renew(main, 55_000)
  t.strictSame(happened, ['begun main at 55000'])
})

t.test('a target that does not say it is waited for a minute', async (t) => {
  const { renew, happened } = waiting({ endsAt: null })
  await renew(main, 0)
  t.strictSame(happened, ['begun main at 61000'])
})

t.test('the limit is tripped first, in a window that is known and nearly used up', async (t) => {
  const known = waiting({ startedAt: 0, sent: 582 })
  await known.renew(main, 0)
  t.strictSame(known.happened, ['tripped', 'begun main at 40000'])
  const early = waiting({ startedAt: 0, sent: 200 })
  await early.renew(main, 0)
  t.strictSame(early.happened, ['begun main at 40000'])
})

t.test('nobody waits for what is there, unless the target refused for its rate', async (t) => {
  const { renew, happened } = waiting({ left: 300 })
  t.equal(await renew(main, 0), 288)
  t.strictSame(happened, [])
  t.equal(await renew(main, 5_000), undefined)
})

t.test('where no window ever begins, there is none to wait for', async (t) => {
  const { renew, slides, happened } = waiting({ slides: true })
  t.equal(await renew(main, 0), null)
  t.ok(slides(main))
  t.strictSame(happened, [])
})

t.test('a window that is known and nearly over is used up as well, once', async (t) => {
  const { renew, isDue, happened } = waiting({ startedAt: -52_000, sent: 450, left: 150, endsAt: 8_000 })
  t.ok(isDue(main))
  t.equal(await renew(main, 0), undefined)
  t.strictSame(happened, ['tripped', 'begun main at 8000'])
  t.notOk(isDue(main), 'the limit was tripped')
  t.notOk(waiting({ startedAt: -55_000, sent: 300, endsAt: 5_000 }).isDue(main), 'too much is left of it')
  t.notOk(waiting({ startedAt: -30_000, sent: 450, endsAt: 30_000 }).isDue(main), 'it may yet be used up')
  t.notOk(waiting({ startedAt: null, sent: 450, endsAt: 5_000 }).isDue(main), 'nobody knows what was used before')
})

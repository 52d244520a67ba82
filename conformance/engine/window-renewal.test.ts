// A new window is begun when the old one is used up; the limit is tripped once, and nobody begins another meanwhile.
import t from 'tap'
import { parseProfile } from '../sut/profile.ts'
import type { RateWindow, RateWindows } from '../sut/rate-windows.ts'
import { windowRenewal } from './window-renewal.ts'

const profile = parseProfile({
  sandbox_base_url: 'http://127.0.0.1:9/sandbox/v1',
  credentials: { main: { client_id: 'cli_1', client_secret: 'a-secret-of-some-length' } },
})
const [main, other] = ['sandbox/cli_1', 'sandbox/cli_2']

const renewing = (given: Partial<RateWindow>, atMs: number) => {
  const happened: string[] = []
  const fresh = { startedAt: 0, knownUntil: 58_000, sent: 0, own: 0, left: 600, refusal: null }
  let window = { ...fresh, own: given.sent ?? 0, left: 600 - (given.sent ?? 0), ...given }
  let letGo: (() => void) | undefined
  const renewal = windowRenewal({
    profile,
    rates: { of: () => window } as unknown as RateWindows,
    control: {
      async renewRateLimit() {
        happened.push('renewed')
        window = { ...fresh, startedAt: atMs, knownUntil: atMs + 58_000 }
      },
    },
    now: () => atMs,
    atFullWindow: () => {
      happened.push('tripped')
      return new Promise<void>((resolve) => (letGo = resolve))
    },
  })
  const fill = (sent: number) => void (window = { ...fresh, sent, own: sent, left: 600 - sent })
  return { ...renewal, happened, end: () => letGo?.(), fill }
}

t.test('a window that is used up is tripped first, and the next one is not', async (t) => {
  const { renew, happened, end, fill } = renewing({ sent: 590 }, 9_000)
  const under = renew(main)
  end()
  t.equal(await under, undefined)
  t.strictSame(happened, ['tripped', 'renewed'])
  fill(590)
  await renew(main)
  t.strictSame(happened, ['tripped', 'renewed', 'renewed'])
})

t.test('while it is tripped, a caller that wants a window waits for the one that comes after', async (t) => {
  const { renew, isDue, happened, end } = renewing({ sent: 590 }, 9_000)
  const all = [renew(main), renew(main), renew(other)]
  t.ok(isDue(main) && isDue(other), 'nobody sends')
  t.strictSame(happened, ['tripped'])
  end()
  t.strictSame(await Promise.all(all), [undefined, undefined, undefined])
  t.strictSame(happened, ['tripped', 'renewed'])
  t.notOk(isDue(main) || isDue(other))
})

t.test('on a slow way a window is used up before it is over, though more would fit it', async (t) => {
  const { renew, isDue, happened, end } = renewing({ sent: 510 }, 53_000)
  t.ok(isDue(main))
  t.notOk(isDue(other), 'that of another client is not')
  const under = renew(main)
  end()
  await under
  t.strictSame(happened, ['tripped', 'renewed'])
})

t.test('what is left is used otherwise while there is time, or when there is none', async (t) => {
  const early = renewing({ sent: 400 }, 20_000)
  t.notOk(early.isDue(main))
  t.equal(await early.renew(main), 188)
  const late = renewing({ sent: 594 }, 57_990)
  await late.renew(main)
  t.strictSame(late.happened, ['renewed'], 'a window that ends on the way would have to be sent again')
})

// Workers and processes that meet an expired token: each call is sent again with the new one, however the fetch of that is shared.
import t from 'tap'
import { auditOf } from './audit-journal.ts'
import { askToken, createRecording } from './recorded.ts'

const bearerOf = (digit: number) => ({ Authorization: `Bearer tok-abcdefgh-${digit}` })

/** At a time, for some milliseconds, with a token: a read, or the fetch of the token. */
type Step = { at: number; ms?: number; token: number; read?: string; status?: number; fetch?: true }

const poll = '/events?after=evt_1'

const failedIn = (steps: readonly Step[]): string[] => {
  const recording = createRecording()
  askToken(recording, { token: 'tok-abcdefgh-1' })
  const start = Date.UTC(2026, 10, 28, 11)
  for (const { at, ms = 20, token, read = poll, status = 200, fetch } of steps) {
    const entry = { startedDateTime: new Date(start + at).toISOString(), time: ms }
    if (fetch) askToken(recording, { token: `tok-abcdefgh-${token}`, entry })
    else
      recording.add('GET', read, {
        headers: bearerOf(token),
        status,
        ...(status === 401 && { answer: { code: 'token_expired' } }),
        entry,
      })
  }
  return auditOf(recording.har(), { isStart: false }).failed.filter((rule) => rule.startsWith('auth.'))
}

const old = (at: number, more: Partial<Step> = {}): Step => ({ at, token: 1, status: 401, ...more })
const renewed = (at: number, more: Partial<Step> = {}): Step => ({ at, token: 2, ...more })
const others = (token: number): Step[] =>
  ['/webhook', '/order-types', '/account'].map((read, index) => ({ at: 20_000 + index * 1_000, token, read }))

const renews = 'auth.client-renews-on-token-expired'
const once = 'auth.client-retries-an-expired-call-once'
const slowFetch: Step = { at: 30, ms: 500, token: 2, fetch: true }

t.test('a worker goes on with the old token while the fetch of the new one is under way', async (t) => {
  const met = [old(0), slowFetch, old(200), renewed(540), renewed(560), ...others(2)]
  t.strictSame(failedIn(met), [])
  const polls = [old(0), slowFetch, old(200), old(700), renewed(1_000), ...others(2)]
  t.strictSame(failedIn(polls), [renews], 'and not once it is answered')
  const early = [old(0), old(200), { ...slowFetch, at: 400 }, renewed(920), renewed(930), ...others(2)]
  t.strictSame(failedIn(early), [renews], 'nor before it is asked for')
})

t.test('a call that meets the answer while another worker fetches is served by that fetch', async (t) => {
  const beside = old(20, { ms: 40, read: '/account' })
  const met = [old(0), beside, slowFetch, old(100, { read: '/webhook' })]
  const reads = [poll, '/account', '/webhook']
  t.strictSame(failedIn([...met, ...reads.map((read, index) => renewed(540 + index, { read }))]), [])
  t.strictSame(failedIn([...met, renewed(540), ...others(2)]), [], 'the webhook and the account are read later')
  const dropped = [...met, ...[1, 2, 3, 4].map((nth) => renewed(540 + nth * 50, { read: `/orders/ord_${nth}` }))]
  t.strictSame(failedIn(dropped), [renews])
  t.strictSame(failedIn([old(0), old(10, { read: '/account' }), old(900, { read: '/webhook' })]), [renews], 'no fetch')
})

t.test('a fetch that is not answered yet gives no new token', async (t) => {
  const met = [old(0), slowFetch, old(60), renewed(540), renewed(545), ...others(2)]
  t.strictSame(failedIn(met), [], 'the second call is no repeat that was refused')
  const same = (token: number, ...more: Step[]): string[] =>
    failedIn([old(0), { ...slowFetch, token }, old(600, more.length > 0 ? {} : { status: 200 }), ...more, ...others(1)])
  t.strictSame(same(1), [], 'a service may give out the same token again')
  t.strictSame(same(2), [renews], 'and the client uses the one that it got')
})

t.test('each worker has one repeat', async (t) => {
  const fetchOf = (token: number, at: number): Step => ({ at, token, fetch: true })
  const again = (token: number, at: number, status = 200): Step => ({ at, token, status })
  const two = [old(0), old(5), fetchOf(2, 30), fetchOf(3, 45), again(2, 60, 401), again(3, 100)]
  t.strictSame(failedIn([...two, ...others(3)]), [], 'a worker whose repeat is refused, and one whose is not')
  t.strictSame(failedIn([...two, fetchOf(4, 130), again(4, 160), ...others(4)]), [once])
  const one = [old(0), fetchOf(2, 30), again(2, 60, 401), fetchOf(3, 90), again(3, 120, 401), ...others(3)]
  t.strictSame(failedIn(one), [once])
})

t.test('a poll of another process with its own token is no second repeat', async (t) => {
  const others3 = (at: number, more: Partial<Step> = {}): Step => ({ at, token: 3, ...more })
  const before = [others3(-600_000, { fetch: true }), others3(-590_000), others3(-300_000)]
  const met = [...before, old(0), { ...slowFetch, ms: 50 }, renewed(100, { status: 401 })]
  t.strictSame(failedIn([...met, others3(20_000), ...others(3)]), [])
  const third = { at: 9_000, token: 4 }
  t.strictSame(failedIn([...met, others3(5_000), { at: 8_000, token: 4, fetch: true }, third, ...others(4)]), [once])
  t.strictSame(failedIn([...met, others3(5_000), third, ...others(4)]), [once], 'no fetch was recorded')
})

t.test('two processes have a token each, and both expire', async (t) => {
  const before: Step[] = [
    { at: -4_000, token: 2, fetch: true },
    { at: -3_000, token: 2, read: '/account' },
  ]
  const both = [old(0), old(150, { token: 2 }), { at: 30, ms: 200, token: 3, fetch: true }] as Step[]
  const fetched: Step[] = [{ at: 180, ms: 100, token: 4, fetch: true }]
  const ends = [
    { at: 240, token: 3 },
    { at: 300, token: 4 },
  ]
  const inOrder = (steps: readonly Step[]): Step[] => steps.toSorted((a, b) => a.at - b.at)
  t.strictSame(failedIn([...before, ...inOrder([...both, ...fetched, ...ends]), ...others(3)]), [])
  t.strictSame(failedIn([...before, ...inOrder([...both, ...fetched]), ...others(3)]), [renews])
})

t.test('a process finds the new token in a file that another has written', async (t) => {
  const fetched: Step = { at: -5_000, token: 2, fetch: true }
  const reading = (digits: readonly number[]): Step[] =>
    digits.flatMap((nth) => [
      old(nth * 1_000, { read: `/orders/ord_${nth}` }),
      renewed(nth * 1_000 + 40, { read: `/orders/ord_${nth}` }),
    ])
  t.strictSame(failedIn([fetched, ...reading([1, 2, 3])]), [])
  const kept = [1, 2, 3].map((nth) => old(nth * 1_000, { read: `/orders/ord_${nth}` }))
  t.strictSame(failedIn([fetched, ...kept]), [renews])
})

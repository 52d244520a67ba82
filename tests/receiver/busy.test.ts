// A receiver that is busy, limits its rate or starts again keeps the contract: its deliveries are sent again, and what stays open is unknown.
import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { examine, secret } from './examine.ts'
import { startLenderReceiver, type Habits } from './lender-receiver.ts'

const takes2xx = 'delivery.receiver-answers-within-10-seconds'
const verifies = 'delivery.receiver-verifies-the-raw-bytes'

/** In place of a status: the connection is closed, and no answer comes. */
const closed = 0

const replying =
  (headers: Record<string, string> = {}) =>
  (response: ServerResponse, status: number): void => {
    if (status === closed) response.destroy()
    else response.writeHead(status, status === 401 ? {} : headers).end()
  }

/** The waits are asked for, and not waited. */
const examined = async (t: Test, habits: Partial<Habits>, onWait: (ms: number) => void = () => undefined) => {
  const receiver = await startLenderReceiver([secret], { reply: replying(), ...habits })
  t.teardown(() => receiver.close())
  const waits: number[] = []
  const ended = await examine({
    url: receiver.url,
    async pause(ms) {
      waits.push(ms)
      onWait(ms)
    },
  })
  return { ...ended, waits }
}

for (const status of [429, 502, 503, 504, closed])
  t.test(`a receiver that is busy now and then passes (${status || 'no answer'})`, async (t) => {
    const most = 15
    let left = most
    const before = (): number | undefined => ((left -= 1) < 0 ? status : undefined)
    const { failed, code, run, waits } = await examined(t, { before }, () => void (left = most))
    t.strictSame({ failed, code }, { failed: [], code: 0 })
    t.notOk(run.rules.some(({ verdict }) => verdict === 'inconclusive'))
    t.ok(waits.length > 0)
    t.strictSame(new Set(waits), new Set([1000]))
  })

t.test('a wait is as long as the receiver asks, up to half a minute', async (t) => {
  for (const [asked, waitMs] of [
    ['7', 7_000],
    ['3600', 30_000],
    ['soon', 1_000],
  ] as const) {
    let count = 0
    const before = (): number | undefined => ((count += 1) === 1 ? 503 : undefined)
    const { failed, waits } = await examined(t, { before, reply: replying({ 'Retry-After': asked }) })
    t.strictSame({ failed, waits }, { failed: [], waits: [waitMs] }, asked)
  }
})

t.test('one that is busy at every delivery takes none', async (t) => {
  for (const status of [429, 503, 504]) {
    const { failed, code, run, waits } = await examined(t, { before: () => status })
    t.strictSame({ failed, code }, { failed: [takes2xx], code: 1 })
    t.match(run.findings[0]?.received, new RegExp(`^${status}, to a delivery `))
    t.strictSame(waits, [1000, 2000, 4000], 'it is waited for once')
  }
})

t.test('one that is busy while it starts is examined once it answers', async (t) => {
  let waited = 0
  const { failed, code } = await examined(t, { before: () => (waited < 3 ? 503 : undefined) }, () => void (waited += 1))
  t.strictSame({ failed, code }, { failed: [], code: 0 })
})

t.test('what stays without an answer is unknown: nothing is violated, and nothing passes', async (t) => {
  for (const [status, answer] of [
    [503, '503'],
    [closed, 'no answer \\(reset\\)'],
  ] as const) {
    const { failed, code, run } = await examined(t, {
      before: (raw) => (raw.toString() === 'no event' ? status : undefined),
    })
    t.strictSame({ failed, code }, { failed: [], code: 2 })
    const reason = new RegExp(`^a delivery got ${answer}, each time`)
    t.match(
      run.rules.find(({ rule }) => rule === verifies),
      { verdict: 'inconclusive', reason_code: 'receiver-busy', reason },
    )
  }
})

t.test('one that ends on a delivery is found, if it stays away', async (t) => {
  const last: (() => void)[] = []
  const receiver = await startLenderReceiver([secret], {
    before: (raw) => (raw.toString() === 'no event' ? (last.pop()?.(), undefined) : undefined),
  })
  last.push(() => void receiver.close())
  const { failed, code, run } = await examine({ url: receiver.url, pause: async () => undefined })
  t.strictSame({ failed, code }, { failed: ['delivery.receiver-answers-401-when-unverified'], code: 1 })
  t.match(run.findings[0]?.received, /^no answer \(refused\), to a delivery that has no signature and is no JSON/)
})

t.test('one that goes away is waited for once, and what was seen before is judged', async (t) => {
  let count = 0
  const { failed, code, waits } = await examined(t, {
    before: () => ((count += 1) > 30 ? closed : undefined),
    refusal: 403,
  })
  t.strictSame({ failed, code }, { failed: ['delivery.receiver-answers-401-when-unverified'], code: 1 })
  t.strictSame(waits, [1000, 2000, 4000])
})

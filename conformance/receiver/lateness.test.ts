// An answer is late by all that its sender waited for, as far as that can be known here.
import { request } from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { happens } from '../../tests/wait-for.ts'
import { createLateness } from './lateness.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import { keptMs, resolutionMs, watchStalls } from './stalls.ts'

const envelope = (id: string) => JSON.stringify({ id, data: { order_id: 'ord_1' } })

const post = (receiver: Receiver, id: string, over?: Socket) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(
      receiver.url,
      {
        method: 'POST',
        rejectUnauthorized: false,
        ...(over ? { createConnection: () => secure({ socket: over, rejectUnauthorized: false }) } : { agent: false }),
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(envelope(id))
  })

/** A receiver by a clock of its own, in which the answers to some deliveries take eight seconds. */
const patient = async (t: Test, ...slow: string[]) => {
  let at = Date.now()
  const pass = (ms: number): void => void (at += ms)
  const receiver = await startReceiver({
    path: '/assay/run',
    now: () => at,
    onDelivery: ({ id }) => slow.includes(id) && pass(8_000),
  })
  t.teardown(() => receiver.close())
  return { receiver, pass }
}

t.test('a sender waits for the handshake as well', async (t) => {
  const { receiver, pass } = await patient(t, 'd3')
  await post(receiver, 'evt_1')
  const slow = connect(receiver.port, '127.0.0.1')
  await happens(slow, 'connect')
  // The answer over a later connection shows that this one was taken.
  await post(receiver, 'evt_2')
  pass(1_500)
  await post(receiver, 'evt_3', slow)
  await post(receiver, 'evt_4')
  t.strictSame([...receiver.late], ['d3'])
})

t.test('nothing is known of seconds in which the process was kept from its work', async (t) => {
  const { receiver } = await patient(t, 'd2')
  await post(receiver, 'evt_1')
  // From its first look on the process is watched.
  await sleep(2 * resolutionMs)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
  await post(receiver, 'evt_2')
  await post(receiver, 'evt_3')
  t.strictSame([...receiver.late], ['d2'])
})

t.test('a stall counts for what was begun beside it, and for nothing later', async (t) => {
  let at = 0
  const stalls = watchStalls(() => at)
  t.teardown(() => stalls.close())
  const lookOn = (ms: number): void => {
    for (const until = at + ms; at < until; at += resolutionMs) stalls.look()
    stalls.look()
  }
  lookOn(1_000)
  at += 1_500
  t.ok(stalls.longestSince(at - 1) > 1_000, 'though the process has not looked since')
  const over = at
  lookOn(60_000)
  t.ok(stalls.longestSince(over) > 1_000)
  t.equal(stalls.longestSince(over + 1), 0)
})

t.test('a stall is kept for as long as an answer may be under way', async (t) => {
  let at = 0
  const stalls = watchStalls(() => at)
  t.teardown(() => stalls.close())
  const stall = (ms: number): void => {
    at += ms
    stalls.look()
  }
  stall(3_000)
  stall(keptMs / 2)
  t.equal(Math.round(stalls.longestSince(0) / 1_000), keptMs / 2 / 1_000)
  stall(1_000)
  t.ok(stalls.longestSince(0) > 3_000, 'what was longer')
  for (let looks = 0; looks < 2 * (keptMs / 1_000); looks += 1) stall(1_000)
  t.equal(stalls.longestSince(0), 1_000 - resolutionMs, 'and what is past is not')
})

t.test('an answer after eight seconds is late where the process was kept from its work just before', async (t) => {
  const verdictOf = (ago: number, answeredMs = 8_000): boolean => {
    let at = 0
    const until = performance.now() - ago
    const { begun } = createLateness(() => at, { longestSince: (from) => (until >= from ? 1_500 : 0), close() {} })
    const isLate = begun({ remoteAddress: '127.0.0.1', remotePort: 1 })
    at += answeredMs
    return isLate()
  }
  t.equal(verdictOf(0), true)
  t.equal(verdictOf(60_000), false, 'a minute before')
  t.equal(verdictOf(60_000, 9_500), true, 'late in any case')
  t.equal(verdictOf(0, 5_000), false, 'early enough')
})

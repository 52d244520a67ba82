// A client that makes one call after another: the same request again is a repeat, however soon it comes.
import t from 'tap'
import { auditOf } from './audit-journal.ts'
import { askToken, createRecording, order } from './recorded.ts'

type Recording = ReturnType<typeof createRecording>

const judged = (write: (recording: Recording) => void) => {
  const recording = createRecording()
  askToken(recording, { token: 'tok-abcdefgh-1' })
  write(recording)
  return auditOf(recording.har(), { isStart: false })
}

const failed = (write: (recording: Recording) => void): string[] => judged(write).failed

const bearerOf = (digit: number) => ({ Authorization: `Bearer tok-abcdefgh-${digit}` })

t.test('it is sent too early, though another attempt comes when it was asked to', async (t) => {
  const limited = { status: 429, answerHeaders: { 'Retry-After': '2' } }
  const again = (recording: Recording): void => {
    recording.add('GET', '/account', limited)
    recording.add('GET', '/account', { ...limited, wait: 5 })
    recording.add('GET', '/account', { wait: 2_100 })
  }
  t.strictSame(failed(again), ['errors.client-waits-for-retry-after-on-429'])
})

t.test('a poll whose renewed call is refused again is reported, and the next poll is a call of its own', async (t) => {
  const expired = { status: 401, answer: { code: 'token_expired' } }
  const polls = (wait: number) => (recording: Recording) => {
    recording.add('GET', '/orders/ord_1', expired)
    askToken(recording, { token: 'tok-abcdefgh-2' })
    recording.add('GET', '/orders/ord_1', { ...expired, headers: bearerOf(2) })
    recording.add('GET', '/orders/ord_1', { ...expired, headers: bearerOf(2), wait: 10_000 })
    askToken(recording, { token: 'tok-abcdefgh-3', wait })
    recording.add('GET', '/orders/ord_1', { headers: bearerOf(3), wait })
  }
  t.strictSame(failed(polls(5_000)), [])
  const renewedTwice = (recording: Recording): void => {
    recording.add('GET', '/orders/ord_1', expired)
    askToken(recording, { token: 'tok-abcdefgh-2' })
    recording.add('GET', '/orders/ord_1', { ...expired, headers: bearerOf(2) })
    askToken(recording, { token: 'tok-abcdefgh-3' })
    recording.add('GET', '/orders/ord_1', { headers: bearerOf(3) })
  }
  t.strictSame(failed(renewedTwice), ['auth.client-retries-an-expired-call-once'])
})

t.test('a create with a new key is a second order, or another one where the first key comes later', async (t) => {
  const rule = 'errors.client-retries-a-create-with-its-key-after-500'
  type Create = [key: string, status: number, wait: number]
  const judging = (...creates: Create[]) =>
    judged((recording) => {
      for (const [key, status, wait] of creates)
        recording.add('POST', '/orders', {
          body: order,
          status,
          wait,
          headers: { ...bearerOf(1), 'Idempotency-Key': key },
        })
    })
  const placing = (...creates: Create[]): string[] =>
    judging(...creates).failed.filter((name) => name.startsWith('errors.'))
  t.strictSame(placing(['key-1', 500, 5_000], ['key-2', 201, 5_000]), [rule])
  // One worker that repeats with its key when it can, and one that went back to its first key after a restart, look the same.
  for (const wait of [15_000, 20 * 3_600_000, 30 * 3_600_000]) {
    const { failed, untested } = judging(['key-1', 500, 5_000], ['key-2', 201, 5_000], ['key-1', 201, wait])
    t.strictSame(
      failed.filter((name) => name.startsWith('errors.')),
      [],
      'an equal order between',
    )
    t.ok(untested.includes(rule), 'which shows nothing')
  }
  const keys: Create[] = [
    ['key-1', 500, 5_000],
    ['key-2', 500, 5_000],
    ['key-3', 201, 5_000],
  ]
  t.strictSame(placing(...keys, ['key-1', 201, 15_000]), [rule], 'one of two keys that failed does not come again')
  t.strictSame(placing(...keys, ['key-2', 201, 15_000]), [rule])
  t.strictSame(placing(['key-1', 500, 5_000], ['key-1', 500, 5_000], ['key-2', 201, 15_000]), [rule])
  t.strictSame(placing(['key-1', 500, 5_000], ['key-1', 201, 5_000], ['key-2', 201, 15_000]), [], 'another order')
})

t.test('a call that is sent again with the expired token is not renewed by a later one', async (t) => {
  const expired = { status: 401, answer: { code: 'token_expired' } }
  const stale = (recording: Recording): void => {
    recording.add('GET', '/orders/ord_1', expired)
    recording.add('GET', '/orders/ord_1', { ...expired, wait: 5 })
    askToken(recording, { token: 'tok-abcdefgh-2' })
    for (const path of ['/orders/ord_1', '/webhook', '/order-types', '/events'])
      recording.add('GET', path, { headers: bearerOf(2) })
  }
  t.strictSame(failed(stale), ['auth.client-renews-on-token-expired'])
})

/** Instants of whole seconds, beside durations. */
const inSeconds = (write: (recording: Recording) => void): string[] => {
  const recording = createRecording()
  write(recording)
  return auditOf(recording.har().replaceAll(/\.\d{3}Z/g, 'Z'), { isStart: false }).failed
}

t.test('calls of one second come in the order of the recording', async (t) => {
  const fetched = inSeconds((recording) => {
    for (const digit of [1, 2, 3, 4, 5, 6]) {
      askToken(recording, { token: `tok-abcdefgh-${digit}`, wait: 235 })
      recording.add('GET', '/account', { headers: bearerOf(digit), wait: 235 })
    }
  })
  t.strictSame(fetched, ['auth.client-caches-tokens'], 'a token for each call')
  const together = inSeconds((recording) => {
    for (const digit of [1, 2, 3, 4, 5]) askToken(recording, { token: `tok-abcdefgh-${digit}`, wait: -8 })
    for (const digit of [1, 2, 3, 4, 5]) recording.add('GET', '/account', { headers: bearerOf(digit), wait: -8 })
    recording.add('GET', '/webhook', { headers: bearerOf(1) })
    recording.add('GET', '/events', { headers: bearerOf(2) })
  })
  t.strictSame(together, [], 'workers that start together')
  const refused = { status: 422, answer: { code: 'validation_failed', details: [{ field: 'due_date' }] } }
  const placing = inSeconds((recording) => {
    askToken(recording, { token: 'tok-abcdefgh-1' })
    for (const rush of [true, false])
      recording.add('POST', '/orders', {
        ...refused,
        body: JSON.stringify({ ...(JSON.parse(order) as object), rush }),
        wait: 200,
        headers: { ...bearerOf(1), 'Idempotency-Key': `key-${rush}` },
      })
    recording.add('GET', '/webhook')
  })
  t.ok(placing.includes('errors.client-fixes-the-values-after-422'))
  const acting = inSeconds((recording) => {
    askToken(recording, { token: 'tok-abcdefgh-1' })
    recording.add('POST', '/orders/ord_1/hold', { body: '{"reason":"Rate lock."}', status: 409, wait: 200 })
    recording.add('POST', '/orders/ord_1/cancel', { body: '{}', wait: 200 })
    recording.add('GET', '/webhook')
  })
  t.ok(acting.includes('errors.client-reads-the-order-after-409'))
})

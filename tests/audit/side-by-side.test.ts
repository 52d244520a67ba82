// A client that works in parallel, as async code and pools of workers do: a call that was on its way when the answer came is no consequence of it.
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

/** Each entry takes 10 ms. */
const beside = { wait: -8 }
/** Sent before the answer was there, and met by the service, or by a proxy that records, after it. */
const justAfter = { wait: 3 }

const someReads = (recording: Recording, headers?: Record<string, string>): void => {
  for (const path of ['/webhook', '/order-types', '/events'])
    recording.add('GET', path, headers === undefined ? {} : { headers })
}

t.test('the same read from two workers is no repeat of what the first is refused', async (t) => {
  const missing = { status: 404 }
  const two = (recording: Recording): void => {
    recording.add('GET', '/orders/ord_1', missing)
    recording.add('GET', '/orders/ord_1', { ...missing, ...beside })
  }
  t.strictSame(failed(two), [])
  const rule = 'errors.client-does-not-repeat-a-404'
  const again = (recording: Recording): void => (two(recording), recording.add('GET', '/orders/ord_1', missing))
  t.strictSame(failed(again), [rule], 'a third one is')
  const late =
    (...more: object[]) =>
    (recording: Recording) => {
      recording.add('GET', '/account')
      recording.add('GET', '/webhook', beside)
      recording.add('GET', '/orders/ord_1', missing)
      for (const one of more) recording.add('GET', '/orders/ord_1', { ...missing, ...one })
    }
  t.strictSame(failed(late(justAfter)), [], 'nor one that the service met just after the answer')
  t.strictSame(failed(late(justAfter, justAfter)), [rule])
  t.strictSame(failed(late({ wait: 500 })), [rule])
  const there = { ...justAfter, status: 200 }
  t.strictSame(failed(late(there, { wait: 240_000, status: 200 })), [], 'nor a read of what is there now')
  t.strictSame(failed(late(justAfter, { wait: 40_000, status: 200 })), [rule])
  t.strictSame(failed(late(justAfter, { wait: 240_000, status: 200 })), [], 'nor a person who asks minutes later')
})

t.test('what follows another worker that may send its own again is of either', async (t) => {
  const missing = { status: 404 }
  const rule = 'errors.client-does-not-repeat-a-404'
  const read =
    (...others: object[]) =>
    (recording: Recording) => {
      recording.add('GET', '/account')
      recording.add('GET', '/webhook', beside)
      for (const one of [missing, ...others]) recording.add('GET', '/orders/ord_1', one)
    }
  const limited = { status: 429, answerHeaders: { 'Retry-After': '2' } }
  for (const between of [limited, { status: 500 }, { status: 503 }, { status: 0 }]) {
    const said = JSON.stringify(between)
    const second = { ...between, ...justAfter }
    t.notOk(failed(read(second, { ...missing, wait: 4_000 })).includes(rule), said)
    t.ok(judged(read(second, { wait: 4_000 })).untested.includes(rule), `${said}: nothing is shown`)
    t.notOk(judged(read(second)).untested.includes(rule), `${said}: nothing follows`)
    const twice = read(second, { ...missing, wait: 4_000 }, { ...missing, wait: 4_000 })
    t.ok(failed(twice).includes(rule), `${said}: a further one is a repeat`)
  }
})

t.test('nor is it sent too early where the first is asked to wait', async (t) => {
  const limited = { status: 429, answerHeaders: { 'Retry-After': '2' } }
  const reads = (second: object, wait: number | null) => (recording: Recording) => {
    recording.add('GET', '/account', limited)
    recording.add('GET', '/account', second)
    if (wait !== null) recording.add('GET', '/account', { wait })
  }
  for (const second of [beside, justAfter]) t.strictSame(failed(reads(second, 2_100)), [])
  const rule = ['errors.client-waits-for-retry-after-on-429']
  for (const second of [beside, justAfter]) t.strictSame(failed(reads(second, 500)), rule)
  const both = (recording: Recording): void => {
    reads({ ...limited, ...justAfter }, 2_100)(recording)
    recording.add('GET', '/account', justAfter)
  }
  t.strictSame(failed(both), [], 'both are asked to wait, and both do')
  t.strictSame(failed(reads(justAfter, null)), rule, 'one that is sent again at once')
  t.strictSame(failed(reads(justAfter, 30_000)), rule, 'and polls later')
})

t.test('two calls that meet an expired token are sent again with the same new one', async (t) => {
  const expired = { status: 401, answer: { code: 'token_expired' } }
  const headers = { Authorization: 'Bearer tok-abcdefgh-2' }
  const renewing = (second: object, repeats: number) => (recording: Recording) => {
    recording.add('GET', '/orders/ord_1', expired)
    recording.add('GET', '/orders/ord_1', { ...expired, ...second })
    askToken(recording, { token: 'tok-abcdefgh-2' })
    for (let count = 0; count < repeats; count += 1)
      recording.add('GET', '/orders/ord_1', { headers, ...(count > 0 && beside) })
    someReads(recording, headers)
  }
  for (const second of [beside, justAfter]) {
    t.strictSame(failed(renewing(second, 2)), [])
    t.strictSame(failed(renewing(second, 0)), ['auth.client-renews-on-token-expired'])
  }
})

t.test('a second message that was on its way is not sent again', async (t) => {
  const message = { body: '{"recipient":"manager","subject":"Access","body":"Call first."}' }
  const lost = { ...message, status: 500 }
  const two = (wait: number) => (recording: Recording) => {
    recording.add('POST', '/orders/ord_1/messages', lost)
    recording.add('POST', '/orders/ord_1/messages', { ...message, status: 201, wait })
    someReads(recording)
  }
  t.strictSame(failed(two(-8)), [])
  t.not(failed(two(100)).length, 0)
})

t.test('a message is sent again by who gave up on an answer that came late', async (t) => {
  const message = { body: '{"recipient":"manager","subject":"Access","body":"Call first."}' }
  const late = { ...message, status: 500, entry: { time: 30_000 } }
  const after = (wait: number, between: string | null) => (recording: Recording) => {
    recording.add('POST', '/orders/ord_1/messages', late)
    if (between !== null) recording.add('GET', between, { wait })
    recording.add('POST', '/orders/ord_1/messages', { ...message, status: 201, wait })
    someReads(recording)
  }
  const rule = ['errors.client-reads-before-repeating-a-write-after-500']
  t.strictSame(failed(after(10_000, null)), rule)
  t.strictSame(failed(after(10_000, '/orders/ord_1/messages')), [])
  t.strictSame(failed(after(-8, null)), [], 'two workers')
  const refused = { ...late, status: 409 }
  const twice = (recording: Recording): void => {
    recording.add('POST', '/orders/ord_1/cancel', refused)
    recording.add('POST', '/orders/ord_1/cancel', { ...refused, wait: 10_000 })
  }
  t.strictSame(failed(twice), [], 'a cancel is safe to repeat, and its refusal was not there yet')
})

t.test('two equal orders side by side keep a key each', async (t) => {
  const keyed = (key: string, status: number, wait: number) => ({
    body: order,
    status,
    wait,
    headers: { Authorization: 'Bearer tok-abcdefgh-1', 'Idempotency-Key': key },
  })
  const placing = (...keys: string[]) =>
    failed((recording) => {
      recording.add('POST', '/orders', keyed('key-1', 500, 5000))
      recording.add('POST', '/orders', keyed('key-2', 500, -8))
      for (const key of keys) recording.add('POST', '/orders', keyed(key, 201, 1000))
    }).filter((rule) => rule.startsWith('errors.'))
  t.strictSame(placing('key-1', 'key-2'), [])
  t.strictSame(placing('key-2', 'key-1'), [])
  const rule = ['errors.client-retries-a-create-with-its-key-after-500']
  t.strictSame(placing('key-1', 'key-3'), rule)
  t.strictSame(placing('key-3', 'key-1', 'key-2'), [], 'an equal order beside those that are repeated')
})

t.test('three equal orders at once keep a key each, whichever fails first', async (t) => {
  const start = Date.UTC(2026, 10, 28, 11)
  type Create = { key: number; at: number; ms: number; status: number }
  const failing = (...creates: Create[]): string[] =>
    failed((recording) => {
      for (const { key, at, ms, status } of creates) {
        const headers = { Authorization: 'Bearer tok-abcdefgh-1', 'Idempotency-Key': `key-${key}` }
        const entry = { startedDateTime: new Date(start + at).toISOString(), time: ms }
        recording.add('POST', '/orders', { body: order, status, headers, entry })
      }
    }).filter((rule) => rule.startsWith('errors.'))
  const again = (key: number, at: number): Create => ({ key, at, ms: 20, status: 201 })
  const rule = ['errors.client-retries-a-create-with-its-key-after-500']
  const slowFirst = [
    { key: 1, at: 0, ms: 800, status: 500 },
    { key: 2, at: 5, ms: 20, status: 201 },
    { key: 3, at: 100, ms: 20, status: 500 },
  ]
  t.strictSame(failing(...slowFirst, again(1, 1_900), again(3, 2_000)), [])
  t.strictSame(failing(...slowFirst, again(1, 1_900), again(4, 2_000)), rule)
  const quickFirst = [
    { key: 1, at: 0, ms: 20, status: 500 },
    { key: 2, at: 5, ms: 300, status: 500 },
    { key: 3, at: 30, ms: 300, status: 500 },
  ]
  t.strictSame(failing(...quickFirst, again(3, 1_500), again(2, 1_600), again(1, 1_700)), [])
  t.strictSame(failing(...quickFirst, again(3, 1_500), again(2, 1_600)), [], 'a worker may give up')
  t.strictSame(failing(...quickFirst, again(3, 1_500), again(2, 1_600), again(4, 1_700)), rule)
  const inTurn = [again(5, -60_000), { key: 1, at: 0, ms: 20, status: 500 }]
  t.strictSame(failing(...inTurn, again(1, 1_000), again(6, 9_000)), [], 'an order of the same kind later')
  t.strictSame(failing(...inTurn, again(5, 1_000)), rule, 'the key of an order that was placed before')
})

t.test('attempts at one read count once, where another worker gave up', async (t) => {
  const waits = (...ms: number[]): string[] =>
    failed((recording) => {
      recording.add('GET', '/account', { status: 500 })
      recording.add('GET', '/account', { status: 500, wait: -10 })
      for (const wait of ms) recording.add('GET', '/account', { status: 500, wait })
      recording.add('GET', '/webhook')
    }).filter((rule) => rule === 'errors.client-jitters-its-retries')
  t.strictSame(waits(1027, 2063, 4060, 8110), [], 'got')
  t.strictSame(waits(200, 400, 800, 1600, 3200), ['errors.client-jitters-its-retries'])
})

t.test('workers that start together each fetch a token, and could have no other', async (t) => {
  const fetched = (wait: number) => {
    const recording = createRecording()
    const all = ['1', '2', '3', '4', '5'].map((digit) => `tok-abcdefgh-${digit}`)
    for (const token of all) askToken(recording, { token, wait })
    for (const token of all) recording.add('GET', '/account', { headers: { Authorization: `Bearer ${token}` } })
    return auditOf(recording.har(), { isStart: false }).failed
  }
  t.strictSame(fetched(-8), [])
  t.strictSame(fetched(3), [], 'met one after another')
  t.strictSame(fetched(2_000), ['auth.client-caches-tokens'])
})

t.test('an action that was on its way decides nothing from a 409', async (t) => {
  const actions = (wait: number) => (recording: Recording) => {
    recording.add('POST', '/orders/ord_1/hold', { body: '{"reason":"Rate lock."}', status: 409 })
    recording.add('POST', '/orders/ord_1/cancel', { body: '{}', wait })
    someReads(recording)
  }
  t.strictSame(failed(actions(-8)), [])
  t.strictSame(failed(actions(100)), ['errors.client-reads-the-order-after-409'])
})

const placed = (reference: string, changes: object): string => {
  const body = JSON.parse(order) as { property: { address: object } }
  const address = { street: `${reference} Main St`, postal_code: '78701' }
  const borrowers = [{ role: 'borrower', first_name: reference, last_name: 'Example', contacts: [] }]
  return JSON.stringify({ ...body, property: { ...body.property, address }, borrowers, ...changes })
}

t.test('many orders with one mistake are no corrections of one another', async (t) => {
  const refused = { status: 422, answer: { code: 'validation_failed', details: [{ field: 'due_date' }] } }
  const placing = (...bodies: string[]) =>
    failed((recording) => {
      for (const [index, body] of bodies.entries())
        recording.add('POST', '/orders', {
          ...refused,
          body,
          headers: { Authorization: 'Bearer tok-abcdefgh-1', 'Idempotency-Key': `key-${index}` },
        })
    }).filter((rule) => rule.startsWith('errors.'))
  const late = { due_date: '2026-11-01', rush: true }
  t.strictSame(placing(placed('12', late), placed('14', late), placed('16', late)), [])
  t.strictSame(
    placing(placed('12', late), placed('12', { ...late, rush: false })),
    ['errors.client-fixes-the-values-after-422'],
    'one order is',
  )
})

t.test('the pages after the first may be asked for at once, and come in any order', async (t) => {
  const list = (page: number) => ({ answer: { data: [], page, per_page: 25, total: 90, total_pages: 4 } })
  const path = (page: number): string => `/orders?updated_since=2026-11-28T08:00:00Z&page=${page}`
  const walked = (...pages: number[]) => {
    const { failed } = judged((recording) => {
      recording.add('GET', path(1), list(1))
      for (const [index, page] of pages.entries())
        recording.add('GET', path(page), { ...list(page), ...(index > 0 && beside) })
      someReads(recording)
    })
    return failed.filter((rule) => rule === 'list.client-walks-all-pages')
  }
  t.strictSame(walked(3, 2, 4), [])
  t.strictSame(walked(4, 2), ['list.client-walks-all-pages'], 'page 3 is not read')
})

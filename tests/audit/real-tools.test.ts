// What clients and recorders really do, and what the audit makes of it: each was blamed, or missed, before.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { auditNotes } from '../../conformance/audit/audit-notes.ts'
import { buildJournal } from '../../conformance/audit/journal/build-journal.ts'
import { readEntries } from '../../conformance/audit/journal/read-entries.ts'
import { oddQueries } from '../../conformance/audit/odd-queries.ts'
import { callAssay } from '../call-command.ts'
import { auditOf } from './audit-journal.ts'
import { askToken, attempts, basic, bearer, createRecording, order } from './recorded.ts'
import { everyText } from '../whole-page.ts'

const judged = (write: (recording: ReturnType<typeof createRecording>) => void) => {
  const recording = createRecording()
  write(recording)
  return auditOf(recording.har(), { isStart: false })
}

const verdictOf = (write: (recording: ReturnType<typeof createRecording>) => void, rule: string): string =>
  judged(write).verdicts.find((one) => one.rule === rule)!.verdict

t.test('the parts of Basic are form-encoded, or not: it is one client with one secret', async (t) => {
  const { failed, passed } = judged((recording) => {
    askToken(recording, { headers: basic('cli%5Fdemo', 'a-long%2Dsecret'), token: 'tok-abcdefgh-1' })
    for (let count = 0; count < 3; count += 1) recording.add('GET', '/account')
    askToken(recording, { headers: basic('cli_demo', 'a-long-secret'), token: 'tok-abcdefgh-2', wait: 3_000_000 })
  })
  t.strictSame(failed, [])
  t.ok(passed.includes('auth.client-caches-tokens'))
})

t.test('invalid_client: the other form of the same question is no repeat, and a third request is one', async (t) => {
  const rule = 'auth.client-stops-on-invalid-client'
  const refused = { status: 401, answer: { error: 'invalid_client' } }
  for (const secret of ['a-long-secret', 'a+long/secret=', 'a long secret'])
    for (const inBasic of [secret, encodeURIComponent(secret)]) {
      const header = { ...refused, headers: basic('cli_demo', inBasic) }
      const fields = { grant_type: 'client_credentials', client_id: 'cli_demo', client_secret: secret }
      const inBody = { ...refused, headers: {}, body: new URLSearchParams(fields).toString() }
      const tried = (...ways: object[]): string =>
        verdictOf((recording) => ways.forEach((way) => askToken(recording, way)), rule)
      t.equal(tried(header, inBody), 'pass', secret)
      t.equal(tried(header, inBody, header), 'fail', secret)
      t.equal(tried(header, header), 'fail', secret)
    }
})

const upload = {
  body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nx\r\n--b--\r\n',
  type: 'multipart/form-data; boundary=b',
}

const hidden = (length: number) => ({
  headers: { ...bearer, 'Content-Type': upload.type, 'Content-Length': String(length) },
  request: { bodySize: 0 },
})

t.test('a body that the recording does not have equals nothing', async (t) => {
  const rule = 'errors.client-does-not-repeat-a-415'
  const twice = (first: object, second: object): string =>
    verdictOf((recording) => {
      recording.add('POST', '/orders/ord_1/documents', { ...first, status: 415 })
      recording.add('POST', '/orders/ord_1/documents', { ...second, status: 201 })
      recording.add('POST', '/orders/ord_1/messages', { body: '{}', status: 201 })
    }, rule)
  t.equal(twice(hidden(204), hidden(310)), 'not-tested')
  t.equal(twice(upload, upload), 'fail')
  t.equal(twice(upload, { ...upload, body: upload.body.replace('x', 'y') }), 'pass')
})

t.test('a body that is marked as cut is never compared, though its size is that of its text', async (t) => {
  const create = (status: number, reference: string, mark: object) => {
    const body = JSON.stringify({ ...(JSON.parse(order) as object), lender_reference: reference })
    const postData = { mimeType: 'application/json', text: body, ...mark }
    return { status, body, headers: { ...bearer, 'Idempotency-Key': 'one' }, request: { postData } }
  }
  const cut = { _truncated: true }
  const twice = (status: number, references: string, rule: string, marks: object[]): string =>
    verdictOf((recording) => {
      for (const [index, mark] of marks.entries())
        recording.add('POST', '/orders', create(status, `L-${references[index]}`, mark))
    }, rule)
  const others = (...marks: object[]) => twice(201, 'ab', 'idempotency.client-always-sends-a-key', marks)
  const same = (...marks: object[]) => twice(422, 'aa', 'errors.client-does-not-repeat-a-422', marks)
  t.strictSame([others({}, {}), same({}, {})], ['fail', 'fail'])
  for (const marks of [
    [{}, cut],
    [cut, {}],
    [cut, cut],
  ])
    t.equal(others(...marks), 'pass', 'each has a key')
  t.equal(same({}, cut), 'not-tested', 'it may be a repeat')
  t.equal(same(cut, cut), 'not-tested')
  t.equal(same(cut, {}), 'pass', 'the last is not repeated')
})

for (const status of [0, -1])
  t.test(`status ${status} is no answer`, async (t) => {
    const { failed } = judged((recording) => {
      recording.add('POST', '/orders', { status, body: order, headers: { ...bearer, 'Idempotency-Key': 'one' } })
      recording.add('POST', '/orders', { status: 201, body: order, headers: { ...bearer, 'Idempotency-Key': 'two' } })
    })
    t.strictSame(failed, ['errors.client-retries-a-create-with-its-key-after-500'])
  })

t.test('where a recorder cannot know what the client was answered, the audit says so', async (t) => {
  const recorded = (response: object, entry = {}): string => {
    const recording = createRecording()
    for (let count = 0; count < 2; count += 1) recording.add('GET', '/account', { response, entry })
    recording.add('GET', '/order-types')
    return recording.har()
  }
  const lost = (response: object, entry = {}): string[] =>
    auditNotes(buildJournal(readEntries(recorded(response, entry), 'the journal'))).filter((note) =>
      note.includes('unknown'),
    )
  const unknown = /^What the client was answered is unknown of 2 calls: .* \(Server disconnected\), .* 502 itself\.$/
  t.match(lost({ status: 0, _error: 'Server disconnected' }), [unknown], 'mitmproxy')
  t.match(lost({ status: 0 }, { _error: 'Server disconnected' }), [unknown])
  t.strictSame(lost({ status: 0, _error: 'net::ERR_CONNECTION_RESET' }), [], 'a browser is the client')
  t.strictSame(lost({ status: -1, _failureText: 'net::ERR_EMPTY_RESPONSE' }), [], 'Playwright')
  t.strictSame(lost({ status: 500, _error: 'of an answer' }), [])
  const polly = { _id: '6a1b0cbd0a1b6e4c9e8f7d6c5b4a3928', _order: 0 }
  t.match(lost({}, polly), [/^Polly\.JS leaves out calls that get no answer: .* is unknown\.$/])
  t.strictSame(lost({}, { _id: polly._id }), [])
  const mitmproxy = { status: 0, _error: 'Server disconnected' }
  const folder = t.testdir({ 'traffic.har': recorded(mitmproxy) })
  const { out } = await callAssay(['audit', join(folder, 'traffic.har'), '--report-dir', folder])
  const files = ['report.html', 'report.json'].map((name) => everyText(readFileSync(join(folder, name), 'utf8')))
  for (const text of [out, ...files]) t.ok(text.includes(lost(mitmproxy)[0]!))
})

t.test('what is beyond the noise of timers is jitter, and a first wait of nothing is left out', async (t) => {
  const rule = 'errors.client-jitters-its-retries'
  const waits = (...series: number[][]): string =>
    verdictOf((recording) => series.forEach((one) => attempts(recording, one)), rule)
  t.equal(waits([1015, 2042, 4073, 8073]), 'pass', 'got')
  t.equal(waits([200, 400, 800, 1600]), 'fail')
  t.equal(waits([0, 200, 400, 800, 1600]), 'fail', 'urllib3')
  t.equal(waits([0, 213, 479, 822, 1690]), 'pass', 'urllib3 with jitter')
  t.equal(waits([1002, 2001, 4003, 8001]), 'not-tested', 'four waits tell nothing within the noise')
  t.equal(waits([1002, 2001, 4003, 8001], [1001, 2004, 4002, 8003]), 'fail', 'eight do')
  t.equal(waits([500, 750, 1125, 1688, 2531]), 'fail')
  t.equal(waits([1001, 5000, 5002, 5001, 5003, 5000, 5001]), 'fail', 'up to a longest wait')
  const listed = [1001, 3002, 15_003]
  t.equal(waits(listed, listed), 'not-tested', 'twice the same may be chance')
  t.equal(waits(listed, listed, listed, listed), 'fail', 'a list of waits, as Perl has in LWP::UserAgent::Determined')
  t.equal(waits([1040, 3110, 15_020], [1090, 3015, 15_066]), 'pass')
})

t.test('six repeats at once do not back off, on a busy machine either', async (t) => {
  const rule = 'errors.client-backs-off-on-500'
  const waits = (...one: number[]): string => verdictOf((recording) => attempts(recording, one), rule)
  t.equal(waits(10, 50, 20, 20, 20, 30), 'fail', 'superagent, which is met so')
  t.equal(waits(2, 1, 3, 60, 2, 2), 'pass', 'one that is late says nothing')
  t.equal(waits(1, 3, 5, 9, 17, 33), 'pass', 'a client in a test, which doubles from a millisecond')
  t.equal(waits(20, 40, 80, 80, 80, 80), 'pass', 'up to a limit')
  t.equal(waits(21, 41, 82, 80, 81, 79), 'pass', 'the same by real timers')
  t.equal(waits(40, 50, 60, 70, 80, 90), 'pass', 'longer by ten each time')
})

t.test('Retry-After: early is a violation, late is none', async (t) => {
  const late = (...ms: number[]): string[] =>
    judged((recording) =>
      attempts(
        recording,
        ms.map((one) => 1000 + one),
        429,
        { 'Retry-After': '1' },
      ),
    ).failed
  t.strictSame(late(30, 34, 28, 33, 31), [])
  t.strictSame(late(400, 400, 400, 400, 400), ['errors.client-jitters-its-retries'])
  t.strictSame(late(-400, 30, 30, 30, 30), ['errors.client-waits-for-retry-after-on-429'])
})

t.test('a rolling refresh is safe, and a token that is thrown away is not; one run is one finding', async (t) => {
  const rolling = (minutes: number) =>
    judged((recording) => {
      for (let count = 1; count <= 17; count += 1) {
        askToken(recording, { token: `tok-abcdefgh-${count}`, wait: minutes * 60_000 })
        recording.add('GET', '/account', { headers: { Authorization: `Bearer tok-abcdefgh-${count}` } })
      }
    })
  t.strictSame(rolling(55).failed, [])
  const { failed, findings } = rolling(1)
  t.strictSame(failed, ['auth.client-caches-tokens'])
  t.strictSame(
    findings.map(({ received }) => received),
    ['16 tokens in turn, each for one call'],
  )
})

t.test('a plus sign that is not encoded is no gap between windows; many gaps are one finding', async (t) => {
  const polls = (...since: string[]) =>
    judged((recording) =>
      since.forEach((one) =>
        recording.add('GET', `/orders?updated_since=${one}`, { answer: { data: [], page: 1, total_pages: 0 } }),
      ),
    )
  for (const plus of ['+', '%2B'])
    t.strictSame(polls(`2026-11-28T08:00:00${plus}00:00`, `2026-11-28T08:00:01${plus}00:00`).failed, [])
  const { failed, findings } = polls(...['11', '12', '13', '14'].map((hour) => `2026-11-28T${hour}:00:00Z`))
  t.strictSame(failed, ['list.client-overlaps-update-windows'])
  t.match(findings, [{ received: '2026-11-28T14:00:00Z, and 2 such windows before' }])
})

t.test('a browser shows in what it sends of a call that it stops', async (t) => {
  const asked = (headers: Record<string, string>, entry = {}): string =>
    verdictOf(
      (recording) => askToken(recording, { headers, entry, status: 0 }),
      'auth.client-keeps-secrets-out-of-browsers',
    )
  const agent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
  t.equal(asked({ 'sec-ch-ua-platform': '"Linux"' }), 'fail')
  t.equal(asked(agent, { pageref: 'page_1' }), 'fail')
  t.equal(asked({}, { _resourceType: 'fetch' }), 'fail')
  t.equal(asked(agent), 'pass', 'a server may give itself any name')
  t.equal(asked({ 'User-Agent': 'python-requests/2.32' }, { pageref: 'python' }), 'pass', 'a tool that sorts calls')
})

t.test('a recording without bodies says so', async (t) => {
  const { verdicts, lacks } = judged((recording) => {
    for (let count = 0; count < 2; count += 1)
      recording.add('POST', '/orders', {
        headers: { ...bearer, 'Content-Type': 'application/json', 'Content-Length': '300', 'Idempotency-Key': 'one' },
        status: 201,
      })
  })
  t.strictSame(lacks, ['request bodies', 'answer bodies'])
  const { reason, remedy } = verdicts.find(({ rule }) => rule === 'create.client-sends-the-required-fields')!
  t.equal(reason, 'the recording has no request bodies')
  t.match(remedy, /^Record with bodies/)
})

t.test('a day of domain time later the same read is another', async (t) => {
  const read = (domain: string) => ({ status: 404, entry: { _domain_time: domain } })
  const again = (domain: string): string =>
    verdictOf((recording) => {
      recording.add('GET', '/orders/ord_1', read('2026-11-28T10:00:00Z'))
      recording.add('GET', '/orders/ord_1', read(domain))
    }, 'errors.client-does-not-repeat-a-404')
  t.equal(again('2026-11-29T10:00:00Z'), 'pass')
  t.equal(again('2026-11-28T10:00:10Z'), 'fail')
})

t.test('only what is shown to be the service is judged, or what the user names', async (t) => {
  const recording = createRecording()
  askToken(recording, { token: 'tok-abcdefgh-1' })
  recording.add('GET', '/account')
  recording.add('POST', 'https://los.example.org/v1/orders', { body: '{"Type":1}', headers: {} })
  const har = recording.har()
  t.strictSame(auditOf(har).failed, [])
  t.strictSame([...auditOf(har).elsewhere], [['los.example.org', 1]])
  t.not(auditOf(har, { baseUrls: ['https://los.example.org/v1'] }).failed.length, 0)
})

t.test('queries that the service does not read as they are meant are named', async (t) => {
  const recording = createRecording()
  recording.add('GET', '/orders?status[]=new')
  for (let call = 0; call < 2; call += 1) recording.add('GET', '/orders?status=new&status=on_hold')
  recording.add('GET', '/orders?updated_since=2026-11-28T08:00:00+00:00&page=2&per_page=5')
  recording.add('GET', '/order-types?has_adu=true')
  const { calls } = buildJournal(readEntries(recording.har(), 'the journal'))
  t.strictSame(oddQueries(calls), [
    ['GET /orders takes one status, and more came', 2],
    ['GET /orders has no parameter status[]', 1],
    ['a plus sign in updated_since of GET /orders is not encoded, and may be read as a space', 1],
  ])
  const folder = t.testdir({ 'traffic.har': recording.har() })
  const { out } = await callAssay(['audit', join(folder, 'traffic.har'), '--report-dir', folder])
  for (const text of [
    out,
    ...['report.html', 'go-live.html'].map((name) => everyText(readFileSync(join(folder, name), 'utf8'))),
  ])
    t.match(text, /Queries that the service ignores.*GET \/orders has no parameter status\[\] \(1 call\)/)
})

t.test('what no call of a recording shows is not absent', async (t) => {
  const { failed, verdicts } = judged((recording) => {
    for (let count = 0; count < 13; count += 1) recording.add('GET', '/account', { headers: { Accept: '*/*' } })
  })
  t.strictSame(failed, [])
  const { verdict, remedy } = verdicts.find(({ rule }) => rule === 'transport.every-call-carries-its-own-token')!
  t.equal(verdict, 'not-tested')
  t.match(remedy, /Export with sensitive data/)
  const some = judged((recording) => {
    recording.add('GET', '/account')
    for (let count = 0; count < 3; count += 1)
      recording.add('GET', '/webhook', { headers: { Accept: '*/*' }, status: 401 })
  })
  t.strictSame(some.failed, ['transport.every-call-carries-its-own-token'])
  t.match(some.findings, [{ received: /\(3 times\)$/, requests: { length: 3 } }], 'one cause, one finding')
})

t.test('the members of a JSON body in the place of its text are no body that was sent', async (t) => {
  const members = Object.entries(JSON.parse(order) as object).map(([name, value]) => ({ name, value }))
  const { failed, verdicts } = judged((recording) => {
    recording.add('POST', '/orders', {
      headers: { ...bearer, 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
      request: { bodySize: order.length, postData: { mimeType: 'application/json', params: members } },
      status: 201,
    })
  })
  t.strictSame(failed, [])
  const json = verdicts.find(({ rule }) => rule === 'conventions.client-sends-json-in-utf-8')!
  t.match(json, { verdict: 'not-tested', reason: 'the recording has no request bodies' })
})

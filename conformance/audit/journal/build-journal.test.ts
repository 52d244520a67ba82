// Journals of foreign tools: clients, operations and environments are worked out, forms and bytes are read, masks are no credentials.
import t from 'tap'
import { buildJournal } from './build-journal.ts'
import type { HarEntry } from './har-entry.ts'
import { operationOf } from './operation-of.ts'
import { readEntries } from './read-entries.ts'

type Given = {
  headers?: Record<string, string>
  body?: string
  status?: number
  answer?: unknown
  more?: Partial<HarEntry>
}

const entry = (second: number, method: string, url: string, given: Given = {}): HarEntry => ({
  startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  time: 5,
  request: {
    method,
    url,
    headers: Object.entries(given.headers ?? {}).map(([name, value]) => ({ name, value })),
    ...(given.body !== undefined && { postData: { mimeType: 'application/json', text: given.body } }),
  },
  response: {
    status: given.status ?? 200,
    headers: [],
    content: { mimeType: 'application/json', text: JSON.stringify(given.answer ?? {}) },
  },
  ...given.more,
})

const journalOf = (...entries: HarEntry[]) => buildJournal({ entries, fromStart: false })

const base = 'https://appraisals.example/api/v1'

const token = (second: number, id: string, value: string): HarEntry =>
  entry(second, 'POST', `${base}/oauth/token`, {
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret: 'x' }),
    answer: { access_token: value, expires_in: 3600 },
  })

const read = (second: number, value: string): HarEntry =>
  entry(second, 'GET', `${base}/orders/ord_1`, { headers: { Authorization: `Bearer ${value}` } })

t.test('operation and ids follow from method and path, under any base address', async (t) => {
  const found = (method: string, path: string) => operationOf(method, new URL(`https://h.example${path}`))
  t.match(found('POST', '/x/v1/orders/ord_1/hold'), { operation: 'holdOrder', ids: { order_id: 'ord_1' } })
  t.match(found('GET', '/v1/orders?page=2'), { operation: 'listOrders', base: 'https://h.example/v1' })
  t.match(found('POST', '/sandbox/v1/sandbox/orders/ord_1/advance'), { operation: 'advanceOrder' })
  t.equal(found('DELETE', '/v1/orders/ord_1'), null)
  t.equal(found('GET', '/'), null)
})

t.test('calls belong to the client whose token they carry; entries in any order', async (t) => {
  const { calls, others } = journalOf(
    read(3, 'token-of-two'),
    token(1, 'cli_one', 'token-of-one'),
    token(2, 'cli_two', 'token-of-two'),
    read(4, 'token-of-one'),
    read(5, 'from-before'),
    entry(6, 'GET', 'https://fonts.example/a.css'),
  )
  t.strictSame(
    calls.map(({ id, client }) => [id, client]),
    [
      ['x2', 'cli_one'],
      ['x3', 'cli_two'],
      ['x1', 'cli_two'],
      ['x4', 'cli_one'],
      ['x5', 'unknown client 3'],
    ],
  )
  t.equal(others, 1)
})

t.test('a token from before belongs to the one client that there is; a mask is no token', async (t) => {
  const { calls } = journalOf(token(1, 'cli_one', '•••'), read(2, '•••'), read(3, 'from-before'))
  t.strictSame(
    calls.map(({ client, token: value }) => [client, value]),
    [
      ['cli_one', null],
      ['cli_one', null],
      ['cli_one', 'from-before'],
    ],
  )
})

t.test(
  'what the journal names is taken as it is: operation, client, environment, domain time, fault, lost answers',
  async (t) => {
    const { calls, deliveries } = journalOf(
      entry(1, 'GET', 'http://127.0.0.1:4010/v1/account', {
        more: {
          _id: 'j7',
          _kind: 'request',
          _operation: 'getAccount',
          _client_id: 'cli_one',
          _environment: 'production',
          _domain_time: '2030-01-01T00:00:00Z',
          _fault: 'f1',
          _error: 'reset',
          response: { status: 0 },
        },
      }),
      entry(2, 'POST', 'https://hooks.example/', { body: '{"id":"evt_1"}', more: { _id: 'j8', _kind: 'delivery' } }),
    )
    t.match(calls, [
      { id: 'x7', client: 'cli_one', environment: 'production', environmentIsKnown: true, status: null, fault: 'f1' },
    ])
    t.equal(calls[0]!.clock, Date.UTC(2030, 0, 1))
    t.match(calls[0]!.exchange.failure, { kind: 'reset' })
    t.match(deliveries, [{ delivery: { id: 'd8', json: { id: 'evt_1' } }, status: 200 }])
  },
)

t.test('odd entries are read as far as they go', async (t) => {
  const odd = entry(1, 'GET', `${base}/orders/%E0%A4%A`, { headers: { Authorization: 'Bearer a-token' } })
  const headers = [null, { value: 'x' }, ...odd.request.headers!] as NonNullable<HarEntry['request']['headers']>
  const { calls } = journalOf({ ...odd, time: -1, request: { ...odd.request, headers } })
  t.match(calls, [{ operation: 'getOrder', ids: { order_id: '%E0%A4%A' }, token: 'a-token' }])
  t.equal(calls[0]!.endedAt, calls[0]!.startedAt)
})

t.test('a last line that is not whole yet is left out, and another such line is refused', async (t) => {
  const line = JSON.stringify(read(1, 'a'))
  t.match(readEntries(`${line}\n${line.slice(0, 30)}`, 'x'), { entries: { length: 1 }, isCut: true })
  t.match(readEntries(`${line}\n`, 'x'), { entries: { length: 1 }, isCut: false })
  t.throws(() => readEntries(`${line.slice(0, 30)}\n${line}\n`, 'x'), { code: 'unreadable_journal' })
})

t.test('a HAR file that is cut off anywhere is refused, and never taken for an empty journal', async (t) => {
  const har = { log: { version: '1.2', entries: [read(1, 'a'), read(2, 'b')] } }
  for (const text of [JSON.stringify(har), JSON.stringify(har, null, 2)])
    for (let length = 1; length < text.length; length += 1)
      t.throws(() => readEntries(text.slice(0, length), 'x'), { code: 'unreadable_journal', exitCode: 3 }, `${length}`)
  t.equal(readEntries('', 'x').entries.length, 0, 'a journal without entries stays one')
})

t.test('JSON that is no journal is refused by what it is', async (t) => {
  const cases: [string, RegExp][] = [
    ['{"name":"x","version":"1"}', /an object with name, version/],
    ['{\n  "log": {}\n}', /an object with log/],
    ['[]', /a list/],
    ['"text"', /a string/],
    ['null', /null/],
  ]
  for (const [text, message] of cases)
    t.throws(() => readEntries(text, 'x.json'), { code: 'unfit_journal', message, exitCode: 3 }, text)
})

t.test('a read without a credential of no operation but ping is nobody’s', async (t) => {
  const { calls, nobodys } = journalOf(
    entry(1, 'GET', `${base}/account`, { headers: { Authorization: 'Bearer a-token' } }),
    entry(2, 'GET', `${base}/ping`),
    entry(3, 'GET', `${base}/profile`, { more: { _kind: 'request' } }),
    entry(4, 'GET', `${base}/profile`, { headers: { Authorization: 'Bearer a-token' }, more: { _kind: 'request' } }),
    entry(5, 'POST', `${base}/token`, { body: 'client_id=cli_one', more: { _kind: 'request' } }),
    entry(6, 'GET', `${base}/account`),
  )
  t.strictSame(
    nobodys.map(({ id }) => id),
    ['x2', 'x3'],
  )
  t.strictSame(
    calls.map(({ id }) => id),
    ['x1', 'x4', 'x5', 'x6'],
    'a bad token, a token request at a wrong address and a call that lacks its token are the client’s',
  )
})

t.test(
  'the body of a request in base64 that nothing marks, as Charles has it, is what as many bytes say',
  async (t) => {
    const draft = JSON.stringify({ due_date: '2026-12-10' })
    const sent = Buffer.from(draft).toString('base64')
    const withLength = (length: number) =>
      journalOf(...readEntries(JSON.stringify(create(sent, { 'Content-Length': String(length) })), 'x').entries)
        .calls[0]!
    const create = (body: string, headers: Record<string, string>) =>
      entry(1, 'POST', `${base}/orders`, { body, headers })
    t.match(withLength(draft.length), { sent: { due_date: '2026-12-10' }, known: { body: 'whole' } })
    t.match(withLength(sent.length), { sent: undefined }, 'a text of that length is the text')
    t.match(withLength(draft.length + 9), { sent: undefined, known: { body: 'part' } })
  },
)

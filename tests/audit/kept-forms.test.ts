// Clients that are right, though they look wrong: how their libraries and networks write what they send, and what they read before a repeat.
import t from 'tap'
import { all, at, create, day, emptyList, failedIn, note, page, read, refused, send, shown, testKept } from './kept.ts'
import { askToken, basic, type createRecording } from './recorded.ts'

type Recording = ReturnType<typeof createRecording>

const agent = (name: string) =>
  read('/account', {
    headers: { Authorization: 'Bearer tok-abcdefgh-1', 'User-Agent': name },
    entry: { pageref: 'page_1' },
  })

const part = (head: string, text: string): string =>
  `--XX\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
const kind = part('name="kind"', 'supporting')

const upload =
  (parts: string[], given: object = {}) =>
  (recording: Recording): void =>
    recording.add('POST', '/orders/ord_aaa/documents', {
      body: `${parts.join('')}--XX--\r\n`,
      type: 'multipart/form-data; boundary=XX',
      status: 201,
      answer: { id: 'doc_1' },
      ...given,
    })

/** A file with what a part has at its head. */
const quoting = (value: string, given = 'name="file"; filename="a.txt"'): string =>
  part(given, `Content-Type: text/html\r\n<f name="kind">\r\n\r\n${value}\r\n--\r\n`)

const text = part('name="file"; filename="a.txt"', 'abc')
const lostUpload = upload([kind, text], { response: { status: 0 } })
const lostMessage = send('/orders/ord_aaa/messages', note, { response: { status: 0 } })
const messageAgain = send('/orders/ord_aaa/messages', note, { status: 201 })

const onHold = { status: 409, answer: refused('action_not_allowed_in_status') }
const cancel = (given: object = onHold) => send('/orders/ord_aaa/cancel', { reason: 'x' }, given)
const window = 'updated_since=2026-11-28T09:00:00Z'
const listed = (per_page: number, total_pages: number) =>
  read(`/orders?${window}&per_page=${per_page}`, { answer: { ...emptyList, per_page, total: 30, total_pages } })
const others = [1, 2, 3, 4].map(() => read('/account', {}))

const asked =
  (ms: number, secret: string, given: object = { status: 401, answer: { error: 'invalid_client' } }) =>
  (recording: Recording): void =>
    askToken(recording, { headers: basic('cli_demo', secret), entry: at(ms), ...given })

const amend = (order: string, reference: string) =>
  send(
    `/orders/${order}`,
    { lender_reference: reference },
    { status: 403, answer: refused('action_not_permitted_for_client') },
    'PATCH',
  )

const payment = 'create.client-sends-no-payment-instrument'
const phones = (...values: string[]) =>
  create(
    'k1',
    0,
    { status: 201 },
    {
      borrowers: values.map((value) => ({
        role: 'borrower',
        first_name: 'A',
        last_name: 'B',
        contacts: [{ type: 'phone', role: 'work', value }],
      })),
    },
  )

testKept({
  'a shell that names itself like a browser': [
    'auth.client-calls-from-a-server',
    agent('Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.4391'),
    agent('Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'),
  ],
  'an address within a cluster': [
    'transport.client-calls-over-https',
    read('http://egress.default.svc.cluster.local:8080/sandbox/v1/account', {}),
    read('http://api.lender.example/sandbox/v1/account', {}),
  ],
  'a link at a host of its own': [
    'auth.client-keeps-environments-separate',
    all(
      read('https://api.lender.example/v1/account', { headers: { Authorization: 'Bearer tok-production-1' } }),
      read('/documents/doc_1', {
        answer: { id: 'doc_1', download: { url: 'https://files.example/f?signature=aaaaaaaa', expires_at: null } },
      }),
      read('https://files.example/f?signature=aaaaaaaa', {}),
    ),
    read('https://api.lender.example/v1/account', {}),
  ],
  'a time as databases write it': [
    'conventions.client-sends-timestamps-in-utc',
    read('/orders?updated_since=2026-11-28T09:00:00.123%2B00', { answer: emptyList }),
    read('/orders?updated_since=2026-11-28T09:00:00%2B01', { answer: emptyList }),
  ],
  'a file that has the name of a part in it': [
    'documents.client-uploads-supporting-files-only',
    upload([quoting('none'), kind]),
    upload([quoting('supporting'), part('name="kind"', 'invoice')]),
  ],
  'an upload without its kind': [
    'documents.client-uploads-supporting-files-only',
    upload([kind, text]),
    upload([text]),
  ],
  'a file that has the type of a part in it': [
    'documents.client-keeps-to-the-file-limits',
    upload([kind, quoting('none')]),
    upload([
      kind,
      '--XX\r\nContent-Type: text/html\r\nContent-Disposition: form-data; name=file; filename=a.html\r\n\r\n<p>\r\n',
    ]),
  ],
  'an order that is read before its document is sent again': [
    'documents.client-reads-the-list-before-resending',
    all(lostUpload, read('/orders/ord_aaa', { answer: shown() }), upload([kind, text])),
    all(lostUpload, read('/orders/ord_bbb', { answer: shown() }), upload([kind, text])),
  ],
  'the thread of the order itself': [
    'messages.client-reads-the-thread-before-resending',
    all(lostMessage, read('/orders/ord_aaa/messages', { answer: emptyList }), messageAgain),
    all(lostMessage, read('/orders/ord_bbb/messages', { answer: emptyList }), messageAgain),
  ],
  'a thread that could be read': [
    'messages.client-reads-the-thread-before-resending',
    all(lostMessage, read('/orders/ord_aaa/messages', { status: 304 }), messageAgain),
    all(lostMessage, read('/orders/ord_aaa/messages', { status: 500 }), messageAgain),
  ],
  'an event of the order after a 409': [
    'errors.client-does-not-repeat-a-409',
    all(cancel(), read('/events?after=evt_1', { answer: page(null, [2]) }), cancel({ status: 200 })),
    all(cancel(), read('/events?after=evt_1', { answer: page(null, []) }), cancel()),
  ],
  'a delivery of the order after a 409': [
    'errors.client-does-not-repeat-a-409',
    all(
      cancel(),
      (recording) =>
        recording.add('POST', 'https://client.example/hook', {
          headers: { 'X-Service-Signature': 't=1,v1=ab' },
          body: JSON.stringify({ id: 'evt_1', type: 'order.resumed', data: { order_id: 'ord_aaa' } }),
        }),
      cancel({ status: 200 }),
    ),
    all(cancel(), read('/orders/ord_bbb', {}), cancel()),
  ],
  'a question of how many there are, and a walk of larger pages': [
    'list.client-walks-all-pages',
    all(listed(1, 30), listed(100, 1), ...others),
    all(listed(1, 30), listed(1, 30), ...others),
  ],
  'a secret that was put right, and put right again': [
    'auth.client-stops-on-invalid-client',
    all(
      asked(0, 'a-wrong-secret'),
      asked(60_000, 'a-right-secret', { token: 'tok-abcdefgh-2' }),
      asked(30 * day, 'a-right-secret'),
      asked(30 * day + 60_000, 'a-third-secret', { token: 'tok-abcdefgh-3' }),
    ),
    all(
      asked(0, 'a-wrong-secret'),
      asked(60_000, 'a-right-secret', { token: 'tok-abcdefgh-2' }),
      ...[0, 1, 2].map((step) => asked(30 * day + step * 1_000, 'a-right-secret')),
    ),
  ],
  'amendments of two orders': [
    'amend.client-asks-by-message-instead',
    all(...['ord_aaa', 'ord_bbb'].flatMap((id) => [amend(id, '1'), send(`/orders/${id}/messages`, note, {})])),
    all(
      amend('ord_aaa', '1'),
      send('/orders/ord_aaa/messages', note, {}),
      amend('ord_bbb', '1'),
      amend('ord_bbb', '2'),
    ),
  ],
  'the number of a loan in a message': [
    payment,
    all(
      create('k1', 0, { status: 201 }, { loan: { purpose: 'refinance', number: '4111111111111111' } }),
      send('/orders/ord_aaa/messages', { ...note, body: 'Loan 4111-1111-1111-1111' }, {}),
    ),
    send('/orders/ord_aaa/messages', { ...note, body: 'Charge 4111-1111-1111-1111' }, {}),
  ],
  'a number in the groups of a card': [
    payment,
    create('k1', 0, { status: 201 }, { appraiser_instructions: 'Parcel 3782 822463 10006' }),
    create('k1', 0, { status: 201 }, { appraiser_instructions: 'Card 3782 822463 10005' }),
  ],
  'a field of a card in the case of another language': [
    payment,
    create('k1', 0, { status: 201 }, { cardinality: 2 }),
    create('k1', 0, { status: 201 }, { cardNumber: '1' }),
  ],
  'an extension': [
    'conventions.client-sends-phone-numbers-with-country-code',
    phones('+1 512 555 0100 ext. 12', '1-512-555-0100 x12'),
    phones('512-555-0100 x1234'),
  ],
})

t.test('an account that did not change was read', async (t) => {
  const rule = 'auth.client-reads-the-account-at-start-up'
  const placed = create('k1', 60_000, { status: 201 })
  const reading = (status: number) => all(read('/account', { status, entry: at(0) }), placed)
  t.notOk(failedIn(reading(304), true).includes(rule))
  t.ok(failedIn(reading(404), true).includes(rule))
})

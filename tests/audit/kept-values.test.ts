// Clients that are right, though they look wrong: how values are written, whose mailboxes are named, and what is read after a timeout.
import type { createRecording } from './recorded.ts'
import { all, bearerOf, create, emptyList, eventId, note, page, read, send, shown, testKept } from './kept.ts'

type Recording = ReturnType<typeof createRecording>

const since = (time: string) => read(`/orders?updated_since=${encodeURIComponent(time)}`, { answer: emptyList })

const emailed = (value: string) =>
  create(
    'k1',
    0,
    { status: 201 },
    {
      borrowers: [
        {
          role: 'borrower',
          first_name: 'A',
          last_name: 'B',
          contacts: [
            { type: 'phone', role: 'cell', value: '+1 512 555 0100' },
            { type: 'email', role: 'home', value },
          ],
        },
      ],
    },
  )

const statuses = (status: string) => read(`/orders?status=${status}`, { answer: emptyList })
const purposed = (purpose: string) =>
  send('/orders/ord_aaa', { parties: { additional_contacts: [{ purpose, name: 'X', email: null }] } }, {}, 'PATCH')

const upload = (purpose: string, description: string) => (recording: Recording) =>
  recording.add('POST', '/orders/ord_aaa/documents', {
    body: [
      ...Object.entries({ kind: 'supporting', purpose, description }).map(
        ([name, text]) => `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      ),
      '--XX\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nabc\r\n--XX--\r\n',
    ].join(''),
    type: 'multipart/form-data; boundary=XX',
    status: 201,
  })

const paid = (payment: object) => create('k1', 0, { status: 201 }, { payment })

const thread = (number: number, total_pages: number) =>
  read(`/orders/ord_aaa/messages?per_page=5&page=${number}`, { answer: { ...emptyList, page: number, total_pages } })
const sent = (status: number) => send('/orders/ord_aaa/messages', note, { status })
const lost = send('/orders/ord_aaa/messages', note, { response: { status: 0 } })

const fed = read('/events', { answer: page(null, [1, 2], 'order.created', 'ord_AbCdEfGh') })

const due = (due_date: string) =>
  send('/orders/ord_aaa', { due_date }, { answer: shown(), headers: bearerOf(1) }, 'PATCH')

testKept({
  'an offset as strftime writes it': [
    'conventions.client-sends-timestamps-in-utc',
    all(since('2026-11-28T09:00:00+0000'), read('/orders?updated_since=2026-11-28T09:00:00+0000', {})),
    since('2026-11-28T09:00:00+0100'),
  ],
  'small letters of a time': [
    'conventions.client-sends-timestamps-in-utc',
    since('2026-11-28t09:00:00z'),
    since('2026-11-28t09:00:00'),
  ],
  'a mailbox of the testers': [
    'create.client-sends-no-real-borrower-to-the-sandbox',
    all(emailed('qa.team+borrower1@gmail.com'), emailed('testborrower@outlook.com')),
    emailed('ann.teller@gmail.com'),
  ],
  'statuses of a query': ['conventions.client-sends-lower-case-enum-values', statuses('new,on_hold'), statuses('NEW')],
  'a space behind a comma': [
    'conventions.client-sends-lower-case-enum-values',
    statuses('new,%20on_hold'),
    statuses('new,%20On_hold'),
  ],
  'a number of the order that is paid': [
    'create.client-sends-no-payment-instrument',
    create(
      'k1',
      0,
      { status: 201 },
      { lender_reference: '4111111111111111', payment: { reference: '4111111111111111' } },
    ),
    paid({ reference: '4111111111111111' }),
  ],
  'a status that is not known': [
    'conventions.client-sends-lower-case-enum-values',
    statuses('Archived'),
    statuses('onHold'),
  ],
  'the purpose of a contact': [
    'conventions.client-sends-lower-case-enum-values',
    purposed('report'),
    purposed('REPORT'),
  ],
  'the purpose of an upload': [
    'conventions.client-sends-lower-case-enum-values',
    upload('sales_contract', 'A deed'),
    upload('SALES_CONTRACT', 'A deed'),
  ],
  'a number of a payment that is no card': [
    'create.client-sends-no-payment-instrument',
    paid({ terms: 'invoice', number: '4111111111111112' }),
    paid({ type: 'visa', number: '4111111111111111' }),
  ],
  'the description of a file': [
    'create.client-sends-no-payment-instrument',
    upload('other', 'Parcel 4111 1111 1111 1112'),
    upload('other', 'Card 4111 1111 1111 1111'),
  ],
  'a walk of the feed that ends': [
    'feed.client-follows-next-cursor-until-null',
    all(fed, read(`/events?after=${eventId(2)}`, { answer: page(null, []) })),
    all(fed, read('/events?after=null', { answer: page(null, []) })),
  ],
  'a cursor from before the recording': [
    'conventions.client-keeps-identifiers-as-strings',
    all(fed, read(`/events?after=${eventId(9)}`, {}), read('/events?order_id=ord_AbCdEfGh', {})),
    all(fed, read('/events?order_id=ord_abcdefgh', {})),
  ],
  'a message after the timeout of a gateway': [
    'messages.client-reads-the-thread-before-resending',
    all(sent(504), thread(1, 1), sent(201)),
    all(sent(504), sent(201)),
  ],
  'a thread of two pages': [
    'messages.client-reads-the-thread-before-resending',
    all(lost, thread(1, 2), thread(2, 2), sent(201)),
    all(lost, thread(1, 2), sent(201)),
  ],
  'a day of a leap year': ['conventions.client-sends-dates-as-year-month-day', due('2028-02-29'), due('2027-02-29')],
})

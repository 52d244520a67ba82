// Messages and supporting documents on an order (Endpoints / POST and GET /orders/{order_id}/messages and /documents).
import t from 'tap'
import type { Part } from './samples.ts'
import { awkwardTexts, multipart, pdf, png, upload } from './samples.ts'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Detail, List, Message, Order, Summary } from './wire-types.ts'

const api = await start(t, unlimited)
const send = (id: string, body: unknown, role: Parameters<typeof api.call>[0] = 'main') =>
  api.call<Message>(role, 'POST', `/orders/${id}/messages`, { body })
const put = (id: string, sent: ReturnType<typeof upload>) =>
  api.call<Summary>('main', 'POST', `/orders/${id}/documents`, sent)
const hello = { recipient: 'manager', subject: 'Access', body: 'The lockbox code has changed.' }

t.test('a message is in the thread as it was sent, and raises nothing', async (t) => {
  const { id, dates } = await api.create()
  const { id: document } = await api.attach(id)
  const raised = await api.events({ order_id: id })
  await api.simulator.advance(5)
  const created_at = new Date(api.now()).toISOString()
  const { status, body } = await send(id, { ...hello, document_ids: [document], unknown: 1 })
  t.equal(status, 201)
  const { id: message, ...rest } = body
  t.match(message, /^msg_[0-9A-Za-z]{26}$/)
  t.strictSame(rest, { sender: 'lender', ...hello, document_ids: [document], attachments: [], created_at })
  t.strictSame((await api.ok<List<Message>>('main', 'GET', `/orders/${id}/messages`)).data, [body])
  t.same(await api.events({ order_id: id }), raised)
  t.ok((await api.read(id)).dates.updated_at > dates.updated_at, 'updated_at moves')
  t.match((await send(id, { recipient: 'appraiser', body: 'x' })).body, {
    recipient: 'appraiser',
    subject: null,
    document_ids: [],
  })
})

t.test('a message may be sent in any status', async (t) => {
  for (const status of ['pending_review', 'on_hold', 'cancelled', 'report_complete', 'revision_requested'])
    t.equal((await send((await api.reach(status)).id, hello)).status, 201, status)
})

t.test('texts of a message come back as they were sent', async (t) => {
  const { id } = await api.create()
  for (const [index, text] of awkwardTexts.entries()) {
    const { body } = await send(id, { ...hello, subject: text, body: text })
    t.strictSame([body.subject, body.body], [text, text], `text ${index}`)
  }
  const { data } = await api.ok<List<Message>>('main', 'GET', `/orders/${id}/messages`)
  t.same(
    data.map(({ body }) => body),
    awkwardTexts,
  )
})

t.test('a message that cannot be used is refused, and the thread stays', async (t) => {
  const { id } = await api.create()
  const foreign = await api.attach((await api.create()).id)
  const before = await api.snapshot(id)
  const cases: [unknown, string, string[]][] = [
    [{}, 'validation_failed', ['recipient:required', 'body:required']],
    [{ ...hello, recipient: undefined }, 'validation_failed', ['recipient:required']],
    [{ ...hello, body: undefined }, 'validation_failed', ['body:required']],
    [{ ...hello, body: ' \n' }, 'validation_failed', ['body:required']],
    [{ ...hello, recipient: 'lender' }, 'validation_failed', ['recipient']],
    [{ ...hello, recipient: 'borrower' }, 'validation_failed', ['recipient']],
    [{ ...hello, recipient: ['manager'] }, 'validation_failed', ['recipient']],
    [{ ...hello, subject: 7 }, 'validation_failed', ['subject']],
    [{ ...hello, body: { text: 'x' } }, 'validation_failed', ['body']],
    [{ ...hello, document_ids: {} }, 'validation_failed', ['document_ids']],
    [{ ...hello, document_ids: [null] }, 'validation_failed', ['document_ids.0']],
    [{ ...hello, document_ids: ['doc_none'] }, 'semantic_validation_failed', ['document_ids.0']],
    [{ ...hello, document_ids: [foreign.id] }, 'semantic_validation_failed', ['document_ids.0']],
  ]
  for (const [body, code, fields] of cases)
    refused(t, (await send(id, body)) as never, { status: 422, code, fields }, JSON.stringify(body))
  const path = `/orders/${id}/messages`
  for (const body of ['', '{', '[]', 'null'])
    refused(
      t,
      await api.call('main', 'POST', path, { body, headers: { 'content-type': 'application/json' } }),
      { status: 400, code: 'invalid_request' },
      body,
    )
  refused(t, await api.call('main', 'POST', path, { body: 'hello', headers: { 'content-type': 'text/plain' } }), {
    status: 415,
    code: 'unsupported_media_type',
  })
  t.same(await api.snapshot(id), before)
})

t.test('where the company keeps appraiser contact a message to the appraiser is refused', async (t) => {
  for (const role of ['no_appraiser_messages', 'other_company'] as const) {
    const { id } = await api.create({}, role)
    const before = await api.snapshot(id, role)
    refused(t, (await send(id, { ...hello, recipient: 'appraiser' }, role)) as never, {
      status: 422,
      code: 'recipient_not_allowed',
      fields: ['recipient'],
    })
    t.same(await api.snapshot(id, role), before)
    t.equal((await send(id, hello, role)).status, 201, 'the manager can be written to')
  }
})

t.test('the company’s messages arrive with their attachments, its internal notes do not', async (t) => {
  const { id } = await api.reach('appraiser_assigned')
  const raised = (await api.events({ order_id: id })).length
  const content = pdf(80).toString('base64')
  await api.company(`/orders/${id}/messages`, {
    from: 'manager',
    subject: 'Plan',
    body: 'See the sketch.',
    files: [{ filename: 'sketch.pdf', content_type: 'application/pdf', content }],
  })
  await api.company(`/orders/${id}/internal-notes`, { from: 'manager', body: 'Not for the lender.' })
  const { data } = await api.ok<List<Message>>('main', 'GET', `/orders/${id}/messages`)
  t.equal(data.length, 1)
  const [message] = data
  t.match(message, { sender: 'manager', recipient: 'lender', subject: 'Plan', body: 'See the sketch.' })
  t.match(message!.attachments, [{ id: /^doc_/, kind: 'supporting', filename: 'sketch.pdf', size_bytes: 80 }])
  t.same(
    message!.document_ids,
    message!.attachments.map(({ id }) => id),
  )
  t.same((await api.read(id)).documents, message!.attachments, 'they are on the order as well')
  t.match((await api.events({ order_id: id })).slice(raised), [
    { type: 'order.document_added', data: { document: message!.attachments[0] } },
    { type: 'order.message_posted', data: { message } },
  ])
  t.notMatch(JSON.stringify(await api.events({ order_id: id })), /Not for the lender/)
})

t.test('an upload is on the order as its summary says, and raises nothing', async (t) => {
  const before = await api.create()
  const { id } = before
  const raised = await api.events({ order_id: id })
  await api.simulator.advance(5)
  const { status, body } = await put(
    id,
    upload({ value: pdf(1234) }, { purpose: 'sales_contract', description: 'Signed. ✍️' }),
  )
  t.equal(status, 201)
  const { id: document, ...summary } = body
  t.match(document, /^doc_[0-9A-Za-z]{26}$/)
  t.strictSame(summary, {
    kind: 'supporting',
    filename: 'evidence.pdf',
    content_type: 'application/pdf',
    size_bytes: 1234,
    created_at: new Date(api.now()).toISOString(),
  })
  const after = await api.read(id)
  t.strictSame(after.documents, [body])
  t.ok(after.dates.updated_at > before.dates.updated_at, 'updated_at moves')
  t.same(await api.events({ order_id: id }), raised)
  const detail = await api.ok<Detail>('main', 'GET', `/documents/${document}`)
  t.same({ ...detail, download: null }, { ...body, order_id: id, download: null })
  for (const purpose of ['engagement_letter', 'prior_report', 'other'])
    t.equal((await put(id, upload({}, { purpose }))).status, 201, purpose)
  for (const status of ['cancelled', 'report_complete', 'on_hold'])
    t.equal((await put((await api.reach(status)).id, upload())).status, 201, status)
})

t.test('the type of a file is known by what it holds', async (t) => {
  const { id } = await api.create()
  const zip = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40)])
  const tiff = Buffer.concat([Buffer.from('II*\u0000\u0008\u0000\u0000\u0000'), Buffer.alloc(40)])
  const cases: [Partial<Part>, string][] = [
    [{ filename: 'a.pdf', type: 'application/pdf' }, 'application/pdf'],
    [{ filename: 'a.pdf', type: 'application/octet-stream' }, 'application/pdf'],
    [{ filename: 'noname', type: 'application/octet-stream' }, 'application/pdf'],
    [{ filename: 'A.PDF', type: 'application/x-pdf' }, 'application/pdf'],
    [{ filename: 'a.png', type: 'image/png', value: png }, 'image/png'],
    [{ filename: 'a.jpg', type: 'image/jpg', value: jpeg }, 'image/jpeg'],
    [{ filename: 'a.tif', type: 'image/tiff', value: tiff }, 'image/tiff'],
    [{ filename: 'a.zip', type: 'application/x-zip-compressed', value: zip }, 'application/zip'],
    [{ filename: 'a.txt', type: 'text/plain', value: 'Grüße' }, 'text/plain'],
    [{ filename: 'a.xml', type: 'text/xml', value: '<?xml version="1.0"?><a/>' }, 'application/xml'],
    [
      {
        filename: 'a.doc',
        type: 'application/msword',
        value: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      },
      'application/msword',
    ],
  ]
  for (const [file, type] of cases) {
    const { status, body } = await put(id, upload(file))
    t.same([status, body.content_type, body.filename], [201, type, file.filename], `${file.filename} as ${file.type}`)
  }
  const before = await api.snapshot(id)
  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 7)])
  const bad: Partial<Part>[] = [
    { filename: 'a.exe', type: 'application/octet-stream', value: exe },
    { filename: 'a.pdf', type: 'application/pdf', value: exe },
    { filename: 'a.html', type: 'text/html', value: '<html></html>' },
    { filename: 'a.svg', type: 'image/svg+xml', value: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    { filename: 'a.gif', type: 'image/gif', value: 'GIF89a\u0001\u0000\u0001\u0000' },
    { filename: 'a.js', type: 'text/javascript', value: 'alert(1)' },
    { filename: 'a.mp4', type: 'video/mp4', value: Buffer.from('000000206674797069736f6d', 'hex') },
    { filename: 'a.pdf.exe', type: 'application/pdf' },
  ]
  for (const file of bad)
    refused(
      t,
      (await put(id, upload(file))) as never,
      { status: 415, code: 'unsupported_media_type' },
      `${file.filename} as ${file.type}`,
    )
  t.same(await api.snapshot(id), before)
})

t.test('parts that cannot be used are refused by name', async (t) => {
  const { id } = await api.create()
  const before = await api.snapshot(id)
  const file: Part = { name: 'file', value: pdf(), filename: 'a.pdf', type: 'application/pdf' }
  const kind: Part = { name: 'kind', value: 'supporting' }
  const cases: [string, Part[], string[]][] = [
    ['no kind', [file], ['kind:required']],
    ['no file', [kind], ['file:required']],
    ['neither', [{ name: 'purpose', value: 'other' }], ['kind:required', 'file:required']],
    ['a file that is a plain field', [kind, { name: 'file', value: 'text' }], ['file:required']],
    ['a file under another name', [kind, { ...file, name: 'document' }], ['file:required']],
    ['a file without a name', [kind, { ...file, filename: '' }], ['file:required']],
    ['two files', [kind, file, { ...file, filename: 'b.pdf' }], ['file']],
    ['an empty file', [kind, { ...file, value: '' }], ['file']],
    ['an empty text file', [kind, { ...file, value: '', filename: 'a.txt', type: 'text/plain' }], ['file']],
    ['an unknown purpose', [kind, { name: 'purpose', value: 'holiday' }, file], ['purpose']],
    ...[
      'report_pdf',
      'report_data',
      'invoice',
      'compliance_certificate',
      'borrower_certificate',
      'ssr',
      'review_report',
      'Supporting',
      '',
    ].map((value): [string, Part[], string[]] => [`kind ${value}`, [{ ...kind, value }, file], ['kind']]),
  ]
  for (const [name, parts, fields] of cases)
    refused(t, (await put(id, multipart(parts))) as never, { status: 422, code: 'validation_failed', fields }, name)
  t.same(await api.snapshot(id), before)
  t.equal((await put(id, multipart([file, kind]))).status, 201, 'the order of the parts does not matter')
})

t.test('a body that is not readable multipart is refused', async (t) => {
  const { id } = await api.create()
  const before = await api.snapshot(id)
  const path = `/orders/${id}/documents`
  const good = upload()
  const call = (headers: Record<string, string>, body: string | Buffer) =>
    api.call('main', 'POST', path, { headers, body })
  for (const type of ['application/json', 'application/pdf', 'application/x-www-form-urlencoded'])
    refused(t, await call({ 'content-type': type }, '{}'), { status: 415, code: 'unsupported_media_type' }, type)
  refused(
    t,
    await api.call('main', 'POST', path, { body: good.body }),
    { status: 415, code: 'unsupported_media_type' },
    'no content type',
  )
  refused(
    t,
    await call({ ...good.headers, 'content-encoding': 'gzip' }, good.body),
    { status: 415, code: 'unsupported_media_type' },
    'gzip',
  )
  const broken: [string, Record<string, string>, string | Buffer][] = [
    ['no boundary', { 'content-type': 'multipart/form-data' }, good.body],
    ['another boundary', { 'content-type': 'multipart/form-data; boundary=x' }, good.body],
    ['cut off inside the file', good.headers, good.body.subarray(0, -60)],
    ['cut off inside the headers', good.headers, good.body.subarray(0, 60)],
    ['no multipart at all', good.headers, 'hello'],
    ['empty', good.headers, ''],
  ]
  for (const [name, headers, body] of broken)
    refused(t, await call(headers, body), { status: 400, code: 'invalid_request' }, name)
  t.same(await api.snapshot(id), before)
})

t.test('a file may have 25 MB and not one byte more', async (t) => {
  const { id } = await api.create()
  t.equal((await api.attach(id, { value: pdf(26_214_400) })).size_bytes, 26_214_400)
  const before = await api.snapshot(id)
  refused(t, (await put(id, upload({ value: pdf(26_214_401) }))) as never, { status: 413, code: 'payload_too_large' })
  refused(t, (await put(id, upload({ value: pdf(30_000_000) }))) as never, { status: 413, code: 'payload_too_large' })
  t.same(await api.snapshot(id), before)
})

t.test('file names come back byte for byte, without a directory', async (t) => {
  const { id } = await api.create()
  const names = [
    'Grüße.pdf',
    'e\u0301-und-é.pdf',
    '契約書.pdf',
    'عقد.pdf',
    '🏡 plan.pdf',
    'a  b .pdf',
    "it's (1) & more;=+%41.pdf",
    '..pdf',
    'x'.repeat(200) + '.pdf',
    'no-extension',
    '\u202efdp.pdf',
  ]
  for (const filename of names) {
    const { id: document } = await api.attach(id, { filename })
    const detail = await api.ok<Detail>('main', 'GET', `/documents/${document}`)
    t.equal(Buffer.from(detail.filename).toString('hex'), Buffer.from(filename).toString('hex'), filename.slice(0, 20))
    const { headers } = await api.fetchRaw('GET', detail.download.url)
    const named = /filename\*=UTF-8''(.+)$/.exec(headers['content-disposition'] ?? '')?.[1] ?? ''
    t.equal(decodeURIComponent(named), filename, 'also on the download')
  }
  for (const [sent, kept] of [
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\x\\contract.pdf', 'contract.pdf'],
    ['/abs.pdf', 'abs.pdf'],
  ])
    t.equal((await api.attach(id, { filename: sent! })).filename, kept)
})

t.test('uploads at once all arrive', async (t) => {
  const { id } = await api.create()
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => api.attach(id, { filename: `f${n}.pdf`, value: pdf(100 + n) })),
  )
  const { documents } = await api.ok<Order>('main', 'GET', `/orders/${id}`)
  t.same(documents.map(({ id }) => id).toSorted(), made.map(({ id }) => id).toSorted())
})

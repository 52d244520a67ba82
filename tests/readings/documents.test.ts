// Permitted readings of messages, documents and downloads: each shown over HTTP to differ from the default in its way.
import t from 'tap'
import { limits } from '../fixture-tables.ts'
import { pdf, png, upload } from '../simulator/samples.ts'
import type { Answer, Api } from '../simulator/support.ts'
import type { List } from '../simulator/wire-types.ts'
import { shown, type Cases } from './shown.ts'
import { waitsForAll } from './unfinished-upload.ts'

type Wire = Record<string, unknown>

const outcome = ({ status, bytes }: Answer<unknown>): string => {
  const text = bytes.toString()
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined
  return [status, code].filter((part) => part !== undefined).join(' ')
}

/** Sends without holding the answer against the document, which names the default statuses alone. */
const send = async (api: Api, method: 'GET' | 'POST' | 'HEAD', path: string, sent: Wire = {}) =>
  api.fetchRaw<Wire>(method, `${api.simulator.sandboxUrl}${path}`, {
    ...sent,
    headers: { authorization: `Bearer ${await api.token('main')}`, ...(sent['headers'] as Record<string, string>) },
  })

const attach = async (api: Api, id: string) =>
  (await send(api, 'POST', `/orders/${id}/documents`, upload())).body as { id: string }

const message = { recipient: 'manager', subject: 'Access', body: 'Who has the keys?' }

const say =
  (body: Wire, look: (answer: Answer<Wire>) => unknown = outcome) =>
  async (api: Api) =>
    look(await send(api, 'POST', `/orders/${(await api.create()).id}/messages`, { body }))

const without = (field: string): Wire => Object.fromEntries(Object.entries(message).filter(([name]) => name !== field))
const fieldsOf = (look: unknown) =>
  Object.keys(look as Wire)
    .toSorted()
    .join(' ')
const thread = async (api: Api, id: string) =>
  ((await send(api, 'GET', `/orders/${id}/messages`)).body as unknown as List<Wire>).data

/** What the thread shows of a message of the lender's, or of the company's, each with a document. */
const threaded = (from: 'lender' | 'company', look: (shown: Wire, document: string) => unknown) => async (api: Api) => {
  const { id } = await api.create()
  const document = await attach(api, id)
  if (from === 'lender')
    await send(api, 'POST', `/orders/${id}/messages`, { body: { ...message, document_ids: [document.id] } })
  else await api.company(`/orders/${id}/messages`, { from: 'manager', body: 'See this.', document_ids: [document.id] })
  const [shown] = await thread(api, id)
  return JSON.parse(JSON.stringify(look(shown!, document.id)).replaceAll(document.id, 'doc')) as unknown
}

const replies = async (api: Api) => {
  const { id } = await api.reach('revision_requested')
  await api.move(id, 'revised_report_complete')
  return (await thread(api, id)).length
}

const answered = async (api: Api) => {
  const { id } = await api.create()
  await send(api, 'POST', `/orders/${id}/messages`, { body: message })
  for (const seconds of [1, 4, 60]) await api.simulator.advance(seconds)
  return (await thread(api, id)).map(({ subject }) => subject)
}

const sayTo =
  (status: string, recipient = 'manager') =>
  async (api: Api) =>
    outcome(
      await send(api, 'POST', `/orders/${(await api.reach(status)).id}/messages`, { body: { ...message, recipient } }),
    )

const messages: Cases = {
  'messages.success-status=status-200': [say(message), '200'],
  'messages.success-status=status-202': [say(message), '202'],
  'messages.response=identifier-only': [say(message, ({ body }) => fieldsOf(body)), 'id'],
  'messages.response=empty': [say(message, ({ bytes }) => bytes.length), 0],
  'messages.other-fields=time-only': [
    threaded('lender', fieldsOf),
    'attachments body created_at document_ids id recipient subject',
  ],
  'messages.other-fields=none': [threaded('lender', fieldsOf), 'attachments body document_ids id recipient subject'],
  'messages.subject-missing=status-422': [say(without('subject')), '422 validation_failed'],
  'messages.subject-missing=status-400': [say(without('subject')), '400 invalid_request'],
  'messages.body-missing=status-400': [say(without('recipient')), '400 invalid_request'],
  'messages.body-missing=accepted': [
    say({ subject: 'Hello' }, ({ body }) => [body['recipient'], body['body']]),
    ['manager', null],
  ],
  'messages.unknown-recipient-status=semantic-422': [
    say({ ...message, recipient: 'lender' }),
    '422 semantic_validation_failed',
  ],
  'messages.unknown-recipient-status=recipient-not-allowed-422': [
    say({ ...message, recipient: 'lender' }),
    '422 recipient_not_allowed',
  ],
  'messages.unknown-recipient-status=status-400': [say({ ...message, recipient: 'lender' }), '400 invalid_request'],
  'messages.appraiser-policy=recipient-not-allowed': [
    sayTo('appraiser_assigned', 'appraiser'),
    '422 recipient_not_allowed',
  ],
  'messages.appraiser-before-assignment=recipient-not-allowed': [
    sayTo('new', 'appraiser'),
    '422 recipient_not_allowed',
  ],
  'messages.appraiser-before-assignment=status-409': [sayTo('new', 'appraiser'), '409 action_not_allowed_in_status'],
  'messages.unknown-documents=validation-422': [say({ ...message, document_ids: ['doc_x'] }), '422 validation_failed'],
  'messages.unknown-documents=status-404': [say({ ...message, document_ids: ['doc_x'] }), '404 not_found'],
  'messages.unknown-documents=status-400': [say({ ...message, document_ids: ['doc_x'] }), '400 invalid_request'],
  'messages.unknown-documents=ignored': [
    say({ ...message, document_ids: ['doc_x'] }, ({ body }) => body['document_ids'] ?? null),
    [],
  ],
  'messages.on-closed-orders=status-409': [sayTo('cancelled'), '409 action_not_allowed_in_status'],
  'messages.attachments-shape=identifier': [threaded('company', (shown) => shown['attachments']), ['doc']],
  'messages.attachments-shape=named-identifier': [
    threaded('company', (shown) => (shown['attachments'] as Wire[]).map(fieldsOf)),
    ['document_id filename'],
  ],
  'messages.own-attachments=null-value': [threaded('lender', (shown) => shown['attachments']), null],
  'messages.own-attachments=own-documents': [
    threaded('lender', (shown) => (shown['attachments'] as Wire[]).map(({ id }) => id)),
    ['doc'],
  ],
  'messages.company-document-ids=empty-array': [threaded('company', (shown) => shown['document_ids']), []],
  'messages.company-document-ids=null-value': [threaded('company', (shown) => shown['document_ids']), null],
  'messages.revision-replies=in-thread-too': [replies, 1],
  'messages.spontaneous-answers=automatic': [answered, ['Access', 'Re: Access']],
}

const load =
  (
    sent: { headers: Record<string, string>; body: Buffer } | (() => { headers: Record<string, string>; body: Buffer }),
    look: (answer: Answer<Wire>) => unknown = outcome,
  ) =>
  async (api: Api) =>
    look(
      await send(
        api,
        'POST',
        `/orders/${(await api.create()).id}/documents`,
        typeof sent === 'function' ? sent() : sent,
      ),
    )

const twice = () => {
  const { headers, body } = upload()
  const boundary = headers['content-type']!.split('boundary=')[1]!
  const second = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="b.txt"\r\nContent-Type: text/plain\r\n\r\nB\r\n`
  return { headers, body: Buffer.concat([Buffer.from(second), body]) }
}
const large = () => upload({ value: pdf(25_000_001) })
const unparsable = { headers: { 'content-type': 'multipart/form-data' }, body: Buffer.from('nothing') }
const named = ({ body }: Answer<Wire>) => body['filename'] ?? body['code'] ?? null
const typed = ({ body }: Answer<Wire>) => body['content_type'] ?? body['code'] ?? null

/** A PNG that calls itself a PDF and says that it is text. */
const disguised = () => upload({ value: png, filename: 'evidence.pdf', type: 'text/plain' })
const odt = () => upload({ value: '{\\rtf1 hello}', filename: 'letter.rtf', type: 'application/rtf' })
const slides = { filename: 'talk.ppt', type: 'application/vnd.ms-powerpoint', value: oleOf() }

function oleOf(): Buffer {
  const bytes = Buffer.alloc(1536)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  return bytes
}

const delivered =
  (look: (kinds: string[]) => unknown, then: (api: Api) => Promise<unknown> = async () => undefined) =>
  async (api: Api) => {
    const { id } = await api.reach('report_complete')
    await then(api)
    return look((await api.read(id)).documents.map(({ kind }) => kind))
  }

const has = (kind: string) => (kinds: string[]) => kinds.includes(kind)
const invoices = async (api: Api) => {
  const { id } = await api.reach('report_complete')
  const has = async () => (await api.read(id)).documents.some(({ kind }) => kind === 'invoice')
  const before = await has()
  await api.simulator.advance(60)
  return [before, await has()]
}

const packaged = async (api: Api) => {
  const product = { order_type_code: 'URAR-36', loan_type_code: 'CONV' }
  const { id } = await api.create(product)
  await api.move(id, 'report_complete')
  const { id: document } = (await api.read(id)).documents.find(({ kind }) => kind === 'report_data')!
  const { download } = await api.ok<{ download: { url: string } }>('main', 'GET', `/documents/${document}`)
  return (await api.fetchRaw('GET', download.url)).bytes.includes('.pdf')
}

const reportXml = (part: RegExp) => async (api: Api) => {
  const { id } = await api.reach('report_complete')
  const { id: document } = (await api.read(id)).documents.find(({ kind }) => kind === 'report_data')!
  const { download } = await api.ok<{ download: { url: string } }>('main', 'GET', `/documents/${document}`)
  return part.test((await api.fetchRaw('GET', download.url)).bytes.toString())
}

const afterRevision = async (api: Api) => {
  const { documents } = await api.reach('revised_report_complete')
  return documents.filter(({ kind }) => kind === 'report_pdf').length
}

const documents: Cases = {
  'documents.success-status=status-200': [load(upload()), '200'],
  'documents.success-status=status-202': [load(upload()), '202'],
  'documents.other-kind-status=semantic-422': [load(upload({}, { kind: 'invoice' })), '422 semantic_validation_failed'],
  'documents.other-kind-status=status-400': [load(upload({}, { kind: 'invoice' })), '400 invalid_request'],
  'documents.other-kind-status=status-403': [
    load(upload({}, { kind: 'invoice' })),
    '403 action_not_permitted_for_client',
  ],
  'documents.missing-part-status=status-400': [load(upload({ filename: '' })), '400 invalid_request'],
  'documents.unknown-purpose=status-400': [load(upload({}, { purpose: 'fun' })), '400 invalid_request'],
  'documents.unknown-purpose=as-other': [load(upload({}, { purpose: 'fun' }), ({ status }) => status < 300), true],
  'documents.description-missing=status-422': [load(upload()), '422 validation_failed'],
  'documents.description-missing=status-400': [load(upload()), '400 invalid_request'],
  'documents.empty-file=status-400': [load(upload({ value: '' })), '400 invalid_request'],
  'documents.empty-file=status-415': [load(upload({ value: '' })), '415 unsupported_media_type'],
  'documents.empty-file=accepted': [load(upload({ value: '' }), ({ body }) => body['size_bytes'] ?? null), 0],
  'documents.several-files=status-400': [load(twice), '400 invalid_request'],
  'documents.several-files=first-only': [load(twice, named), 'b.txt'],
  'documents.several-files=last-only': [load(twice, named), 'evidence.pdf'],
  'documents.type-judged-by=declared-type': [load(disguised, typed), 'text/plain'],
  'documents.type-judged-by=file-name': [load(disguised, typed), 'application/pdf'],
  'documents.type-judged-by=all-agree': [load(disguised, typed), 'unsupported_media_type'],
  'documents.office-types=word-excel-and-powerpoint': [load(odt, typed), 'unsupported_media_type'],
  'documents.office-types=word-and-excel': [load(() => upload(slides), typed), 'unsupported_media_type'],
  'documents.media-type-spelling=as-declared': [
    load(upload({ value: '<a/>', filename: 'a.xml', type: 'text/xml; charset="utf-8"' }), typed),
    'text/xml; charset="utf-8"',
  ],
  'documents.filename-kept=made-safe': [load(upload({ filename: 'plat: 3*4?.pdf' }), named), 'plat__3_4_.pdf'],
  'documents.size-edge=decimal': [load(large), '413 payload_too_large'],
  'documents.over-large-answer-time=answers-early': [waitsForAll, '413'],
  'documents.not-multipart=status-415': [load(unparsable), '415 unsupported_media_type'],
  'documents.not-multipart=status-422': [load(unparsable), '422 validation_failed'],
  'documents.invoice=later': [invoices, [false, true]],
  'documents.invoice=never': [invoices, [false, false]],
  'documents.compliance-certificate=not-issued': [delivered(has('compliance_certificate')), false],
  'documents.borrower-certificate=not-issued': [delivered(has('borrower_certificate')), false],
  'documents.submission-summaries=none': [delivered(has('ssr')), false],
  'documents.review-report=not-provided': [delivered(has('review_report')), false],
  'documents.version-of-2-6-data=plain': [reportXml(/MISMOVersionID="2\.6"/), true],
  'documents.place-of-the-embedded-pdf=form': [reportXml(/<FORM [^>]*>\s*<EMBEDDED_FILE/), true],
  'documents.place-of-the-embedded-pdf=report': [
    reportXml(/<\/FORM>\s*<EMBEDDED_FILE|<FORM [^>]*\/>\s*<EMBEDDED_FILE/),
    true,
  ],
  'documents.base64-of-the-embedded-pdf=wrapped': [reportXml(/<DOCUMENT>[^<\n]{76}\n/), true],
  'documents.dates-of-2-6-data=month-first': [reportXml(/AppraisalEffectiveDate="\d\d\/\d\d\/\d{4}"/), true],
  'documents.amounts-of-2-6-data=commas': [reportXml(/PropertyAppraisedValueAmount="\d{1,3},\d{3}/), true],
  'documents.amounts-of-2-6-data=decimals': [reportXml(/PropertyAppraisedValueAmount="\d+\.00"/), true],
  'documents.pdf-in-package=not-inside': [packaged, false],
  'documents.old-report-after-revision=replaced': [afterRevision, 1],
}

const link = async (api: Api) => {
  const { id } = await attach(api, (await api.create()).id)
  const { download } = await api.ok<{ download: { url: string; expires_at: string } }>(
    'main',
    'GET',
    `/documents/${id}`,
  )
  return { id, url: download.url, expires_at: download.expires_at }
}

const fetched =
  (
    change: (url: URL) => void,
    look: (answer: Answer<Wire>) => unknown = outcome,
    headers: Record<string, string> = {},
    before: (api: Api) => Promise<unknown> = async () => undefined,
  ) =>
  async (api: Api) => {
    const url = new URL((await link(api)).url)
    change(url)
    await before(api)
    return look(await api.fetchRaw<Wire>('GET', url.href, { headers }))
  }

const as = () => undefined
const header =
  (name: string) =>
  ({ headers }: Answer<Wire>) =>
    headers[name] ?? null
const tampered = fetched((url) => url.searchParams.set('signature', `${url.searchParams.get('signature')}x`))
const expired = fetched(as, outcome, {}, (api) =>
  api.simulator.advance(limits['download_link_lifetime_seconds']!.value! + 100),
)
const bare = fetched((url) => url.searchParams.delete('signature'))
const elsewhere = fetched((url) => {
  url.pathname = url.pathname.replace('/sandbox/v1', '/v1')
})

const sameAgain = async (api: Api) => {
  const { id, url } = await link(api)
  await api.simulator.advance(100)
  const { download } = await api.ok<{ download: { url: string } }>('main', 'GET', `/documents/${id}`)
  return download.url === url
}

const calledBy = async (api: Api) => {
  const { id } = await attach(api, (await api.create()).id)
  const { body } = await send(api, 'GET', `/documents/${id}`, { headers: { host: 'api.example.test' } })
  return new URL((body['download'] as { url: string }).url).hostname
}

const atTheEdge = async (api: Api) => {
  const { url, expires_at } = await link(api)
  await api.simulator.advance((Date.parse(expires_at) - api.now()) / 1000)
  return (await api.fetchRaw('GET', url)).status < 400
}

const revokedHolder = async (api: Api) => {
  const { id } = await attach(api, (await api.create()).id)
  const issued = await api.company<{ client: { client_id: string }; client_secret: string }>('/clients', {
    lender_id: 'len_bluestem',
    environment: 'sandbox',
  })
  const { client_id } = issued.client
  const body = { grant_type: 'client_credentials', client_id, client_secret: issued.client_secret }
  const { access_token } = await api.ok<{ access_token: string }>(null, 'POST', '/oauth/token', { body })
  const { download } = await api.ok<{ download: { url: string } }>({ token: access_token }, 'GET', `/documents/${id}`)
  const { url } = download
  await api.company(`/clients/${client_id}/revoke`)
  return (await api.fetchRaw('GET', url)).status < 400
}

const headed = async (api: Api) => (await api.fetchRaw('HEAD', (await link(api)).url)).status

const downloads: Cases = {
  'downloads.environment=either': [elsewhere, '200'],
  'downloads.link-origin=as-configured': [calledBy, '127.0.0.1'],
  'downloads.link-per-read=same-link': [sameAgain, true],
  'downloads.signature-form=base64url': [
    async (api) => new URL((await link(api)).url).searchParams.get('signature')!.length,
    43,
  ],
  'downloads.extra-link-parameters=some': [async (api) => [...new URL((await link(api)).url).searchParams].length, 3],
  'downloads.tampered-link-status=status-401': [tampered, '401 link_refused'],
  'downloads.tampered-link-status=status-404': [tampered, '404 link_refused'],
  'downloads.tampered-link-status=status-400': [tampered, '400 link_refused'],
  'downloads.expired-link-status=status-401': [expired, '401 link_refused'],
  'downloads.expired-link-status=status-404': [expired, '404 link_refused'],
  'downloads.expired-link-status=status-410': [expired, '410 link_refused'],
  'downloads.expired-link-status=status-400': [expired, '400 link_refused'],
  'downloads.missing-parameters-status=status-401': [bare, '401 link_refused'],
  'downloads.missing-parameters-status=status-404': [bare, '404 link_refused'],
  'downloads.missing-parameters-status=status-400': [bare, '400 link_refused'],
  'downloads.missing-parameters-status=status-422': [bare, '422 link_refused'],
  'downloads.refusal-code=listed-code': [tampered, '403 action_not_permitted_for_client'],
  'downloads.authorization-header=refused': [fetched(as, outcome, { authorization: 'Bearer x' }), '400 link_refused'],
  'downloads.expiry-edge=exclusive': [atTheEdge, false],
  'downloads.after-revocation=refused': [revokedHolder, false],
  'downloads.head=refused': [headed, 404],
  'downloads.ranges=partial': [
    fetched(as, ({ status, bytes, headers }) => [status, bytes.toString(), headers['content-range']], {
      range: 'bytes=1-3',
    }),
    [206, 'PDF', 'bytes 1-3/64'],
  ],
  'downloads.disposition=inline': [
    fetched(as, (answer) => String(header('content-disposition')(answer)).slice(0, 6)),
    'inline',
  ],
  'downloads.disposition=absent': [fetched(as, header('content-disposition')), null],
  'downloads.content-type=octet-stream': [fetched(as, header('content-type')), 'application/octet-stream'],
}

t.test('a refused link is not found with the code of that', async (t) => {
  const { start, unlimited } = await import('../simulator/support.ts')
  const readings = { 'downloads.tampered-link-status': 'status-404', 'downloads.refusal-code': 'not-found' }
  t.equal(await tampered(await start(t, { ...unlimited, readings })), '404 not_found')
})

const alone = [
  'messages.response',
  'messages.other-fields',
  'messages.subject-missing',
  'messages.body-missing',
  'messages.appraiser-policy',
  'messages.own-attachments',
  'documents.description-missing',
  'documents.empty-file',
  'documents.type-judged-by',
  'documents.size-edge',
  'downloads.refusal-code',
]

await shown(t, { ...messages, ...documents, ...downloads }, alone)

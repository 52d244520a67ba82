// Fees, due dates, messages and documents of the company.
import t from 'tap'
import {
  base64,
  begin,
  control,
  dateIn,
  feedOf,
  ok,
  placed,
  read,
  refused,
  succeeded,
  type Json,
  work,
} from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

// --- terms

t.test('a fee is quoted and changed', async (t) => {
  const id = await placed({ order_type_code: 'COMPLEX' })
  t.equal((await read('get', `/orders/${id}`)).fees.appraisal_fee, null)
  const fee = (appraisal_fee: string | null, reason?: string) =>
    work(t, id, '/fee', { appraisal_fee, ...(reason && { reason }) }, ['order.fee_changed'])
  t.strictSame((await fee('900.00', 'quoted')).data[0], {
    order_id: id,
    order_number: (await read('get', `/orders/${id}`)).order_number,
    appraisal_fee: '900.00',
    previous_appraisal_fee: null,
    currency: 'USD',
    reason: 'quoted',
  })
  const changed = await fee('950.50')
  t.match(changed.data[0], { appraisal_fee: '950.50', previous_appraisal_fee: '900.00', reason: null })
  t.equal(changed.order.fees.appraisal_fee, '950.50')
  await refused(t, 'post', `/orders/${id}/fee`, { appraisal_fee: '950.50' }, 409, /is 950\.50 already/)
  await refused(t, 'post', `/orders/${id}/fee`, { appraisal_fee: 950.5 }, 422, /appraisal_fee must be/)
  await refused(t, 'post', `/orders/${id}/fee`, { appraisal_fee: '950.5' }, 422, /pattern.*525\.00/)
  t.equal((await fee(null)).order.fees.appraisal_fee, null)
})

t.test('the due date is set by the company', async (t) => {
  const id = await placed()
  const before = (await read('get', `/orders/${id}`)).dates.due_date
  const due_date = dateIn(25)
  const { data, order } = await work(t, id, '/due-date', { due_date }, ['order.due_date_changed'])
  t.match(data, [{ due_date, previous_due_date: before, requested_by: 'company' }])
  t.equal(order.dates.due_date, due_date)
  const asked = { due_date: dateIn(26), requested_by: 'lender' }
  t.match((await work(t, id, '/due-date', asked, ['order.due_date_changed'])).data, [asked])
  await refused(t, 'post', `/orders/${id}/due-date`, { due_date: dateIn(26) }, 409, /already/)
  await refused(t, 'post', `/orders/${id}/due-date`, { due_date: '2027-02-30' }, 422, /due_date must match format/)
})

t.test('a requested due date is accepted, as asked or otherwise', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/due-date/accept`
  await refused(t, 'post', path, {}, 409, /asked for no due date/)
  const [asked, other] = [dateIn(40), dateIn(41)]
  await read('patch', `/orders/${id}`, { due_date: asked })
  const accepted = await work(t, id, '/due-date/accept', {}, ['order.due_date_changed'])
  t.match(accepted.data, [{ due_date: asked, requested_by: 'lender' }])
  await refused(t, 'post', path, { due_date: other }, 409, /asked for no due date/)
  await read('patch', `/orders/${id}`, { due_date: dateIn(50) })
  const otherwise = await work(t, id, '/due-date/accept', { due_date: other }, ['order.due_date_changed'])
  t.match(otherwise.data, [{ due_date: other, previous_due_date: asked, requested_by: 'lender' }])
  await read('patch', `/orders/${id}`, { due_date: other })
  await work(t, id, '/due-date/accept', {}, [])
})

t.test('a declined due date changes nothing and has an event only when asked for', async (t) => {
  const id = await placed()
  const before = await read('get', `/orders/${id}`)
  await refused(t, 'post', `/orders/${id}/due-date/decline`, {}, 409, /asked for no due date/)
  await read('patch', `/orders/${id}`, { due_date: dateIn(40) })
  t.strictSame((await work(t, id, '/due-date/decline', {}, [])).order, before)
  t.equal((await ok('get', `/orders/${id}`)).requested_due_date, null)
  await read('patch', `/orders/${id}`, { due_date: dateIn(41) })
  const { data } = await work(t, id, '/due-date/decline', { announce: true }, ['order.due_date_changed'])
  const { due_date } = before.dates
  t.match(data, [{ due_date, previous_due_date: due_date, requested_by: 'lender' }])
})

// --- exchange

t.test('manager and appraiser write to the lender, with attachments', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/messages`
  await refused(t, 'post', path, { from: 'appraiser', body: 'x' }, 409, /assign one first/)
  await ok('post', `/orders/${id}/assign`, { name: 'Hal Bay' })
  const { document } = await ok('post', `/orders/${id}/documents`, { kind: 'supporting' })
  const files = [{ filename: 'map.png', content_type: 'image/png', content: base64('png') }]
  const sent = { from: 'appraiser', subject: 'Ключи', body: 'Gate code? 🔑', document_ids: [document.id], files }
  const { message, data, order } = await work(t, id, '/messages', sent, [
    'order.document_added',
    'order.message_posted',
  ])
  t.match(message, { from: 'appraiser', recipient: 'lender', subject: 'Ключи', body: 'Gate code? 🔑' })
  const [first, second] = message.attachments
  t.strictSame(message.document_ids, [first.id, second.id])
  t.equal(first.id, document.id)
  t.match(second, { kind: 'supporting', filename: 'map.png', content_type: 'image/png', size_bytes: 3 })
  t.ok(order.documents.some((one: Json) => one.id === second.id))
  const [shown] = (await read('get', path)).data
  t.strictSame(data[1].message, shown, 'the event shows what the thread shows')
  t.strictSame(shown.attachments, message.attachments)
  const plain = await work(t, id, '/messages', { from: 'manager', body: 'Hello' }, ['order.message_posted'])
  t.match(plain.message, { from: 'manager', subject: null, attachments: [] })
  await refused(
    t,
    'post',
    path,
    { from: 'manager', body: 'x', document_ids: ['doc_none'] },
    422,
    /doc_none is no document/,
  )
  await refused(t, 'post', path, { from: 'lender', body: 'x' }, 422, /from must be one of manager, appraiser/)
  await refused(t, 'post', path, { from: 'manager' }, 422, /body is required/)
})

t.test('an internal note is never the lender’s to see', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/internal-notes`
  await refused(t, 'post', path, { from: 'manager', body: 'x' }, 409, /assign one first/)
  await ok('post', `/orders/${id}/assign`, { name: 'Ivy Rae' })
  const before = await read('get', `/orders/${id}`)
  await ok('post', '/clock/advance', { seconds: 5 })
  const note = { from: 'manager', subject: 'hush', body: 'the comparables are thin' }
  const { message } = await work(t, id, '/internal-notes', note, [])
  t.match(message, { ...note, recipient: 'appraiser' })
  const answer = await work(t, id, '/internal-notes', { from: 'appraiser', body: 'quite so' }, [])
  t.match(answer.message, { from: 'appraiser', recipient: 'manager' })
  t.match(await read('get', `/orders/${id}/messages`), { data: [], total: 0 })
  t.strictSame(await read('get', `/orders/${id}`), before, 'the order does not count as changed')
  t.notMatch(JSON.stringify(await feedOf(id)), /comparables|quite so/)
  await read('post', `/orders/${id}/messages`, { recipient: 'manager', body: 'to you' })
  t.equal((await read('get', `/orders/${id}/messages`)).total, 1, 'the lender still reads its own')
  t.strictSame(
    (await ok('get', `/orders/${id}`)).messages.map(({ body }: Json) => body),
    ['the comparables are thin', 'quite so', 'to you'],
  )
})

t.test('a document of any kind is put on the order', async (t) => {
  const id = await placed()
  const kinds = ['report_pdf', 'report_data', 'invoice', 'compliance_certificate', 'borrower_certificate', 'ssr']
  for (const kind of [...kinds, 'review_report', 'supporting']) {
    const { document, data } = await work(t, id, '/documents', { kind }, ['order.document_added'])
    t.equal(document.kind, kind)
    t.strictSame(data[0].document, document)
  }
  const own = {
    kind: 'drone_film',
    filename: 'vol d’été.mp4',
    content_type: 'video/mp4',
    content: base64('film'),
    description: 'from above',
  }
  const { document } = await work(t, id, '/documents', own, ['order.document_added'])
  t.match(document, { kind: 'drone_film', filename: 'vol d’été.mp4', content_type: 'video/mp4', size_bytes: 4 })
  const content = await control.get(`/documents/${document.id}/content`).buffer(true)
  t.equal(content.status, 200)
  t.equal(content.type, 'application/octet-stream')
  t.equal(`${content.body}`, 'film')
  succeeded.add('getDocumentContent')
  await refused(t, 'get', '/documents/doc_none/content', undefined, 404, /There is no document doc_none/)
  await work(t, id, '/documents', { kind: 'ssr', announce: false }, [])
})

t.test('a document that cannot be made is refused', async (t) => {
  const path = `/orders/${await placed()}/documents`
  await refused(t, 'post', path, { kind: 'drone_film' }, 422, /drone_film cannot be made here.*send its content/)
  await refused(t, 'post', path, { kind: 'Drone Film' }, 422, /kind must match pattern/)
  await refused(
    t,
    'post',
    path,
    { kind: 'ssr', content: 'eA==' },
    422,
    /filename is required; content_type is required/,
  )
  await refused(t, 'post', path, { kind: 'ssr', filename: 'a.pdf' }, 422, /content is required/)
  const file = { kind: 'ssr', filename: 'a.pdf', content_type: 'application/pdf', content: '%' }
  await refused(t, 'post', path, file, 422, /content is not base64/)
  await refused(t, 'post', path, { ...file, content: 'eA==', content_type: 'pdf' }, 422, /content_type must match/)
})

expectSucceeded('terms-and-papers')

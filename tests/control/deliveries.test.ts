// Reports that the company delivers.
import t from 'tap'
import { base64, begin, deliver, feedOf, ok, placed, read, refused, type Json } from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

const deliveryEvents = (answer: Json) =>
  answer.raised.filter(({ type }: Json) => type === 'order.document_added').length

t.test('a first report comes with the files of the company’s policies', async (t) => {
  const id = await placed()
  const answer = await ok('post', `/orders/${id}/deliver`, {})
  const types = answer.raised.map(({ type }: Json) => type)
  t.strictSame(types.slice(0, 3), ['order.assigned', 'order.completed', 'order.status_changed'])
  const kinds = answer.order.documents.map(({ kind }: Json) => kind).toSorted()
  const expected = ['borrower_certificate', 'compliance_certificate', 'invoice', 'report_data', 'report_pdf']
  t.strictSame(kinds, [...expected, 'review_report', 'ssr'])
  t.equal(deliveryEvents(answer), kinds.length)
  const completed = (await feedOf(id)).find(({ type }) => type === 'order.completed')
  t.match(completed.data, { revision: false, status: { code: 'report_complete' }, report_format: 'uad_2_6' })
  t.equal(completed.data.documents.length, kinds.length)
})

t.test('a report the company sends again is a revised one', async (t) => {
  const id = await placed()
  await deliver(id)
  const answer = await ok('post', `/orders/${id}/deliver`, { kinds: ['report_pdf', 'report_data'] })
  t.equal(answer.order.status.code, 'revised_report_complete')
  t.equal(deliveryEvents(answer), 2)
  t.match((await feedOf(id)).findLast(({ type }) => type === 'order.completed').data, { revision: true })
  await ok('post', `/orders/${id}/move`, { to_status: 'awaiting_review' })
  const third = await deliver(id)
  t.equal(third.order.status.code, 'revised_report_complete', 'also after it went back to work')
})

t.test('a delivery brings the content it is given', async (t) => {
  const id = await placed()
  const file = {
    kind: 'report_pdf',
    filename: 'rapport é.pdf',
    content_type: 'application/pdf',
    content: base64('%PDF-1.7'),
  }
  const { order } = await ok('post', `/orders/${id}/deliver`, { kinds: ['report_data'], files: [file] })
  const pdf = order.documents.find(({ kind }: Json) => kind === 'report_pdf')
  t.match(pdf, { filename: 'rapport é.pdf', content_type: 'application/pdf', size_bytes: 8 })
  t.strictSame(order.documents.map(({ kind }: Json) => kind).toSorted(), ['report_data', 'report_pdf'])
  const { download } = await read('get', `/documents/${pdf.id}`)
  t.equal((await (await fetch(download.url)).text()).slice(0, 8), '%PDF-1.7')
})

t.test('a delivery that makes no sense is refused', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/deliver`
  await refused(t, 'post', path, { kinds: ['report_pdf'] }, 422, /add report_data/)
  await refused(
    t,
    'post',
    path,
    { kinds: ['report_pdf', 'report_data', 'drone_film'] },
    422,
    /drone_film cannot be made/,
  )
  const file = { filename: 'a.pdf', content_type: 'application/pdf', content: 'x' }
  await refused(t, 'post', path, { files: [file] }, 422, /files\.0\.kind is required/)
  const body = await refused(t, 'post', path, { files: [{ ...file, kind: 'ssr', content: '*' }] }, 422, /not base64/)
  t.match(body.details, [{ field: 'files.0.content' }])
  await ok('post', `/orders/${id}/cancel`, { reason: 'x' })
  await refused(t, 'post', path, {}, 409, /No report is delivered on a cancelled order/)
  t.strictSame((await read('get', `/orders/${id}`)).documents, [])
})

t.test('two deliveries at once are two, one after the other', async (t) => {
  const id = await placed()
  const answers = await Promise.all([deliver(id), deliver(id)])
  t.strictSame(answers.map(({ order }) => order.status.code).toSorted(), ['report_complete', 'revised_report_complete'])
  const invoices = (await read('get', `/orders/${id}`)).documents.filter(({ kind }: Json) => kind === 'invoice')
  t.equal(invoices.length, 1, 'the second comes with the files of a revised report')
  const events = await feedOf(id)
  t.strictSame(
    events.filter(({ type }) => type === 'order.completed').map(({ data }) => data.revision),
    [false, true],
  )
  t.strictSame(
    answers.flatMap(({ raised }) => raised.map((one: Json) => one.id)).toSorted(),
    events.slice(1).map(({ id }) => id),
  )
})

expectSucceeded('deliveries')

// What documents and their links show.
import t from 'tap'
import { type Given, refusal, shown } from './bare-traffic.ts'

t.test('what comes with a report and after it', async (t) => {
  const report = (id = 'doc_1') => ({ id, kind: 'report_pdf' })
  const [fee, proof, review] = ['invoice', 'compliance_certificate', 'review_report'].map((kind) => ({
    id: kind,
    kind,
  }))
  const read = (code: string, documents: unknown[], source = 'test'): Given => ({
    operation: 'getOrder',
    method: 'GET',
    path: '/orders/ord_1',
    source,
    body: { status: { code }, documents },
  })
  const completed = (documents: unknown[], revision = false) => ({
    type: 'order.completed',
    data: { order_id: 'ord_1', revision, documents },
  })
  const proofs = 'documents.compliance-certificate'
  t.same(shown(proofs, read('report_complete', [report(), proof])), ['issued'])
  const bare = read('report_complete', [report(), review])
  t.same(shown(proofs, completed([report(), review]), bare), ['not-issued'])
  t.same(shown(proofs, completed([report()]), bare), [], 'nothing of its own came with the report')
  t.same(shown(proofs, bare), [], 'what came with the report is not known')
  t.same(shown(proofs, read('report_complete', [report()]), read('revised_report_complete', [report(), review])), [])
  t.same(shown(proofs, read('report_complete', [report(), proof], 'journey.company-side')), [], 'told to')
  t.same(shown('documents.review-report', read('report_complete', [report(), review])), ['provided'])
  t.same(shown('documents.borrower-certificate', read('report_complete', [report()])), [])

  const invoices = 'documents.invoice'
  t.same(shown(invoices, completed([report(), fee]), read('report_complete', [report(), fee])), ['with-delivery'])
  t.same(shown(invoices, completed([report()]), read('report_complete', [report(), fee])), ['later'])
  t.same(shown(invoices, read('report_complete', [report(), fee]), completed([report(), fee])), [])
  const listed: Given = { operation: 'listEvents', body: { data: [completed([report(), fee])] } }
  t.same(shown(invoices, listed, read('report_complete', [report(), fee])), ['with-delivery'])

  const old = 'documents.old-report-after-revision'
  const revised = (...documents: unknown[]) => read('revised_report_complete', documents)
  t.same(shown(old, completed([report()]), revised(report('doc_2'), report())), ['kept'])
  t.same(shown(old, completed([report()]), revised(report('doc_2'))), ['replaced'])
  t.same(shown(old, completed([report()], true), revised(report('doc_2'))), [])

  const upload: Given = { operation: 'uploadDocument', path: '/orders/ord_1/documents', status: 201 }
  const late = 'documents.on-cancelled-orders'
  t.same(shown(late, read('cancelled', []), upload), ['accepted'])
  t.same(shown(late, read('cancelled', []), { ...upload, status: 409 }), ['status-409'])
  t.same(shown(late, read('new', []), upload), [])
})

t.test('signed links', async (t) => {
  const detail = (expires: number, at: number, origin = 'https://api.example.test'): Given => ({
    operation: 'getDocument',
    method: 'GET',
    at,
    body: { download: { url: `${origin}/sandbox/v1/download/doc_1?expires=${expires}&signature=a` } },
  })
  const links = 'downloads.link-per-read'
  t.same(shown(links, detail(1000, 0), detail(1002, 2000)), ['new-link'])
  t.same(shown(links, detail(1000, 0), detail(1000, 2000)), ['same-link'])
  t.same(shown(links, detail(1000, 0), detail(1000, 500), detail(1290, 3000)), [], 'too soon, or near its end')
  t.same(shown('downloads.link-origin', detail(1000, 0, 'https://files.example.test')), ['as-configured'])
  t.same(shown('downloads.link-origin', detail(1000, 0)), [])

  const fetched = (status: number, code: string): Given => ({
    operation: 'downloadDocument',
    role: null,
    status,
    body: { ...refusal(), code },
  })
  const codes = 'downloads.refusal-code'
  t.same(shown(codes, fetched(404, 'link_expired')), ['own-code'])
  t.same(shown(codes, fetched(403, 'action_not_permitted_for_client')), ['listed-code'])
  t.same(shown(codes, fetched(404, 'not_found'), fetched(403, 'link_expired')), ['not-found'])
  t.same(shown(codes, fetched(404, 'not_found'), fetched(410, 'link_expired')), [], 'which of two is not told')
  t.same(shown(codes, fetched(403, 'link_expired')), [], 'nor here')
  const file = (unit: string): Given => ({
    operation: 'downloadDocument',
    role: null,
    headers: [['Accept-Ranges', unit]],
  })
  t.same(shown('downloads.ranges', file('bytes')), ['partial'])
  t.same(shown('downloads.ranges', file('none')), ['whole-file'])
  t.same(shown('downloads.ranges', { operation: 'downloadDocument', role: null }), [])
})

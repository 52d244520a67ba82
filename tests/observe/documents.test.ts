// What documents show.
import t from 'tap'
import { type Given, shown } from './bare-traffic.ts'

t.test('what comes with a report and after it', async (t) => {
  const report = (id = 'doc_1') => ({ id, kind: 'report_pdf' })
  const [fee, proof, review] = ['invoice', 'compliance_certificate', 'review_report'].map((kind) => ({
    id: kind,
    kind,
  }))
  const read = (code: string, documents: unknown[]): Given => ({
    operation: 'getOrder',
    method: 'GET',
    path: '/orders/ord_1',
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
})

// The data of a revised report is whole, as that of the first was: with its PDF on UAD 2.6, as a ZIP package on UAD 3.6.
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { entriesAt } from '../../steps/read.ts'
import { expectGseXml, expectPackage, reportDataRules } from '../../steps/report-data.ts'
import { fetchDocument } from '../../steps/report-files.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const dataOf = (order: Answered): unknown[] =>
  entriesAt(order, '/documents').flatMap(({ id, kind }) => (kind === 'report_data' ? [id] : []))

export default check({
  id: 'documents.revised-report-data-is-whole',
  verifies: Object.values(reportDataRules),
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared } = context
    // A revised report has one of the two formats.
    expect(Object.values(reportDataRules)).notTested('no-revised-files')
    const { advanced, product, stoppedBy } = await shared(exampleSequence)
    const { report_complete: first, revised_report_complete: last } = advanced
    if (!first || !last) throw stoppedBy ?? notTested('no-revised-files')
    const before = dataOf(first.order)
    const added = dataOf(last.order).find((id) => !before.includes(id))
    if (typeof added !== 'string') throw notTested('no-revised-files')
    const data = await fetchDocument(context, added)
    if (product.report_format === 'uad_3_6') await expectPackage(context, data)
    else expectGseXml(context, data)
  },
})

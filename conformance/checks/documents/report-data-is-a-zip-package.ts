// On UAD 3.6 the report is a PDF of its own, and its data a ZIP package.
import { deliveredOrder } from '../../scenarios/delivered-order.ts'
import { compareSize, fetchKind, isPdf } from '../../steps/report-files.ts'
import { expectPackage, reportDataRules } from '../../steps/report-data.ts'
import { check } from '../../kit/check.ts'

const rules = {
  pdf: 'documents.report-pdf-is-a-pdf',
  zip: reportDataRules.zip,
  size: 'documents.size-bytes-is-the-files-size',
}

export default check({
  id: 'documents.report-data-is-a-zip-package',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared, recordReading } = context
    const { order } = await shared(deliveredOrder('uad_3_6'))
    const pdf = await fetchKind(context, order, 'report_pdf')
    expect(rules.pdf).that(pdf.seen, () => isPdf(pdf.bytes), 'PDF')
    compareSize(context, pdf)
    const data = await fetchKind(context, order, 'report_data')
    compareSize(context, data)
    const members = await expectPackage(context, data)
    if (typeof members === 'string') return
    const inside = members.some(({ beginning }) => isPdf(beginning))
    recordReading('documents.pdf-in-package', inside ? 'inside' : 'not-inside', ...data.answers)
  },
})

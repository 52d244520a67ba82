// On UAD 2.6 the report is a PDF, and its data the 2.6 GSE XML with the PDF inside.
import { deliveredOrder } from '../../scenarios/delivered-order.ts'
import { compareSize, fetchKind, isPdf } from '../../steps/report-files.ts'
import { expectGseXml, reportDataRules } from '../../steps/report-data.ts'
import { readingsOfWriting } from '../../steps/report-writing.ts'
import { check } from '../../kit/check.ts'

const rules = {
  pdf: 'documents.report-pdf-is-a-pdf',
  xml: reportDataRules.xml,
  embedded: reportDataRules.embedded,
  size: 'documents.size-bytes-is-the-files-size',
}

export default check({
  id: 'documents.report-data-is-gse-xml-with-the-pdf',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, recordReading, shared } = context
    const { order } = await shared(deliveredOrder('uad_2_6'))
    const pdf = await fetchKind(context, order, 'report_pdf')
    expect(rules.pdf).that(pdf.seen, () => isPdf(pdf.bytes), 'PDF')
    compareSize(context, pdf)
    const data = await fetchKind(context, order, 'report_data')
    compareSize(context, data)
    const { shown, response } = expectGseXml(context, data)
    for (const [freedom, reading] of Object.entries(readingsOfWriting(shown, response)))
      recordReading(freedom, reading, ...data.answers)
  },
})

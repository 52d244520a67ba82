// On UAD 2.6 the report is a PDF, and its data the 2.6 GSE XML with the PDF inside.
import { derived } from '../../evidence/seen.ts'
import { deliveredOrder } from '../../scenarios/delivered-order.ts'
import { compareSize, fetchKind, isPdf } from '../../steps/report-files.ts'
import { holdsPdf, readValuation } from '../../steps/report-xml.ts'
import { readingsOfWriting } from '../../steps/report-writing.ts'
import { check } from '../../kit/check.ts'

const rules = {
  pdf: 'documents.report-pdf-is-a-pdf',
  xml: 'documents.report-data-2-6-is-gse-xml',
  embedded: 'documents.report-data-2-6-embeds-the-pdf',
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
    const { shown, isOf26, response } = readValuation(data.bytes)
    // The names of most elements are the standard's; of that the contract says the version and the root is what its name says.
    expect(rules.xml).that(derived(shown, ...data.answers), () => isOf26, 'valuation response of MISMO 2.6')
    for (const [freedom, reading] of Object.entries(readingsOfWriting(shown, response)))
      recordReading(freedom, reading, ...data.answers)
    const isInside = holdsPdf(response)
    expect(rules.embedded).that(
      derived(isInside ? 'PDF in base64' : undefined, ...data.answers),
      () => isInside,
      'PDF in base64',
    )
  },
})

// The data of a revised report is whole, as that of the first was: with its PDF on UAD 2.6, as a ZIP package on UAD 3.6.
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { derived } from '../../evidence/seen.ts'
import { entriesAt } from '../../steps/read.ts'
import { fetchDocument } from '../../steps/report-files.ts'
import { holdsPdf, isMismo3, readValuation } from '../../steps/report-xml.ts'
import { unzip } from '../../steps/zip.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  xml: 'documents.report-data-2-6-is-gse-xml',
  embedded: 'documents.report-data-2-6-embeds-the-pdf',
  zip: 'documents.report-data-3-6-is-a-zip-package',
}

const dataOf = (order: Answered): unknown[] =>
  entriesAt(order, '/documents').flatMap(({ id, kind }) => (kind === 'report_data' ? [id] : []))

export default check({
  id: 'documents.revised-report-data-is-whole',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared } = context
    // A revised report has one of the two formats.
    expect(Object.values(rules)).notTested('no-revised-files')
    const { advanced, product, stoppedBy } = await shared(exampleSequence)
    const { report_complete: first, revised_report_complete: last } = advanced
    if (!first || !last) throw stoppedBy ?? notTested('no-revised-files')
    const before = dataOf(first.order)
    const added = dataOf(last.order).find((id) => !before.includes(id))
    if (typeof added !== 'string') throw notTested('no-revised-files')
    const { bytes, answers } = await fetchDocument(context, added)
    if (product.report_format === 'uad_3_6') {
      const members = await unzip(bytes)
      const isPackage = typeof members !== 'string' && members.some(({ beginning }) => isMismo3(beginning))
      const received = typeof members === 'string' ? members : members.map(({ name }) => name)
      expect(rules.zip).that(derived(received, ...answers), () => isPackage, 'ZIP with XML of MISMO 3')
      return
    }
    const { shown, isOf26, response } = readValuation(bytes)
    expect(rules.xml).that(derived(shown, ...answers), () => isOf26, 'valuation response of MISMO 2.6')
    const isInside = holdsPdf(response)
    expect(rules.embedded).that(
      derived(isInside ? 'PDF in base64' : undefined, ...answers),
      () => isInside,
      'PDF in base64',
    )
  },
})

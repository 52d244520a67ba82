// The data of the report that came last to the order with most deliveries is whole, as that of a first report is: with its PDF
// on UAD 2.6, as a ZIP package on UAD 3.6.
import { entriesIn } from '../../evidence/parts.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { deliveriesByOrder } from '../../steps/deliveries-by-order.ts'
import type { SeenEvent } from '../../steps/events-of.ts'
import { expectGseXml, expectPackage, reportDataRules } from '../../steps/report-data.ts'
import { fetchDocument } from '../../steps/report-files.ts'
import { check } from '../../kit/check.ts'

const dataIn = ({ data }: SeenEvent): string[] =>
  entriesIn(data['documents']).flatMap((one) =>
    one?.['kind'] === 'report_data' && typeof one['id'] === 'string' ? [one['id']] : [],
  )

export default check({
  id: 'documents.revised-report-data-is-whole',
  verifies: Object.values(reportDataRules),
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    // A revised report has one of the two formats.
    expect(Object.values(reportDataRules)).notTested('no-revised-files')
    const { events } = await shared(runEvents)
    const completed = events.filter((event) => dataIn(event).length > 0)
    const [, most] = deliveriesByOrder(completed)[0] ?? []
    const last = most?.at(-1)
    const [before, added] = [most?.[0], last].map((event) => (event ? dataIn(event) : []))
    const id = added!.find((one) => !before!.includes(one))
    if (!last || id === undefined) throw notTested('no-revised-files')
    const data = await fetchDocument(context, id)
    if (last.data['report_format'] === 'uad_3_6') await expectPackage(context, data)
    else expectGseXml(context, data)
  },
})

// The data of the report that came last to the order with most deliveries is whole, as that of a first report is: with its PDF
// on UAD 2.6, as a ZIP package on UAD 3.6.
import type { CheckContext } from '../../kit/context.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { Inconclusive, notTested } from '../../evidence/inconclusive.ts'
import { entriesIn } from '../../evidence/parts.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { mostDelivered } from '../../scenarios/most-delivered.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { expectGseXml, expectPackage, reportDataRules } from '../../steps/report-data.ts'
import { fetchDocument } from '../../steps/report-files.ts'
import { check } from '../../kit/check.ts'

/** The order, and the files that are not of its revised reports. */
type Revised = { order: Answered; before: readonly unknown[] }

const isData = ({ kind }: Record<string, unknown>): boolean => kind === 'report_data'

const dataOf = (order: Answered): Record<string, unknown>[] => entriesAt(order, '/documents').filter(isData)

const ofSequence = async ({ shared }: CheckContext): Promise<Revised> => {
  const { advanced, stoppedBy } = await shared(exampleSequence)
  const { report_complete: first, revised_report_complete: last } = advanced
  if (!first || !last) throw stoppedBy ?? notTested('no-revised-files')
  return { order: last.order, before: dataOf(first.order).map(({ id }) => id) }
}

/** By the feed; that of the example sequence where the feed is broken, or does not tell of two deliveries with their data. */
const revised = async (context: CheckContext): Promise<Revised> => {
  try {
    const { order, deliveries } = await context.shared(mostDelivered)
    const [first] = deliveries
    const before = entriesIn(first?.data['documents'])
      .filter(isData)
      .map(({ id }) => id)
    if (deliveries.length > 1 && before.length > 0) return { order, before }
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
  }
  return ofSequence(context)
}

const createdAt = ({ created_at: at }: Record<string, unknown>): number => Date.parse(String(at))

export default check({
  id: 'documents.revised-report-data-is-whole',
  verifies: Object.values(reportDataRules),
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    // A revised report has one of the two formats.
    context.expect(Object.values(reportDataRules)).notTested('no-revised-files')
    const { order, before } = await revised(context)
    const added = dataOf(order).filter(({ id }) => !before.includes(id))
    const last = added.toSorted((one, other) => createdAt(one) - createdAt(other)).at(-1)
    const format = fieldAt(order, '/order_type/report_format')
    if (typeof last?.['id'] !== 'string' || (format !== 'uad_2_6' && format !== 'uad_3_6'))
      throw notTested('no-revised-files')
    const data = await fetchDocument(context, last['id'])
    if (format === 'uad_3_6') await expectPackage(context, data)
    else expectGseXml(context, data)
  },
})

// A delivered report is on the order as a PDF and as data of its format, each a document of its own.
import { derived, seen } from '../../run/seen.ts'
import { arrivedAt, exampleSequence } from '../../steps/example-sequence.ts'
import { entriesAt } from '../../steps/read.ts'
import { check } from '../check.ts'

const shows = 'lifecycle.report-complete-shows-documents'
const present = (kind: 'pdf' | 'data', format: string): string =>
  `documents.report-${kind}-present-on-${format.replaceAll('_', '-')}`
const media = {
  uad_2_6: ['documents.report-data-2-6-has-xml-media-type', 'application/xml'],
  uad_3_6: ['documents.report-data-3-6-has-zip-media-type', 'application/zip'],
} as const

// The sequence takes the plainest product, whose format decides which half of these it can speak for.
export default check({
  id: 'documents.delivery-puts-the-report-on-the-order',
  verifies: [shows, present('pdf', 'uad_2_6'), present('data', 'uad_2_6'), media.uad_2_6[0]],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect }) {
    const sequence = await shared(exampleSequence)
    const { order } = arrivedAt(sequence, 'report_complete')
    const documents = entriesAt(order, '/documents')
    expect(shows).that(seen(order, '/documents'), () => documents.length > 0, 'the delivered documents')
    const kinds = documents.map(({ kind }) => kind)
    expect(present('pdf', 'uad_2_6')).that(derived(kinds, order), () => kinds.includes('report_pdf'), 'a report_pdf')
    expect(present('data', 'uad_2_6')).that(derived(kinds, order), () => kinds.includes('report_data'), 'a report_data')
    const data = documents.find(({ kind }) => kind === 'report_data')
    expect(media.uad_2_6[0]).equal(derived(data?.['content_type'], order), media.uad_2_6[1])
  },
})

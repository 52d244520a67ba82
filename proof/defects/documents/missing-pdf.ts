// Defects of the report data of UAD 2.6 in which the element for the embedded report is empty.
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { replaced, spoiled } from './files.ts'

/** In the data that this fits; in all without one. */
const withoutPdf = (mark = /^/): Mutation =>
  spoiled('<?xml', (bytes) =>
    mark.test(bytes.toString('latin1'))
      ? replaced(bytes, /<DOCUMENT>[^<]*<\/DOCUMENT>/, '<DOCUMENT></DOCUMENT>')
      : bytes,
  )

export const documentsMissingPdf: readonly Defect[] = rows({
  'report-data-without-pdf': {
    breaks: 'documents.report-data-2-6-embeds-the-pdf',
    bug: 'The element for the embedded report is empty.',
    apply: withoutPdf(),
  },
  'revised-report-data-without-pdf': {
    breaks: 'documents.report-data-2-6-embeds-the-pdf',
    bug: 'A revised report has the element for the embedded report, which is empty.',
    deep: 'only with a revised report',
    apply: withoutPdf(/Revision 1/),
  },
  'second-revision-data-without-pdf': {
    breaks: 'documents.report-data-2-6-embeds-the-pdf',
    bug: 'From the second revised report on the element for the embedded report is empty.',
    deep: 'only from the third delivery on',
    apply: withoutPdf(/Revision [2-9]/),
  },
})

// A report delivered on UAD 2.6 is on the order as a PDF and as XML, each a document of its own.
import { compareDeliveredFiles } from '../../scenarios/delivered-files.ts'
import { check } from '../../kit/check.ts'

const rules = {
  pdf: 'documents.report-pdf-present-on-uad-2-6',
  data: 'documents.report-data-present-on-uad-2-6',
  media: 'documents.report-data-2-6-has-xml-media-type',
  mediaType: 'application/xml',
  shows: 'lifecycle.report-complete-shows-documents',
  own: 'documents.report-pdf-is-its-own-file',
}

export default check({
  id: 'documents.report-on-uad-2-6',
  verifies: [rules.pdf, rules.data, rules.media, rules.shows, rules.own],
  needs: ['orders', 'sandbox'],
  run: (context) => compareDeliveredFiles(context, 'uad_2_6', rules),
})

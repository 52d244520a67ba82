// Each way to write 2.6 XML is read as what it is.
import t from 'tap'
import { readingsOfWriting } from './report-writing.ts'

const response = (attributes: object, report: object) => ({
  REPORT: { '@_AppraiserReportSignedDate': '2026-03-01', ...attributes, ...report },
})
const file = { EMBEDDED_FILE: { '@_Type': 'application/pdf', DOCUMENT: 'JVBERi0=' } }

t.test('the usual writing', async (t) => {
  const found = readingsOfWriting(
    'XML of MISMO 2.6GSE',
    response({ '@_PropertyAppraisedValueAmount': '412500' }, { FORM: { IMAGE: file } }),
  )
  t.strictSame(found, {
    'documents.version-of-2-6-data': 'gse',
    'documents.dates-of-2-6-data': 'year-first',
    'documents.amounts-of-2-6-data': 'whole',
    'documents.place-of-the-embedded-pdf': 'image-of-the-form',
    'documents.base64-of-the-embedded-pdf': 'one-line',
  })
})

t.test('the other ones', async (t) => {
  const wrapped = { EMBEDDED_FILE: { DOCUMENT: 'JVBE\nRi0=' } }
  const found = readingsOfWriting('XML of MISMO 2.6', {
    REPORT: { '@_SignedDate': '03/01/2026', '@_ValueAmount': '412,500', ...wrapped },
  })
  t.strictSame(Object.values(found).toSorted(), ['commas', 'month-first', 'plain', 'report', 'wrapped'])
  const decimals = readingsOfWriting('XML', { FORM: [{ '@_ValueAmount': '412500.00', ...file }] })
  t.equal(decimals['documents.amounts-of-2-6-data'], 'decimals')
  t.equal(decimals['documents.place-of-the-embedded-pdf'], 'form')
  t.notOk('documents.version-of-2-6-data' in decimals)
})

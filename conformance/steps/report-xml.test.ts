// Files as software of the field makes them are taken; what is no valuation response or has no PDF is not.
import t from 'tap'
import { embeddedPdf, pdfIn, isMismo3, readValuation } from './report-xml.ts'

const pdf = Buffer.from(
  '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF\n',
).toString('base64')
const wrapped = (by: string) => pdf.replace(/.{20}/g, `$&${by}`)
const file = (text: string) => `<EMBEDDED_FILE _Type="PDF"><DOCUMENT>${text}</DOCUMENT></EMBEDDED_FILE>`
const response = (inside: string, attributes = 'MISMOVersionID="2.6"') =>
  `<VALUATION_RESPONSE ${attributes}><REPORT AppraisalFormType="FNM1004">${inside}</REPORT></VALUATION_RESPONSE>`

const judged = (text: string) => {
  const { isOf26, response: found } = readValuation(Buffer.from(text))
  return { isOf26, holdsPdf: pdfIn(found) === embeddedPdf }
}
const good = { isOf26: true, holdsPdf: true }

t.test('what vendors write differently is taken', async (t) => {
  const taken: Record<string, string> = {
    'in the form': response(`<FORM>${file(pdf)}</FORM>`),
    'in an image of the form': response(`<FORM><IMAGE _Name="AppraisalForm">${file(pdf)}</IMAGE></FORM>`),
    'in the report': response(file(pdf)),
    'among pictures': response(`<FORM><IMAGE>${file('/9j/4AAQ')}</IMAGE></FORM>${file(pdf)}`),
    'of the version that the enterprises name': response(file(pdf), 'MISMOVersionID="2.6GSE"'),
    'without a version': response(file(pdf), ''),
    wrapped: response(file(wrapped('\n'))),
    'wrapped, indented, with carriage returns as references': response(file(`\n\t${wrapped('&#xD;\n\t')}`)),
    'in CDATA': response(file(`<![CDATA[${pdf}]]>`)),
    'with a document type': `<?xml version="1.0"?><!DOCTYPE VALUATION_RESPONSE SYSTEM "VALUATION_RESPONSE_v2_6.DTD">${response(file(pdf))}`,
    'in an envelope of another version': `<RESPONSE_GROUP MISMOVersionID="2.4"><RESPONSE><RESPONSE_DATA>${response(file(pdf))}</RESPONSE_DATA></RESPONSE></RESPONSE_GROUP>`,
    'with a prefix': response(file(pdf))
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1v:')
      .replace('<v:VALUATION_RESPONSE', '<v:VALUATION_RESPONSE xmlns:v="x"'),
    'with the file named in an attribute': response(
      `<EMBEDDED_FILE _Name="a"><DOCUMENT _ID="b">${pdf}</DOCUMENT></EMBEDDED_FILE>`,
    ),
  }
  for (const [name, text] of Object.entries(taken)) t.strictSame(judged(text), good, name)
  const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${response(file(pdf))}`, 'utf16le')
  t.ok(readValuation(wide).isOf26, 'UTF-16')
})

t.test('what is something else is not', async (t) => {
  const none: Record<string, string> = {
    'a note': `<note>${file(pdf)}</note>`,
    'a credit report': response(file(pdf)).replaceAll('VALUATION_', 'CREDIT_'),
    'an older version': response(file(pdf), 'MISMOVersionID="2.4"'),
    'a response that says it is of a 3.x model': response(file(pdf), 'MISMOReferenceModelIdentifier="3.6.0366"'),
    'a message of MISMO 3':
      '<MESSAGE MISMOReferenceModelIdentifier="3.6.0366"><VALUATION><VALUATION_RESPONSE/></VALUATION></MESSAGE>',
    'no XML': '{"report": true}',
  }
  for (const [name, text] of Object.entries(none)) t.notOk(judged(text).isOf26, name)
  const short = Buffer.from('%PDF-1.7').toString('base64')
  for (const inside of [
    file(''),
    file(short),
    file('bm90IGEgcGRm'),
    `<NOTE>${pdf}</NOTE>`,
    `<EMBEDDED_FILE DOCUMENT="${pdf}"/>`,
  ])
    t.notOk(judged(response(inside)).holdsPdf, inside.slice(0, 60))
})

t.test('a message of MISMO 3 is known by its beginning', async (t) => {
  const namespace = 'http://www.mismo.org/residential/2009/schemas'
  for (const text of [
    `<MESSAGE xmlns="${namespace}">`,
    `\ufeff<?xml version="1.0"?>\n<!-- sample -->\n<m:MESSAGE xmlns:m='${namespace}'`,
    '<MESSAGE MISMOReferenceModelIdentifier="3.6.0366">',
  ])
    t.ok(isMismo3(Buffer.from(text)), text.slice(0, 40))
  for (const text of ['', 'PNG', response(''), `see ${namespace}`, `<note>${namespace}</note>`])
    t.notOk(isMismo3(Buffer.from(text)), text.slice(0, 40))
})

t.test('what is missing of an embedded PDF is said', async (t) => {
  const stub = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')
  const { response: found } = readValuation(
    Buffer.from(response(`<EMBEDDED_FILE><DOCUMENT>${stub}</DOCUMENT></EMBEDDED_FILE>`)),
  )
  t.equal(pdfIn(found), 'PDF in base64 without an object, so without a page')
})

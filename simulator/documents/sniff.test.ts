// What a lender may upload: each accepted type by its content, and every way to pass off something else.

import t from 'tap'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { uploads } from '../behaviour/uploads.ts'
import { loadContract } from '../contract/contract.ts'
import { generateDocument } from './generate.ts'
import { exampleInput } from './document-input.support.ts'
import { photoOf } from './photo.ts'
import { acceptUpload } from './sniff.ts'

const behaviour = uploads(loadContract())

async function zip(...members: [name: string, content: string][]): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of members)
    archive.addBuffer(Buffer.from(content), name, { mtime: new Date(0), compress: false })
  archive.end()
  return buffer(archive.outputStream)
}

const contentTypesOf = (part: string): string =>
  `<?xml version="1.0"?><Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${part}.main+xml"/></Types>`

const odf = (kind: string) =>
  zip(['mimetype', `application/vnd.oasis.opendocument.${kind}`], ['content.xml', '<office/>'])

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
const png = photoOf('ord_01')
const tiff = Buffer.from('49492a000800000001000001030001000000010000000000000000000000', 'hex')
const exe = Buffer.concat([
  Buffer.from('4d5a90000300000004000000ffff0000b8', 'hex'),
  Buffer.alloc(200),
  Buffer.from('PE\0\0'),
])
const elf = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(80)])
const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
const html = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
const text = Buffer.from('Plain words, twelve of them.\r\n\tAnd a tab.\n')
const office = 'application/vnd.openxmlformats-officedocument'

const accepted: [
  what: string,
  filename: string,
  declared: string | undefined,
  bytes: Buffer | Promise<Buffer>,
  type: string,
][] = [
  ['a PDF', 'a.pdf', 'application/pdf', pdf, 'application/pdf'],
  ['a JPEG', 'a.jpg', 'image/jpeg', jpeg, 'image/jpeg'],
  ['a PNG', 'a.png', 'image/png', png, 'image/png'],
  ['a TIFF', 'a.tif', 'image/tiff', tiff, 'image/tiff'],
  ['a big-endian TIFF', 'a.tiff', 'image/tiff', Buffer.from('4d4d002a000000080000', 'hex'), 'image/tiff'],
  ['a ZIP', 'a.zip', 'application/zip', zip(['a.txt', 'a']), 'application/zip'],
  ['an empty ZIP', 'a.zip', 'application/zip', zip(), 'application/zip'],
  ['plain text', 'a.txt', 'text/plain; charset=utf-8', text, 'text/plain'],
  ['plain text beyond ASCII', 'a.txt', 'text/plain', Buffer.from('Zoë, 李小龙, 🏠'), 'text/plain'],
  ['UTF-16 text', 'a.txt', 'text/plain', Buffer.from('\uFEFFZoë\r\n', 'utf16le'), 'text/plain'],
  ['Windows-1252 text', 'a.txt', 'text/plain', Buffer.from('caf\xE9 \x93quoted\x94', 'latin1'), 'text/plain'],
  ['text that looks like a page but is named .txt', 'a.txt', 'text/plain', html, 'text/plain'],
  ['an empty .txt file', 'a.txt', 'text/plain', Buffer.alloc(0), 'text/plain'],
  ['XML', 'a.xml', 'application/xml', Buffer.from('<?xml version="1.0"?><a/>'), 'application/xml'],
  ['XML called text/xml', 'a.xml', 'text/xml', Buffer.from('<a>b</a>'), 'application/xml'],
  ['XML with a byte order mark', 'a.xml', 'application/xml', Buffer.from('\uFEFF<a/>'), 'application/xml'],
  [
    'UTF-16 XML',
    'a.xml',
    'application/xml',
    Buffer.from('\uFEFF<?xml version="1.0"?><a/>', 'utf16le'),
    'application/xml',
  ],
  ['XML without any claim', 'a', undefined, Buffer.from('<?xml version="1.0"?><a/>'), 'application/xml'],
  ['CSV', 'a.csv', 'text/csv', Buffer.from('a,b\n1,2\n'), 'text/csv'],
  ['RTF', 'a.rtf', 'application/rtf', Buffer.from('{\\rtf1\\ansi x}'), 'application/rtf'],
  ['Word 97', 'a.doc', 'application/msword', ole, 'application/msword'],
  ['Excel 97', 'a.xls', 'application/octet-stream', ole, 'application/vnd.ms-excel'],
  ['PowerPoint 97', 'a', 'application/vnd.ms-powerpoint', ole, 'application/vnd.ms-powerpoint'],
  [
    'Word',
    'a.docx',
    `${office}.wordprocessingml.document`,
    zip(['[Content_Types].xml', contentTypesOf('wordprocessingml.document')], ['word/document.xml', '<w/>']),
    `${office}.wordprocessingml.document`,
  ],
  [
    'Excel',
    'a.xlsx',
    undefined,
    zip(['[Content_Types].xml', contentTypesOf('spreadsheetml.sheet')], ['xl/workbook.xml', '<x/>']),
    `${office}.spreadsheetml.sheet`,
  ],
  [
    'PowerPoint',
    'a.pptx',
    undefined,
    zip(['[Content_Types].xml', contentTypesOf('presentationml.presentation')], ['ppt/presentation.xml', '<p/>']),
    `${office}.presentationml.presentation`,
  ],
  ['an ODF text', 'a.odt', undefined, odf('text'), 'application/vnd.oasis.opendocument.text'],
  ['an ODF table', 'a.ods', undefined, odf('spreadsheet'), 'application/vnd.oasis.opendocument.spreadsheet'],
  ['an ODF presentation', 'a.odp', undefined, odf('presentation'), 'application/vnd.oasis.opendocument.presentation'],
  ['a PNG named .pdf', 'a.pdf', 'application/pdf', png, 'image/png'],
  ['a PDF named .txt', 'a.txt', 'text/plain', pdf, 'application/pdf'],
  ['text named .pdf', 'a.pdf', 'application/pdf', text, 'text/plain'],
  ['a PDF of no declared type', 'a.pdf', undefined, pdf, 'application/pdf'],
  ['a PDF declared as octets', 'a.pdf', 'application/octet-stream', pdf, 'application/pdf'],
  ['a PDF declared as something odd', 'a.pdf', 'video/mp4', pdf, 'application/pdf'],
  ['a PDF without an extension', 'scan', undefined, pdf, 'application/pdf'],
  ['a PDF with a version for an extension', 'contract.v2', undefined, pdf, 'application/pdf'],
  ['a PDF with an upper-case extension', 'A.PDF', 'Application/PDF', pdf, 'application/pdf'],
  ['a PDF with a Unicode name', 'договор – 李 🏠.pdf', undefined, pdf, 'application/pdf'],
  ['a PDF whose name holds a path', '..\\..\\etc/passwd.pdf', undefined, pdf, 'application/pdf'],
  ['text declared as such with an unknown extension', 'notes.md', 'text/plain', text, 'text/plain'],
  ['text without any claim', 'README', 'application/octet-stream', text, 'text/plain'],
]

for (const [what, filename, declared, bytes, type] of accepted) {
  t.test(`${what} is accepted`, async (t) => {
    t.strictSame(await acceptUpload({ filename, declared, bytes: await bytes }), { content_type: type })
    t.ok(behaviour.acceptedTypes.includes(type))
  })
}

const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff;', 'latin1')
const jar = zip(['META-INF/MANIFEST.MF', 'Manifest-Version: 1.0\n'], ['A.class', '\xCA\xFE'])
const macros = zip([
  '[Content_Types].xml',
  '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
])
const pdfText = Buffer.from('%PDX-1.4 not a PDF \x00\x01', 'latin1')

const refused: [what: string, filename: string, declared: string | undefined, bytes: Buffer | Promise<Buffer>][] = [
  ['a program named .pdf', 'a.pdf', 'application/pdf', exe],
  ['a program named .txt', 'a.txt', 'text/plain', exe],
  ['a Linux program named .zip', 'a.zip', 'application/zip', elf],
  ['a PDF named .exe', 'a.exe', 'application/pdf', pdf],
  ['a program behind two extensions', 'report.pdf.exe', 'application/pdf', pdf],
  ['a program behind a trailing dot', 'report.exe.', 'application/pdf', pdf],
  ['a program behind a trailing blank', 'report.exe ', 'application/pdf', pdf],
  ['a program behind a stream name', 'report.exe::$DATA', 'application/pdf', pdf],
  ['a program behind a zero byte', 'report.pdf\u0000.exe', 'application/pdf', pdf],
  ['a program behind a reversed name', 'report\u202Efdp.exe', 'application/pdf', pdf],
  ['a program behind an invisible letter', 'report.exe\u200B', 'application/pdf', pdf],
  ['a web page', 'a.html', 'text/html', html],
  ['a web page declared as text', 'a.html', 'text/plain', html],
  ['a web page named .pdf', 'a.pdf', 'application/pdf', html],
  ['a web page without a claim', 'a', undefined, html],
  ['a drawing that can run scripts', 'a.svg', 'image/svg+xml', svg],
  ['such a drawing declared as XML', 'a.svg', 'application/xml', svg],
  ['such a drawing named .png', 'a.png', 'image/png', svg],
  ['a script', 'a.js', 'text/javascript', Buffer.from('alert(1)')],
  ['JSON', 'a.json', 'application/json', Buffer.from('{"a":1}')],
  ['Markdown without a declared type', 'a.md', undefined, text],
  ['text declared as JSON', 'a', 'application/json', Buffer.from('{"a":1}')],
  ['a GIF', 'a.gif', 'image/gif', gif],
  ['a GIF named .jpg', 'a.jpg', 'image/jpeg', gif],
  ['a Java archive named .zip', 'a.zip', 'application/zip', jar],
  ['a Word file with macros named .docx', 'a.docx', undefined, macros],
  ['an OLE container that no office name explains', 'a.msg', undefined, ole],
  ['an OLE container named .pdf', 'a.pdf', 'application/pdf', ole],
  ['compressed octets', 'a.pdf', 'application/pdf', deflateSync(Buffer.from('x'.repeat(5000)))],
  ['text with control characters', 'a.txt', 'text/plain', Buffer.from('abc\u0000def')],
  ['UTF-16 text with control characters', 'a.txt', 'text/plain', Buffer.from('\uFEFFabc\u0000', 'utf16le')],
  ['half a UTF-16 letter', 'a.txt', 'text/plain', Buffer.from('fffe6100d8', 'hex')],
  ['something that only begins like a PDF', 'a.pdf', 'application/pdf', pdfText],
  ['an empty PDF', 'a.pdf', 'application/pdf', Buffer.alloc(0)],
  ['an empty file without a name', '', undefined, Buffer.alloc(0)],
  ['an empty file that is text by declaration alone', 'a', 'text/plain', Buffer.alloc(0)],
]

for (const [what, filename, declared, bytes] of refused) {
  t.test(`${what} is refused with a reason`, async (t) => {
    t.match(await acceptUpload({ filename, declared, bytes: await bytes }), { refused: /^[a-z].{20,}[^.]$/ })
  })
}

t.test('a name that is a property of every object is no extension', async (t) => {
  t.match(await acceptUpload({ filename: 'a.constructor', declared: 'constructor', bytes: text }), { refused: String })
  t.match(await acceptUpload({ filename: 'a.pdf', declared: 'toString', bytes: pdf }), {
    content_type: 'application/pdf',
  })
})

t.test('what the simulator generates may be uploaded again, under any accepted name', async (t) => {
  for (const report_format of ['uad_2_6', 'uad_3_6'] as const) {
    for (const kind of ['report_pdf', 'report_data']) {
      const { filename, bytes, content_type } = await generateDocument(kind, { ...exampleInput, report_format })
      t.strictSame(await acceptUpload({ filename, declared: undefined, bytes }), { content_type })
    }
  }
})

t.test('a file of exactly 25 MB, counted either way, is within the limit', (t) => {
  t.ok(behaviour.maxBytes >= 25_000_000)
  t.ok(behaviour.maxBytes <= 25 * 1024 * 1024)
  t.end()
})

t.test('only supporting documents are uploaded', (t) => {
  t.strictSame(behaviour.kinds, ['supporting'])
  t.end()
})

t.test('a large text is judged whole', async (t) => {
  const large = Buffer.alloc(2_000_000, 'words and ')
  t.strictSame(await behaviour.accept({ filename: 'a.txt', declared: undefined, bytes: large }), {
    content_type: 'text/plain',
  })
  large[1_999_999] = 0
  t.match(await behaviour.accept({ filename: 'a.txt', declared: undefined, bytes: large }), { refused: String })
})

// Small real files of every accepted type and of some that are not accepted, made here byte by byte.
import { crc32, deflateSync } from 'node:zlib'
import { zip } from './zip.ts'

export type TinyFile = { name: string; type: string; bytes: Buffer }

const pdf = (): Buffer => {
  const drawing = 'BT /F1 12 Tf 20 60 Td (Made for a test) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${text}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`)
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** One red pixel. */
const png = (): Buffer => {
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.from([0, 255, 0, 0]))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const segment = (mark: number, ...data: number[]): number[] => [0xff, mark, 0, data.length + 2, ...data]

const jfif = segment(0xe0, ...Buffer.from('JFIF\0'), 1, 1, 1, 0, 72, 0, 72, 0, 0)

/** As cameras begin: one field, which says that the picture is upright. */
const field = '\x01\x12\0\x03\0\0\0\x01\0\x01\0\0'
const exif = segment(0xe1, ...Buffer.from(`Exif\0\0MM\0*\0\0\0\x08\0\x01${field}\0\0\0\0`))

/** One grey pixel. */
const jpeg = (head: readonly number[] = jfif): Buffer => {
  const ones = Array.from({ length: 64 }, () => 1)
  const lengths = [1, ...Array.from({ length: 15 }, () => 0)]
  return Buffer.from([
    0xff,
    0xd8,
    ...head,
    ...segment(0xdb, 0, ...ones),
    ...segment(0xc0, 8, 0, 1, 0, 1, 1, 1, 0x11, 0),
    // One code of one bit in each table: no difference, and the end of the block.
    ...segment(0xc4, 0x00, ...lengths, 0),
    ...segment(0xc4, 0x10, ...lengths, 0),
    ...segment(0xda, 1, 1, 0x00, 0, 63, 0),
    0x3f,
    0xff,
    0xd9,
  ])
}

/** One white pixel; a file says in which order it has the bytes of a number. */
const tiff = (order: 'II' | 'MM' = 'II'): Buffer => {
  const fields: [tag: number, type: 3 | 4 | 5, value: number][] = [
    [256, 4, 1],
    [257, 4, 1],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, 1],
    [279, 4, 1],
    [282, 5, 10],
    [283, 5, 10],
    [296, 3, 2],
  ]
  const [pixelAt, resolutionAt, directoryAt] = [8, 10, 18]
  const file = Buffer.alloc(directoryAt + 2 + fields.length * 12 + 4)
  const short = (value: number, at: number) =>
    order === 'II' ? file.writeUInt16LE(value, at) : file.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    order === 'II' ? file.writeUInt32LE(value, at) : file.writeUInt32BE(value, at)
  file.write(order, 'latin1')
  short(42, 2)
  long(directoryAt, 4)
  file[pixelAt] = 255
  long(72, resolutionAt)
  long(1, resolutionAt + 4)
  short(fields.length, directoryAt)
  for (const [index, [tag, type, value]] of fields.entries()) {
    const at = directoryAt + 2 + index * 12
    short(tag, at)
    short(type, at + 2)
    long(1, at + 4)
    // A short stands in the first bytes of its place.
    if (type === 3) short(value, at + 8)
    else long(value, at + 8)
  }
  return file
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const part = (name: string, text: string) => ({ name, bytes: Buffer.from(declaration + text) })

const relations = (name: string, kind: string, target: string) =>
  part(
    name,
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/${kind}" Target="${target}"/></Relationships>`,
  )

const types = (...parts: [name: string, type: string][]) =>
  part(
    '[Content_Types].xml',
    `<Types xmlns="${packages}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      parts.map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}+xml"/>`).join('') +
      '</Types>',
  )

const docx = (): Buffer => {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  return zip([
    types(['word/document.xml', `${word}.document.main`]),
    relations('_rels/.rels', 'officeDocument', 'word/document.xml'),
    part(
      'word/document.xml',
      `<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>Made for a test</w:t></w:r></w:p></w:body></w:document>`,
    ),
  ])
}

const xlsx = (): Buffer => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return zip([
    types(['xl/workbook.xml', `${sheet}.sheet.main`], ['xl/worksheets/sheet1.xml', `${sheet}.worksheet`]),
    relations('_rels/.rels', 'officeDocument', 'xl/workbook.xml'),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sales" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    relations('xl/_rels/workbook.xml.rels', 'worksheet', 'worksheets/sheet1.xml'),
    part(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>412500</v></c></row></sheetData></worksheet>`,
    ),
  ])
}

const text = 'Sales nearby, made up:\r\n\t“Grüße” – señor – 株式会社\r\n\nno line break at the end'
const xml = `${declaration}<sales><sale price="412500.00">Grüße &amp; señor</sale>\r\n</sales>`

export const acceptedFiles = (): Record<
  'pdf' | 'jpeg' | 'png' | 'tiff' | 'zip' | 'text' | 'xml' | 'word' | 'excel',
  TinyFile
> => ({
  pdf: { name: 'engagement-letter.pdf', type: 'application/pdf', bytes: pdf() },
  jpeg: { name: 'front.jpg', type: 'image/jpeg', bytes: jpeg() },
  png: { name: 'sketch.png', type: 'image/png', bytes: png() },
  tiff: { name: 'scan.tif', type: 'image/tiff', bytes: tiff() },
  zip: { name: 'photos.zip', type: 'application/zip', bytes: zip([{ name: 'photo.png', bytes: png() }]) },
  text: { name: 'sales.txt', type: 'text/plain', bytes: Buffer.from(text) },
  xml: { name: 'sales.xml', type: 'application/xml', bytes: Buffer.from(xml) },
  word: { name: 'contract.docx', type: `${word}.document`, bytes: docx() },
  excel: { name: 'sales.xlsx', type: `${sheet}.sheet`, bytes: xlsx() },
})

/** Files of three of the types as other programs write them, one of them with a date in its name. */
export const otherForms = (): Record<'tiff' | 'jpeg' | 'xml', TinyFile> => ({
  tiff: { name: 'scan.2026-03.tif', type: 'image/tiff', bytes: tiff('MM') },
  jpeg: { name: 'rear.jpg', type: 'image/jpeg', bytes: jpeg(exif) },
  xml: { name: 'shed.xml', type: 'application/xml', bytes: Buffer.from('<shed side="south">Grüße</shed>\n') },
})

const gif = 'GIF89a\u0001\0\u0001\0\u0080\0\0\u00ff\u00ff\u00ff\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;'

/** The head of a program for Linux, whose name has no extension. */
const elf = (): Buffer => {
  const head = Buffer.alloc(64)
  head.set([...Buffer.from('\x7fELF'), 2, 1, 1], 0)
  // An executable for x86-64 that has nothing behind its head.
  head.set([2, 0, 0x3e, 0, 1], 16)
  head.set([64, 0], 52)
  return head
}

/**
 * A picture of a type that is not accepted, the beginning of a Windows program that calls itself a page, and a file of which nothing but
 * its bytes says what it is.
 */
export const otherFiles = (): TinyFile[] => [
  { name: 'front.gif', type: 'image/gif', bytes: Buffer.from(gif, 'latin1') },
  {
    name: 'setup.html',
    type: 'text/html',
    bytes: Buffer.concat([
      Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
      Buffer.alloc(56),
      Buffer.from('PE\0\0', 'latin1'),
      Buffer.alloc(64),
    ]),
  },
  { name: 'setup', type: 'application/octet-stream', bytes: elf() },
]

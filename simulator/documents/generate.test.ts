// Each generated file is read back with a reader of its own format.

import { XMLParser, XMLValidator } from 'fast-xml-parser'
import t from 'tap'
import { crc32, inflateRawSync, inflateSync } from 'node:zlib'
import { factsOf } from './appraisal-facts.ts'
import { exampleInput } from './document-input.support.ts'
import type { DocumentInput } from './document-input.ts'
import { generateDocument, generatedKinds } from './generate.ts'

const input = exampleInput
const hostile: DocumentInput = {
  ...input,
  order_number: '../..\\evil <"&\'> \u0000\u202E.exe',
  product_name: 'A & B <c> "d" \'e\' ]]> --> &amp; \u0001',
  borrowers: [{ first_name: 'Zoë Žižek, 李小龙, 🏠,', last_name: '\uD800, \u0007tab\tand\nline' }],
  lender: `Long ${'name '.repeat(20_000)}`,
}
const kindsOfPdf = generatedKinds.filter((kind) => kind !== 'report_data')
const package36 = { ...input, report_format: 'uad_3_6' } as const

/** Follows the cross-reference table; throws where the file is not a PDF. */
function readPdf(bytes: Buffer): { pages: number; text: string; objects: string[] } {
  const file = bytes.toString('latin1')
  if (!/^%PDF-1\.\d\n/.test(file) || !/\n%%EOF\n?$/.test(file)) throw new Error('no PDF header or end of file')
  const table = Number(/startxref\n(\d+)\n%%EOF\n?$/.exec(file)?.[1])
  const [, first = '', size = ''] = /^xref\n(\d+) (\d+)\n/.exec(file.slice(table)) ?? []
  if (first !== '0') throw new Error('startxref does not point at the cross-reference table')
  if (!new RegExp(`/Size ${size}\\n`).test(file) || !/\/Root \d+ 0 R/.test(file))
    throw new Error('the trailer does not fit')
  const entries = [...file.slice(table).matchAll(/^(\d{10}) \d{5} ([nf]) $/gm)]
  if (entries.length !== Number(size)) throw new Error('entries are missing in the cross-reference table')
  const objects = entries.flatMap(([, offset = '', use], number) => {
    if (use === 'f') return []
    if (!file.startsWith(`${number} 0 obj\n`, Number(offset)))
      throw new Error(`object ${number} is not where it should be`)
    return [file.slice(Number(offset), file.indexOf('\nendobj', Number(offset)))]
  })
  const pages = objects.filter((object) => object.includes('/Type /Page\n')).length
  if (!objects.some((object) => object.includes('/Type /Pages') && object.includes(`/Count ${pages}\n`)))
    throw new Error('pages')
  return { pages, text: objects.map(textOf).join(' '), objects }
}

/** The shown text of a content stream: hexadecimal strings in the encoding of the standard fonts. */
function textOf(object: string): string {
  const [, length = '', start] = /\/Length (\d+)\n[^]*?stream\n()/d.exec(object) ?? []
  if (start === undefined) return ''
  const from = object.indexOf('stream\n') + 7
  const stream = inflateSync(Buffer.from(object.slice(from, from + Number(length)), 'latin1')).toString('latin1')
  const lines = [...stream.matchAll(/\[(.*?)\] TJ/g)].map(([, parts = '']) =>
    [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex')),
  )
  const text = lines
    .map((parts) => Buffer.concat(parts).toString('latin1'))
    .join(' ')
    .replace(/ +/g, ' ')
  return text.replace(/[\x80-\x9F]/g, (byte) => windows1252[byte] ?? byte)
}

/** Where the encoding of the fonts departs from Latin-1; the decoder of Node 20 does not. */
const windows1252: Record<string, string> = { '\x85': '…', '\x8E': 'Ž', '\x97': '—', '\x9E': 'ž' }

type Member = { name: string; data: Buffer; stamp: number }

/** Reads a ZIP by its central directory and checks every member. */
function readZip(bytes: Buffer): Member[] {
  const end = bytes.length - 22
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of central directory')
  let at = bytes.readUInt32LE(end + 16)
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('no central directory record')
    const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + 20))
    const data = bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : Buffer.from(packed)
    if (crc32(data) !== bytes.readUInt32LE(at + 16) || data.length !== bytes.readUInt32LE(at + 24))
      throw new Error(name)
    const stamp = bytes.readUInt32LE(at + 12)
    at += 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32)
    return { name, data, stamp }
  })
}

function readXml(bytes: Buffer) {
  const text = bytes.toString('utf8')
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new Error(valid.err.msg)
  return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false }).parse(text)
}

t.test('there is a generator for each of the eight document kinds', (t) => {
  t.strictSame(
    generatedKinds.toSorted(),
    'borrower_certificate compliance_certificate invoice report_data report_pdf review_report ssr supporting'.split(
      ' ',
    ),
  )
  t.end()
})

for (const kind of kindsOfPdf) {
  t.test(`${kind} is a PDF that names its order, says that it is simulated, and is small`, async (t) => {
    const { filename, content_type, bytes } = await generateDocument(kind, input)
    t.equal(content_type, 'application/pdf')
    t.match(filename, /^[a-z-]+-10452\.pdf$/)
    t.ok(bytes.length < 60_000)
    const { pages, text } = readPdf(bytes)
    t.equal(pages, kind === 'report_pdf' ? 3 : 1)
    t.match(text, /10452/)
    t.match(text, /SIMULATED — /)
  })
}

t.test(
  'the report states subject, borrower, client, value, certification, revision and that it is not an appraisal',
  async (t) => {
    const { text } = readPdf(
      (await generateDocument('report_pdf', { ...input, revision: 2, purchase_price: '412500.00' })).bytes,
    )
    const wanted = [
      'SIMULATED — NOT AN APPRAISAL',
      '12 Elm St 4, Austin, TX 78701',
      'Travis',
      'Robin Doe and Kim Doe',
      'First Test Bank',
    ]
    for (const part of [
      ...wanted,
      '$412,500.00 USD',
      '$412,500 USD',
      '2026-05-28',
      '2026-05-26',
      'Revision 2',
      'Certification',
      'Avery Sample',
      'LN-7788',
    ]) {
      t.ok(text.includes(part), part)
    }
  },
)

t.test('a report says of land, units and houses what their forms ask', async (t) => {
  const reported = async (more: Partial<DocumentInput>) =>
    readPdf((await generateDocument('report_pdf', { ...input, ...more })).bytes)
  const [house, land, unit] = await Promise.all([
    reported({}),
    reported({ property_type: 'vacant_land', product_name: 'Land appraisal' }),
    reported({ property_type: 'condominium', product_code: '1073' }),
  ])
  t.match(house.text, /Inspection Interior and exterior Site /)
  t.match(land.text, /Inspection On site Site /)
  t.notMatch(land.text, /Bedrooms|Interior/)
  t.notMatch(unit.text, /Site /)
  const picture = ({ objects }: typeof house) => objects.find((object) => object.includes('/Subtype /Image'))
  t.ok(picture(house))
  t.equal(picture(unit), picture(house))
  t.not(picture(land), picture(house), 'no house stands on land')
})

t.test('a house of four bedrooms has two bathrooms and room for them', async (t) => {
  for (let number = 0; number < 200; number++) {
    const { dwelling } = factsOf({ ...input, order_id: `ord_${number}` })
    t.ok(dwelling.full_baths >= dwelling.bedrooms - 2 && dwelling.area >= 400 + 250 * dwelling.bedrooms, `${number}`)
  }
})

t.test('the invoice shows the fee with its currency, or that it is quoted', async (t) => {
  t.match(readPdf((await generateDocument('invoice', input)).bytes).text, /550\.00 USD/)
  t.match(
    readPdf((await generateDocument('invoice', { ...input, appraisal_fee: null })).bytes).text,
    /Quoted separately/,
  )
})

t.test('a submission summary has a document file for each enterprise, and for FHA one alone', async (t) => {
  const summary = async (more: Partial<DocumentInput>) =>
    readPdf((await generateDocument('ssr', { ...input, ...more })).bytes).text
  const [usual, again, fha] = [
    await summary({}),
    await summary({ revision: 1 }),
    await summary({ product_code: '1004-FHA' }),
  ]
  const ids = (text: string) =>
    [...text.matchAll(/Document file ID, ([A-Za-z ]+?) (\d{10})/g)].map(([, one, id]) => [one, id])
  t.strictSame(
    ids(usual).map(([one]) => one),
    ['Fannie Mae', 'Freddie Mac'],
  )
  t.equal(new Set([...ids(usual), ...ids(again)].map(([, id]) => id)).size, 4, 'a new submission has new ones')
  t.strictSame(
    ids(fha).map(([one]) => one),
    ['FHA'],
  )
  t.match(fha, /Electronic Appraisal Delivery/)
})

t.test('one submission summary report per portal has a name of its own', async (t) => {
  const one = await generateDocument('ssr', { ...input, portal: 'Portal One' })
  const two = await generateDocument('ssr', { ...input, portal: 'Portal Two' })
  t.equal(one.filename, 'submission-summary-portal-one-10452.pdf')
  t.not(one.filename, two.filename)
  t.match(readPdf(one.bytes).text, /Portal One/)
})

t.test('on UAD 2.6 the report data is 2.6 GSE XML with the very bytes of the report PDF inside', async (t) => {
  const { filename, content_type, bytes } = await generateDocument('report_data', input)
  t.equal(content_type, 'application/xml')
  t.equal(filename, 'appraisal-report-10452.xml')
  const { VALUATION_RESPONSE: root } = readXml(bytes)
  t.equal(root['@MISMOVersionID'], '2.6GSE')
  t.match(root.PROPERTY, { '@_City': 'Austin', '@_State': 'TX', '@_County': 'Travis', '@_PostalCode': '78701' })
  t.match(root.PARTIES, {
    LENDER: { '@_UnparsedName': 'First Test Bank' },
    BORROWER: { '@_UnparsedName': 'Robin Doe and Kim Doe' },
  })
  t.match(root.VALUATION['@PropertyAppraisedValueAmount'], /^[1-9]\d{5}$/)
  const embedded = root.REPORT.FORM.IMAGE.EMBEDDED_FILE
  t.match(embedded, {
    '@_Type': 'PDF',
    '@_EncodingType': 'Base64',
    '@MIMEType': 'application/pdf',
    '@_Name': 'AppraisalReport',
  })
  const pdf = await generateDocument('report_pdf', input)
  t.ok(Buffer.from(embedded.DOCUMENT, 'base64').equals(pdf.bytes))
})

t.test('the image of the package is a whole PNG', async (t) => {
  const png = readZip((await generateDocument('report_data', package36)).bytes).find(({ name }) =>
    name.endsWith('.png'),
  )!.data
  t.equal(png.toString('latin1', 0, 8), '\x89PNG\r\n\x1A\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at)
    t.equal(crc32(png.subarray(at + 4, at + 8 + length)), png.readUInt32BE(at + 8 + length))
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
  }
  t.strictSame([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND'])
  const [width, height] = [chunks.get('IHDR')!.readUInt32BE(0), chunks.get('IHDR')!.readUInt32BE(4)]
  t.equal(inflateSync(chunks.get('IDAT')!).length, (width + 1) * height)
})

t.test('the package holds the report PDF only when asked to, and never the invoice', async (t) => {
  const members = readZip((await generateDocument('report_data', { ...package36, pdf_in_package: true })).bytes)
  const pdf = await generateDocument('report_pdf', package36)
  t.ok(members.find(({ name }) => name === pdf.filename)?.data.equals(pdf.bytes))
  t.notOk(members.some(({ name }) => name.includes('invoice')))
})

t.test('the same facts give the same bytes in any time zone', async (t) => {
  const zone = process.env['TZ']
  t.teardown(() => (zone === undefined ? delete process.env['TZ'] : (process.env['TZ'] = zone)))
  for (const [kind, facts] of [
    ...generatedKinds.map((kind) => [kind, input] as const),
    ['report_data', package36] as const,
  ]) {
    process.env['TZ'] = 'Pacific/Kiritimati'
    const { bytes } = await generateDocument(kind, facts)
    process.env['TZ'] = 'Pacific/Honolulu'
    const again = await generateDocument(kind, { ...facts })
    t.ok(bytes.equals(again.bytes), kind)
  }
})

t.test('a revised report differs from the first in bytes and in name', async (t) => {
  for (const facts of [input, package36]) {
    for (const kind of ['report_pdf', 'report_data']) {
      const first = await generateDocument(kind, facts)
      const revised = await generateDocument(kind, { ...facts, revision: 1 })
      t.notOk(first.bytes.equals(revised.bytes))
      t.match(revised.filename, /-10452-r1\.\w+$/)
    }
  }
})

t.test('a hostile order number stays out of file names', async (t) => {
  for (const kind of generatedKinds) {
    const { filename } = await generateDocument(kind, hostile)
    t.match(filename, /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/)
  }
  t.equal((await generateDocument('invoice', { ...input, order_number: '№' })).filename, 'invoice.pdf')
})

t.test('markup, control characters and lone surrogates leave the XML well formed and say the same', async (t) => {
  const { VALUATION_RESPONSE: root } = readXml((await generateDocument('report_data', hostile)).bytes)
  t.equal(root.REPORT.FORM['@AppraisalReportContentName'], 'A & B <c> "d" \'e\' ]]> --> &amp; \uFFFD')
  t.equal(root.PARTIES.BORROWER['@_UnparsedName'], 'Zoë Žižek, 李小龙, 🏠, \uFFFD, \uFFFDtab and line')
  const zip = readZip((await generateDocument('report_data', { ...hostile, report_format: 'uad_3_6' })).bytes)
  t.equal(readXml(zip[0]!.data).MESSAGE['@MISMOReferenceModelIdentifier'], '3.6.0366')
})

t.test('a PDF stays small and readable whatever the names hold', async (t) => {
  for (const kind of kindsOfPdf) {
    const { bytes } = await generateDocument(kind, hostile)
    t.ok(bytes.length < 60_000)
    t.ok(readPdf(bytes).pages >= 1)
  }
  const { text } = readPdf((await generateDocument('report_pdf', hostile)).bytes)
  t.ok(text.includes('Zoë Žižek, <U+674E><U+5C0F><U+9F99>, <U+1F3E0>, <U+D800>, <U+0007>tab and line'))
})

t.test('text that needs more than a page goes on to a second one, marked like the first', async (t) => {
  const long = '🏠'.repeat(400)
  const { pages, text } = readPdf(
    (
      await generateDocument('report_pdf', {
        ...input,
        borrowers: [{ first_name: long, last_name: long }],
        lender: long,
        company: long,
        appraiser: long,
        loan_number: long,
      })
    ).bytes,
  )
  t.ok(pages > 1)
  t.equal(text.split('SIMULATED — NOT AN APPRAISAL').length - 1, 2 * pages)
  t.match(text, new RegExp(`Page ${pages} of ${pages}`))
})

t.test('a kind that does not exist is an error', async (t) => {
  await t.rejects(generateDocument('photo', input), /expected one of/)
  await t.rejects(generateDocument('constructor', input), /expected one of/)
})

// On UAD 2.6 the report is a PDF, and its data the 2.6 GSE XML with the PDF inside.
import { createRequire } from 'node:module'
import type * as Library from 'fast-xml-parser'
import { derived } from '../../evidence/seen.ts'
import { deliveredOrder } from '../../scenarios/delivered-order.ts'
import { compareSize, fetchKind, isPdf } from '../../steps/report-files.ts'
import { textOf } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

const rules = {
  pdf: 'documents.report-pdf-is-a-pdf',
  xml: 'documents.report-data-2-6-is-gse-xml',
  embedded: 'documents.report-data-2-6-embeds-the-pdf',
  size: 'documents.size-bytes-is-the-files-size',
}

const xml = (): typeof Library => createRequire(import.meta.url)('fast-xml-parser') as typeof Library

const options = { ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false, processEntities: false }

/** Every text in a tree of elements, attributes aside. */
function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const entry of value) yield* texts(entry)
  else if (typeof value === 'object' && value !== null)
    for (const [name, entry] of Object.entries(value)) if (!name.startsWith('@_')) yield* texts(entry)
}

/** The versions of MISMO that elements of a tree say they are of. */
function* versionsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, entry] of Object.entries(value)) {
    if (/^@_(.*:)?MISMOVersionID(entifier)?$/i.test(name)) yield String(entry)
    else yield* versionsIn(entry)
  }
}

const holdsPdf = (tree: unknown): boolean => {
  for (const text of texts(tree)) {
    const packed = text.replaceAll(/\s+/g, '')
    if (packed.startsWith('JVBERi') && isPdf(Buffer.from(packed, 'base64'))) return true
  }
  return false
}

export default check({
  id: 'documents.report-data-is-gse-xml-with-the-pdf',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared } = context
    const { order } = await shared(deliveredOrder('uad_2_6'))
    const pdf = await fetchKind(context, order, 'report_pdf')
    expect(rules.pdf).that(pdf.seen, () => isPdf(pdf.bytes), 'PDF')
    compareSize(context, pdf)
    const data = await fetchKind(context, order, 'report_data')
    compareSize(context, data)
    const text = textOf(data.bytes) ?? Buffer.from(data.bytes).toString('latin1')
    const { XMLParser, XMLValidator } = xml()
    const valid = XMLValidator.validate(text) === true
    const tree = (valid ? new XMLParser(options).parse(text) : {}) as Record<string, unknown>
    // The names of its elements are the standard's; of that the contract says the version and no more.
    const versions = [...versionsIn(tree)]
    const shown = versions.length > 0 ? `XML of MISMO ${versions.join(', ')}` : 'XML that names no version'
    expect(rules.xml).that(
      derived(valid ? shown : 'no XML', ...data.answers),
      () => valid && versions.every((version) => version.startsWith('2.6')),
      'XML of MISMO 2.6',
    )
    expect(rules.embedded).that(
      derived(holdsPdf(tree) ? 'PDF in base64' : undefined, ...data.answers),
      () => holdsPdf(tree),
      'PDF in base64',
    )
  },
})

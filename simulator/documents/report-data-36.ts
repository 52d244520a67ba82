// The report data on UAD 3.6: the delivery package, a ZIP of MISMO 3.6 XML and images (Resources / Document, kind report_data).

import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { factsOf, viewOf } from './appraisal-facts.ts'
import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { fileNameFor } from './document-input.ts'
import { photoOf } from './photo.ts'
import { reportPdf } from './report-pdf.ts'
import { message36 } from './uad-36-message.ts'
import { buildXml } from './xml.ts'

const folder = 'Images'
const photoName = 'SubjectFront.png'

/** Messages name members as Windows does, from the root of the package. */
const reference = (...parts: string[]): string => `\\\\${parts.join('\\')}`

/** The old time stamp of the format has no zone: local noon of the delivery day gives the same bytes in every zone. */
const stampOf = (date: string): Date => new Date(`${date}T12:00:00`)

export async function reportData36(input: DocumentInput): Promise<GeneratedFile> {
  const options = { mtime: stampOf(input.delivered_on), mode: 0o100644, forceDosTimestamp: true }
  const archive = new ZipFile()
  const pdf = input.pdf_in_package ? await reportPdf(input) : undefined
  const facts = factsOf(input)
  const xml = buildXml(
    message36({
      input,
      facts,
      frontImage: reference(folder, photoName),
      ...(pdf && { pdf: reference(pdf.filename) }),
    }),
  )
  archive.addBuffer(xml, fileNameFor('appraisal-report', input, 'xml'), options)
  // Fonts and pictures of a PDF are compressed already.
  if (pdf) archive.addBuffer(pdf.bytes, pdf.filename, { ...options, compress: false })
  archive.addEmptyDirectory(folder, { ...options, mode: 0o40755 })
  archive.addBuffer(photoOf(input.order_id, viewOf(facts)), `${folder}/${photoName}`, { ...options, compress: false })
  archive.end()
  const bytes = await buffer(archive.outputStream)
  return { filename: fileNameFor('appraisal-report', input, 'zip'), content_type: 'application/zip', bytes }
}

// Draws one simulated document as a PDF: a marked heading, labelled rows and paragraphs, numbered pages.

import PDFDocument from 'pdfkit'
import { printableText } from './printable-text.ts'

type PdfSection = {
  readonly heading: string
  readonly rows?: readonly (readonly [label: string, value: string | null])[]
  readonly paragraphs?: readonly string[]
}

export type PdfContent = {
  readonly title: string
  /** Says on every page that the document is not a real one. */
  readonly mark: string
  /** Under the title, such as the order number. */
  readonly subtitle: string
  readonly author: string
  /** YYYY-MM-DD; also the creation date in the file. */
  readonly date: string
  readonly sections: readonly PdfSection[]
}

const margin = 54
const labelWidth = 150

export function renderPdf(content: PdfContent): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: margin, left: margin, right: margin, bottom: margin + 24 },
    // From 1.4 on the library adds XMP metadata into which it copies the title unescaped.
    pdfVersion: '1.3',
    bufferPages: true,
    info: {
      Title: printedWhole(content.title, content.subtitle),
      Author: content.author.slice(0, 400),
      Subject: content.mark,
      Producer: 'assay simulator',
      Creator: 'assay simulator',
      CreationDate: new Date(`${content.date}T00:00:00Z`),
    },
  })
  const chunks: Buffer[] = []
  const bytes = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  drawHeading(document, content)
  for (const section of content.sections) drawSection(document, section)
  drawMarks(document, content)
  document.end()
  return bytes
}

/** File properties are Unicode, so they keep what the fonts cannot draw. */
const printedWhole = (title: string, subtitle: string): string => `${title}: ${subtitle}`.slice(0, 400)

function drawHeading(document: PDFKit.PDFDocument, { title, subtitle, date }: PdfContent): void {
  document.font('Helvetica-Bold').fontSize(18).fillColor('#1a2b3c').text(printableText(title))
  document.font('Helvetica').fontSize(10).fillColor('#445566').text(printableText(subtitle)).text(date)
  document.moveDown()
}

function drawSection(document: PDFKit.PDFDocument, { heading, rows = [], paragraphs = [] }: PdfSection): void {
  document.moveDown(0.6).font('Helvetica-Bold').fontSize(12).fillColor('#1a2b3c').text(printableText(heading), margin)
  document.moveDown(0.3).fontSize(10).fillColor('#000000')
  for (const [label, value] of rows) drawRow(document, label, printableText(value || '—'))
  document.font('Helvetica')
  for (const paragraph of paragraphs) document.text(printableText(paragraph, 2000), margin).moveDown(0.3)
}

function drawRow(document: PDFKit.PDFDocument, label: string, value: string): void {
  const width = document.page.width - 2 * margin - labelWidth
  const height = document.font('Helvetica').heightOfString(value, { width })
  if (document.y + height > document.page.height - document.page.margins.bottom) document.addPage()
  const top = document.y
  document.font('Helvetica-Bold').text(label, margin, top, { width: labelWidth - 8 })
  const below = document.y
  document.font('Helvetica').text(value, margin + labelWidth, top, { width })
  document.y = Math.max(below, document.y) + 2
}

/** Page numbers need the number of pages, so the foot of every page is drawn last. */
function drawMarks(document: PDFKit.PDFDocument, { mark }: PdfContent): void {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    document.page.margins.bottom = 0
    const foot = document.page.height - margin
    const width = document.page.width - 2 * margin
    document.font('Helvetica-Bold').fontSize(9).fillColor('#b00020')
    document.text(printableText(mark), margin, 28, { width, align: 'center', lineBreak: false })
    document.text(printableText(mark), margin, foot, { width, lineBreak: false })
    document.font('Helvetica').fillColor('#445566')
    document.text(`Page ${page + 1} of ${count}`, margin, foot, { width, align: 'right', lineBreak: false })
  }
}

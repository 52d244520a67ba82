// Draws one simulated document as a PDF: a marked heading, labelled rows and paragraphs, numbered pages.

import PDFDocument from 'pdfkit'
import { photoOf, type View } from './photo.ts'
import { printableText } from './printable-text.ts'

type PdfSection = {
  readonly heading: string
  readonly rows?: readonly (readonly [label: string, value: string | null])[]
  readonly paragraphs?: readonly string[]
  /** Short texts only; the first column has the labels. */
  readonly grid?: readonly (readonly string[])[]
  /** The order whose house is shown. */
  readonly picture?: { readonly of: string; readonly view: View }
  readonly on_new_page?: boolean
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

const widthOf = (document: PDFKit.PDFDocument): number => document.page.width - 2 * margin

const makeRoom = (document: PDFKit.PDFDocument, height: number): void => {
  if (document.y + height > document.page.height - document.page.margins.bottom) document.addPage()
}

function drawSection(document: PDFKit.PDFDocument, section: PdfSection): void {
  const { heading, rows = [], paragraphs = [], grid, picture, on_new_page = false } = section
  if (on_new_page) document.addPage()
  else makeRoom(document, 48)
  const top = document.y + 6
  document.rect(margin, top, widthOf(document), 16).fill('#1a2b3c')
  document.font('Helvetica-Bold').fontSize(10).fillColor('#ffffff')
  document.text(printableText(heading), margin + 4, top + 4, { lineBreak: false })
  document.fillColor('#000000')
  document.y = top + 22
  for (const [label, value] of rows) drawRow(document, label, printableText(value || '—'))
  if (picture !== undefined) drawPicture(document, picture)
  if (grid) drawGrid(document, grid)
  document.font('Helvetica').fontSize(10)
  for (const paragraph of paragraphs) {
    document.text(printableText(paragraph, 2000), margin, document.y, { width: widthOf(document) }).moveDown(0.3)
  }
}

/** Up to here a value fits its line whatever its letters are, and measuring takes longer than drawing. */
const surelyOneLine = 34

function drawRow(document: PDFKit.PDFDocument, label: string, value: string): void {
  const width = widthOf(document) - labelWidth
  document.font('Helvetica')
  const isShort = value.length <= surelyOneLine
  makeRoom(document, isShort ? 12 : document.heightOfString(value, { width }))
  const top = document.y
  document.font('Helvetica-Bold').text(label, margin, top, { lineBreak: false })
  document.font('Helvetica').text(value, margin + labelWidth, top, isShort ? { lineBreak: false } : { width })
  const bottom = isShort ? top + 13 : Math.max(top + 13, document.y + 1)
  document
    .moveTo(margin, bottom)
    .lineTo(document.page.width - margin, bottom)
    .lineWidth(0.3)
    .stroke('#b8c2cc')
  document.y = bottom + 3
}

const pictureWidth = 240

function drawPicture(document: PDFKit.PDFDocument, { of, view }: { of: string; view: View }): void {
  const height = (pictureWidth * 3) / 4
  makeRoom(document, height + 12)
  const top = document.y + 2
  document.image(photoOf(of, view), (document.page.width - pictureWidth) / 2, top, { width: pictureWidth })
  document.y = top + height + 8
}

const lineHeight = 14

function drawGrid(document: PDFKit.PDFDocument, grid: readonly (readonly string[])[]): void {
  const columns = grid[0]?.length ?? 1
  const width = widthOf(document) / columns
  document.fontSize(8)
  for (const [index, cells] of grid.entries()) {
    makeRoom(document, lineHeight)
    const top = document.y
    if (index === 0) document.rect(margin, top, widthOf(document), lineHeight).fill('#dde3e9').fillColor('#000000')
    for (const [column, cell] of cells.entries()) {
      document.font(index === 0 || column === 0 ? 'Helvetica-Bold' : 'Helvetica')
      document.text(fitted(cell), margin + column * width + 3, top + 3, { lineBreak: false })
    }
    document.rect(margin, top, widthOf(document), lineHeight)
    for (let column = 1; column < columns; column++) {
      document.moveTo(margin + column * width, top).lineTo(margin + column * width, top + lineHeight)
    }
    document.lineWidth(0.3).stroke('#8090a0')
    document.y = top + lineHeight
  }
  document.y += 6
}

/** What a cell has room for. */
const fitted = (cell: string): string => (cell.length > 24 ? `${printableText(cell, 23)}` : printableText(cell))

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

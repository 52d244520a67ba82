// The appraisal report as a PDF (Resources / Document, kind report_pdf).

import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { addressLine, dateOf, fileNameFor, opinionOfValue } from './document-input.ts'
import { remembered } from '../remembered.ts'
import { renderPdf, type PdfContent } from './pdf-page.ts'

export const reportMark = 'SIMULATED — NOT AN APPRAISAL'

/** The data file of a delivery holds the report that comes with it, which takes longer to draw than all else of it. */
const drawn = remembered((content: string) => renderPdf(JSON.parse(content) as PdfContent), 20)

export async function reportPdf(input: DocumentInput): Promise<GeneratedFile> {
  const date = dateOf(input.delivered_at)
  const content: PdfContent = {
    title: input.revision > 0 ? 'Revised Appraisal Report' : 'Appraisal Report',
    mark: reportMark,
    subtitle: `Order ${input.order_number}, ${input.product_name}`,
    author: input.appraiser,
    date,
    sections: [
      {
        heading: 'Subject',
        rows: [
          ['Property', addressLine(input.address)],
          ['County', input.address.county],
          ['Interest appraised', 'Fee simple'],
        ],
      },
      {
        heading: 'Borrower',
        rows: [
          ['Name', input.borrower],
          ['Loan number', input.loan_number],
        ],
      },
      {
        heading: 'Client',
        rows: [
          ['Lender', input.lender],
          ['Management company', input.company],
          ['Ordered', dateOf(input.ordered_at)],
          ['Due', input.due_date],
        ],
      },
      {
        heading: 'Value conclusion',
        rows: [
          ['Opinion of value', `${opinionOfValue(input)} ${input.currency}`],
          ['Effective date', date],
          ['Report format', input.report_format === 'uad_3_6' ? 'UAD 3.6' : 'UAD 2.6'],
          ['Revision', String(input.revision)],
        ],
        paragraphs: [
          'The figure above was computed from the order itself. Nobody has looked at a property or a market.',
        ],
      },
      {
        heading: 'Certification',
        rows: [
          ['Appraiser', input.appraiser],
          ['Signed', date],
        ],
        paragraphs: [
          'Nothing is certified here: this file exists to exercise software that receives appraisal reports.',
        ],
      },
    ],
  }
  const bytes = await drawn(JSON.stringify(content))
  return { filename: fileNameFor('appraisal-report', input, 'pdf'), content_type: 'application/pdf', bytes }
}

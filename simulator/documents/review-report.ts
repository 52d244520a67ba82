// The report of the company's own quality review as a PDF (Resources / Document, kind review_report).

import { factsOf } from './appraisal-facts.ts'
import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { addressLine, borrowerNames, fileNameFor } from './document-input.ts'
import { renderPdf } from './pdf-page.ts'

export async function reviewReport(input: DocumentInput): Promise<GeneratedFile> {
  const bytes = await renderPdf({
    title: 'Quality Review Report',
    mark: 'SIMULATED — NOBODY REVIEWED ANYTHING',
    subtitle: `Order ${input.order_number}, ${input.product_name}`,
    author: input.company,
    date: input.delivered_on,
    sections: [
      {
        heading: 'Report under review',
        rows: [
          ['Property', addressLine(input.address)],
          ['Borrower', borrowerNames(input)],
          ['Appraiser', input.appraiser],
          ['Opinion of value', `${factsOf(input).value}.00 ${input.currency}`],
          ['Revision', String(input.revision)],
        ],
      },
      {
        heading: 'Findings',
        rows: [
          ['Completeness', 'No remarks'],
          ['Consistency', 'No remarks'],
          ['Support for the value', 'No remarks'],
        ],
      },
    ],
  })
  return { filename: fileNameFor('review-report', input, 'pdf'), content_type: 'application/pdf', bytes }
}

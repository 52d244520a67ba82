// A supporting document from the company's side as a PDF (Resources / Document, kind supporting).

import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { addressLine, borrowerNames, fileNameFor } from './document-input.ts'
import { renderPdf } from './pdf-page.ts'

export async function supportingNote(input: DocumentInput): Promise<GeneratedFile> {
  const bytes = await renderPdf({
    title: 'Supporting Document',
    mark: 'SIMULATED — SUPPORTS NOTHING',
    subtitle: `Order ${input.order_number}`,
    author: input.company,
    date: input.delivered_on,
    sections: [
      {
        heading: 'Order',
        rows: [
          ['Property', addressLine(input.address)],
          ['Borrower', borrowerNames(input)],
          ['Supplied by', input.company],
        ],
      },
    ],
  })
  return { filename: fileNameFor('supporting-document', input, 'pdf'), content_type: 'application/pdf', bytes }
}

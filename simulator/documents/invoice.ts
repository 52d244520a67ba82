// The order's invoice as a PDF (Resources / Document, kind invoice).

import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { addressLine, borrowerNames, fileNameFor } from './document-input.ts'
import { renderPdf } from './pdf-page.ts'

export async function invoice(input: DocumentInput): Promise<GeneratedFile> {
  const amount = input.appraisal_fee === null ? 'Quoted separately' : `${input.appraisal_fee} ${input.currency}`
  const bytes = await renderPdf({
    title: 'Invoice',
    mark: 'SIMULATED — NOTHING IS DUE',
    subtitle: `Order ${input.order_number}`,
    author: input.company,
    date: input.delivered_on,
    sections: [
      {
        heading: 'Parties',
        rows: [
          ['From', input.company],
          ['Bill to', input.lender],
          ['Loan number', input.loan_number],
        ],
      },
      {
        heading: 'Services',
        rows: [
          ['Product', input.product_name],
          ['Property', addressLine(input.address)],
          ['Borrower', borrowerNames(input)],
          ['Appraisal fee', amount],
          ['Total', amount],
        ],
      },
    ],
  })
  return { filename: fileNameFor('invoice', input, 'pdf'), content_type: 'application/pdf', bytes }
}

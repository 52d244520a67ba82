// The two certificates as PDFs: compliance, and delivery of the report to the borrower (Resources / Document).

import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { addressLine, borrowerNames, fileNameFor } from './document-input.ts'
import { renderPdf } from './pdf-page.ts'

type Wording = { readonly title: string; readonly stem: string; readonly statement: (input: DocumentInput) => string }

const compliance: Wording = {
  title: 'Compliance Certificate',
  stem: 'compliance-certificate',
  statement: ({ company, lender }) =>
    `${company} states to ${lender} that the appraiser was chosen and engaged without influence from anyone who profits from the loan.`,
}

const borrowerDelivery: Wording = {
  title: 'Borrower Delivery Certificate',
  stem: 'borrower-delivery-certificate',
  statement: (input) => `A copy of the report was made available to ${borrowerNames(input)} on ${input.delivered_on}.`,
}

async function certificate({ title, stem, statement }: Wording, input: DocumentInput): Promise<GeneratedFile> {
  const date = input.delivered_on
  const bytes = await renderPdf({
    title,
    mark: 'SIMULATED — CERTIFIES NOTHING',
    subtitle: `Order ${input.order_number}`,
    author: input.company,
    date,
    sections: [
      {
        heading: 'Order',
        rows: [
          ['Property', addressLine(input.address)],
          ['Borrower', borrowerNames(input)],
          ['Lender', input.lender],
          ['Appraiser', input.appraiser],
        ],
      },
      { heading: 'Statement', paragraphs: [statement(input)], rows: [['Dated', date]] },
    ],
  })
  return { filename: fileNameFor(stem, input, 'pdf'), content_type: 'application/pdf', bytes }
}

export const complianceCertificate = (input: DocumentInput): Promise<GeneratedFile> => certificate(compliance, input)

export const borrowerCertificate = (input: DocumentInput): Promise<GeneratedFile> =>
  certificate(borrowerDelivery, input)

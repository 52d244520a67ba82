// A submission summary report of a collateral delivery portal as a PDF (Resources / Document, kind ssr).

import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { addressLine, borrowerNames, fileNameFor } from './document-input.ts'
import { renderPdf } from './pdf-page.ts'

export async function submissionSummary(input: DocumentInput): Promise<GeneratedFile> {
  const portal = input.portal ?? 'Collateral portal'
  const bytes = await renderPdf({
    title: 'Submission Summary Report',
    mark: 'SIMULATED — NOTHING WAS SUBMITTED',
    subtitle: `${portal}, order ${input.order_number}`,
    author: portal,
    date: input.delivered_on,
    sections: [
      {
        heading: 'Submission',
        rows: [
          ['Document file', `${input.order_number}-${input.revision + 1}`],
          ['Status', 'Successful'],
          ['Hard stops', '0'],
          ['Report format', input.report_format === 'uad_3_6' ? 'UAD 3.6' : 'UAD 2.6'],
        ],
      },
      {
        heading: 'Loan',
        rows: [
          ['Lender', input.lender],
          ['Loan number', input.loan_number],
          ['Borrower', borrowerNames(input)],
          ['Property', addressLine(input.address)],
        ],
      },
    ],
  })
  const suffix = portal
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  const stem = input.portal ? `submission-summary-${suffix}` : 'submission-summary'
  return { filename: fileNameFor(stem, input, 'pdf'), content_type: 'application/pdf', bytes }
}

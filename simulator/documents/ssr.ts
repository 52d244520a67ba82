// A submission summary report of a collateral delivery portal as a PDF (Resources / Document, kind ssr).

import { createHash } from 'node:crypto'
import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { addressLine, borrowerNames, fileNameFor } from './document-input.ts'
import { renderPdf } from './pdf-page.ts'

/** A portal of the two enterprises gives each of them a file; what the government insures goes to a portal of its own. */
const receivers = ({ product_code, product_name }: DocumentInput): { portal: string; files: readonly string[] } =>
  /\bFHA\b/i.test(`${product_code} ${product_name}`)
    ? { portal: 'Electronic Appraisal Delivery', files: ['FHA'] }
    : { portal: 'Uniform Collateral Data Portal', files: ['Fannie Mae', 'Freddie Mac'] }

/** Ten digits that follow from the order, as such numbers are. */
const fileId = ({ order_id, revision }: DocumentInput, receiver: string): string =>
  (createHash('sha256').update(`${order_id} ${revision} ${receiver}`).digest().readUInt32BE() + 1e9).toFixed(0)

export async function submissionSummary(input: DocumentInput): Promise<GeneratedFile> {
  const { portal: usual, files } = receivers(input)
  const portal = input.portal ?? usual
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
          ...files.flatMap((receiver) => [
            [`Document file ID, ${receiver}`, fileId(input, receiver)] as const,
            [`Status, ${receiver}`, 'Successful'] as const,
          ]),
          ['Submission', String(input.revision + 1)],
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

// Which files come with a delivered report (Resources / Document, what each kind is).
import type { Contract } from '../contract/contract.ts'
import type { Style26 } from '../documents/document-input.ts'
import type { Company, Document, Environment } from '../domain/records.ts'

export const deliveries = (_contract: Contract) => ({
  /** The kind that a file is made like. */
  madeLike: (kind: string): string => kind,

  /** Kinds in the order in which they are put on the order; a revision brings the report again. */
  kinds: (company: Company, revision: boolean, _environment: Environment): string[] => [
    'report_pdf',
    'report_data',
    ...(company.collateral_portal ? ['ssr'] : []),
    ...(revision || !company.invoices_through_platform ? [] : ['invoice']),
    ...(revision || !company.issues_compliance_certificate ? [] : ['compliance_certificate']),
    ...(revision || !company.issues_borrower_certificate ? [] : ['borrower_certificate']),
    ...(revision || !company.provides_review_report ? [] : ['review_report']),
  ],

  /** Kinds that follow a delivery some time after it. */
  later: (_company: Company, _revision: boolean, _environment: Environment): string[] => [],
  laterSeconds: 5,

  /** Whether a UAD 3.6 package holds a copy of the PDF. */
  pdfInPackage: true,

  /** How the XML of UAD 2.6 is written, as most software of the field does. */
  style26: {
    version: '2.6GSE',
    pdf_in: 'form-image',
    base64: 'one-line',
    dates: 'iso',
    amounts: 'whole',
  } as Style26,

  /** The documents that an order lists, newest first as they are given. */
  listed: (documents: Document[]): Document[] => documents,
})

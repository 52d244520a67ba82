// Which files come with a delivered report (Resources / Document, what each kind is).
import type { Contract } from '../contract.ts'
import type { Company } from '../domain/records.ts'

export const deliveries = (_contract: Contract) => ({
  /** Kinds in the order in which they are put on the order; a revision brings the report again. */
  kinds: (company: Company, revision: boolean): string[] => [
    'report_pdf',
    'report_data',
    ...(company.collateral_portal ? ['ssr'] : []),
    ...(revision || !company.invoices_through_platform ? [] : ['invoice']),
    ...(revision || !company.issues_compliance_certificate ? [] : ['compliance_certificate']),
    ...(revision || !company.issues_borrower_certificate ? [] : ['borrower_certificate']),
    ...(revision || !company.provides_review_report ? [] : ['review_report']),
  ],
})

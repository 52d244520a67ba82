// Which generator makes which kind of document; each is loaded when first asked for, away from the start-up path.

import type { DocumentInput, GeneratedFile } from './document-input.ts'

type Generator = (input: DocumentInput) => Promise<GeneratedFile>

const generators: Record<string, (input: DocumentInput) => Promise<Generator>> = {
  report_pdf: async () => (await import('./report-pdf.ts')).reportPdf,
  report_data: async ({ report_format }) =>
    report_format === 'uad_3_6'
      ? (await import('./report-data-36.ts')).reportData36
      : (await import('./report-data-26.ts')).reportData26,
  invoice: async () => (await import('./invoice.ts')).invoice,
  compliance_certificate: async () => (await import('./certificate.ts')).complianceCertificate,
  borrower_certificate: async () => (await import('./certificate.ts')).borrowerCertificate,
  ssr: async () => (await import('./ssr.ts')).submissionSummary,
  review_report: async () => (await import('./review-report.ts')).reviewReport,
  supporting: async () => (await import('./supporting-note.ts')).supportingNote,
}

/** The kinds that can be generated: all document kinds (Enumerations). */
export const generatedKinds: readonly string[] = Object.keys(generators)

/** The same kind and input give the same bytes. Rejects for a kind that is not in `generatedKinds`. */
export async function generateDocument(kind: string, input: DocumentInput): Promise<GeneratedFile> {
  const load = Object.hasOwn(generators, kind) ? generators[kind] : undefined
  if (!load) throw new Error(`Document kind ${kind}: expected one of ${generatedKinds.join(', ')}.`)
  const generator = await load(input)
  return generator(input)
}

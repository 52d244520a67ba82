// The report data on UAD 3.6: the delivery package, a ZIP of MISMO 3.6 XML and images (Resources / Document, kind report_data).

import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { dateOf, fileNameFor, opinionOfValue } from './document-input.ts'
import { drawPhoto } from './photo.ts'
import { reportMark, reportPdf } from './report-pdf.ts'
import type { XmlNode } from './xml.ts'
import { buildXml } from './xml.ts'

const photoName = 'images/subject-front.png'

const party = (type: string, fullName: string, sequence: number): XmlNode => ({
  '@SequenceNumber': String(sequence),
  INDIVIDUAL: { NAME: { FullName: fullName } },
  ROLES: { ROLE: { ROLE_DETAIL: { PartyRoleType: type } } },
})

const subject = ({ address }: DocumentInput): XmlNode => ({
  '@ValuationUseType': 'SubjectProperty',
  ADDRESS: {
    AddressLineText: address.street ?? undefined,
    AddressUnitIdentifier: address.unit ?? undefined,
    CityName: address.city ?? undefined,
    CountyName: address.county ?? undefined,
    PostalCode: address.postal_code,
    StateCode: address.state ?? undefined,
  },
})

const valuationReport = (input: DocumentInput): XmlNode => ({
  VALUATION_FORMS: {
    VALUATION_FORM: {
      PropertyValuationFormType: 'Other',
      PropertyValuationFormTypeOtherDescription: input.product_name,
      ValuationSoftwareProductName: 'assay simulator',
    },
  },
  VALUATION_RECONCILIATION: {
    VALUATION_RECONCILIATION_SUMMARIES: {
      VALUATION_RECONCILIATION_SUMMARY: {
        AppraisalReportEffectiveDate: dateOf(input.delivered_at),
        OpinionOfValueAmount: opinionOfValue(input),
      },
    },
  },
  VALUATION_REPORT_DETAIL: {
    AppraisalReportSignedDate: dateOf(input.delivered_at),
    AppraiserFileIdentifier: input.order_number,
    ValuationReportCommentText: `${reportMark}. Revision ${input.revision}.`,
  },
  IMAGES: {
    IMAGE: {
      ImageCategoryType: 'SubjectFront',
      ImageFileLocationIdentifier: photoName,
      MIMETypeIdentifier: 'image/png',
    },
  },
})

const message = (input: DocumentInput): XmlNode => ({
  MESSAGE: {
    '@xmlns': 'http://www.mismo.org/residential/2009/schemas',
    '@MISMOReferenceModelIdentifier': '3.6.0366',
    ABOUT_VERSIONS: {
      ABOUT_VERSION: { CreatedDatetime: `${dateOf(input.delivered_at)}T00:00:00Z`, DataVersionName: 'UAD 3.6' },
    },
    DEAL_SETS: {
      DEAL_SET: {
        DEALS: {
          DEAL: {
            COLLATERALS: { COLLATERAL: { PROPERTIES: { PROPERTY: subject(input) } } },
            LOANS: input.loan_number
              ? { LOAN: { LOAN_IDENTIFIERS: { LOAN_IDENTIFIER: { LoanIdentifier: input.loan_number } } } }
              : undefined,
            PARTIES: {
              PARTY: [
                party('Borrower', input.borrower, 1),
                party('Lender', input.lender, 2),
                party('AppraisalManagementCompany', input.company, 3),
                party('Appraiser', input.appraiser, 4),
              ],
            },
            SERVICES: { SERVICE: { VALUATION: { VALUATION_RESPONSE: { VALUATION_REPORT: valuationReport(input) } } } },
          },
        },
      },
    },
  },
})

/** The old time stamp of the format has no zone: local noon of the delivery day gives the same bytes in every zone. */
const stampOf = (date: string): Date => new Date(`${date}T12:00:00`)

export async function reportData36(input: DocumentInput): Promise<GeneratedFile> {
  const options = { mtime: stampOf(dateOf(input.delivered_at)), mode: 0o100644, forceDosTimestamp: true }
  const archive = new ZipFile()
  archive.addBuffer(buildXml(message(input)), fileNameFor('appraisal-report', input, 'xml'), options)
  if (input.pdf_in_package) {
    const pdf = await reportPdf(input)
    archive.addBuffer(pdf.bytes, pdf.filename, options)
  }
  archive.addBuffer(drawPhoto(), photoName, { ...options, compress: false })
  archive.end()
  const bytes = await buffer(archive.outputStream)
  return { filename: fileNameFor('appraisal-report', input, 'zip'), content_type: 'application/zip', bytes }
}

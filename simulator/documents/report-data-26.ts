// The report data on UAD 2.6: the 2.6 GSE appraisal XML with the report PDF inside (Resources / Document, kind report_data).

import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { dateOf, fileNameFor, opinionOfValue } from './document-input.ts'
import { reportMark, reportPdf } from './report-pdf.ts'
import type { XmlNode } from './xml.ts'
import { buildXml } from './xml.ts'

/** Fields that the 2.6 standard itself lacks ride in an extension of the element they belong to. */
const extension = (element: string, data: XmlNode): XmlNode => ({
  [`${element}_EXTENSION`]: {
    [`${element}_EXTENSION_SECTION`]: {
      '@ExtensionSectionOrganizationName': 'UNIFORM APPRAISAL DATASET',
      [`${element}_EXTENSION_SECTION_DATA`]: data,
    },
  },
})

const report = (input: DocumentInput, pdf: GeneratedFile): XmlNode => ({
  '@AppraisalFormType': 'FNM1004',
  '@AppraisalFormVersionIdentifier': '2005',
  '@AppraiserFileIdentifier': input.order_number,
  '@AppraiserAdditionalFileIdentifierName': 'Loan No.',
  '@AppraiserAdditionalFileIdentifier': input.loan_number ?? '',
  '@AppraisalSoftwareProductName': 'assay simulator',
  '@AppraiserReportSignedDate': dateOf(input.delivered_at),
  '@USPAPReportDescription': reportMark,
  FORM: {
    '@AppraisalReportContentSequenceIdentifier': '1',
    '@AppraisalReportContentType': 'AppraisalForm',
    '@AppraisalReportContentName': input.product_name,
    '@AppraisalReportContentIsPrimaryFormIndicator': 'Y',
    EMBEDDED_FILE: {
      '@_Type': 'PDF',
      '@_EncodingType': 'Base64',
      '@MIMEType': pdf.content_type,
      '@_Name': 'AppraisalReport',
      DOCUMENT: pdf.bytes.toString('base64'),
    },
  },
})

const parties = ({ appraiser, company, lender, borrower }: DocumentInput): XmlNode => ({
  APPRAISER: { '@_Name': appraiser, '@_CompanyName': company },
  LENDER: { '@_UnparsedName': lender },
  BORROWER: {
    '@_UnparsedName': borrower,
    ...extension('BORROWER', { BORROWER_NAME: { '@GSEBorrowerName': borrower } }),
  },
  ...extension('MANAGEMENT_COMPANY', { MANAGEMENT_COMPANY: { '@GSEManagementCompanyName': company } }),
})

const property = ({ address }: DocumentInput): XmlNode => ({
  '@_StreetAddress': address.street ?? '',
  '@_StreetAddress2': address.unit ?? '',
  '@_City': address.city ?? '',
  '@_State': address.state ?? '',
  '@_County': address.county ?? '',
  '@_PostalCode': address.postal_code,
  '@_RightsType': 'FeeSimple',
  STRUCTURE: { '@LivingUnitCount': '1' },
})

const valuation = (input: DocumentInput): XmlNode => ({
  '@PropertyAppraisedValueAmount': opinionOfValue(input).replace(/\.\d\d$/, ''),
  '@AppraisalEffectiveDate': dateOf(input.delivered_at),
  _RECONCILIATION: {
    '@_SummaryComment': `${reportMark}. Revision ${input.revision}.`,
    _CONDITION_OF_APPRAISAL: { '@_Type': 'AsIs' },
  },
})

export async function reportData26(input: DocumentInput): Promise<GeneratedFile> {
  const bytes = buildXml({
    VALUATION_RESPONSE: {
      '@MISMOVersionID': '2.6GSE',
      REPORT: report(input, await reportPdf(input)),
      PARTIES: parties(input),
      PROPERTY: property(input),
      VALUATION: valuation(input),
    },
  })
  return { filename: fileNameFor('appraisal-report', input, 'xml'), content_type: 'application/xml', bytes }
}

// The report data on UAD 2.6: the 2.6 GSE appraisal XML with the report PDF inside (Resources / Document, kind report_data).
// Which facts of the format rest on what: docs/report-files.md.

import { factsOf, type AppraisalFacts } from './appraisal-facts.ts'
import type { Comparable } from './comparables.ts'
import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { borrowerNames, fileNameFor } from './document-input.ts'
import { incomeAnalysis, unitGroups } from './income-26.ts'
import { reportMark, reportPdf } from './report-pdf.ts'
import { formsOfWriting, type Writing } from './style-26.ts'
import type { XmlNode } from './xml.ts'
import { buildXml } from './xml.ts'

type Given = { readonly input: DocumentInput; readonly facts: AppraisalFacts; readonly write: Writing }

/** Fields that the 2.6 standard itself lacks ride in an extension of the element they belong to. */
const extension = (element: string, data: XmlNode): XmlNode => ({
  [`${element}_EXTENSION`]: {
    [`${element}_EXTENSION_SECTION`]: {
      '@ExtensionSectionOrganizationName': 'UNIFORM APPRAISAL DATASET',
      [`${element}_EXTENSION_SECTION_DATA`]: data,
    },
  },
})

const purposes: Record<string, string> = { purchase: 'Purchase', refinance: 'Refinance' }

const purpose = ({ loan_purpose }: DocumentInput): XmlNode =>
  purposes[loan_purpose]
    ? { '@AppraisalPurposeType': purposes[loan_purpose] }
    : { '@AppraisalPurposeType': 'Other', '@AppraisalPurposeTypeOtherDescription': loan_purpose.replaceAll('_', ' ') }

const report = ({ input, facts: { form }, write }: Given, pdf: GeneratedFile): XmlNode => {
  const EMBEDDED_FILE: XmlNode = {
    '@_Type': 'PDF',
    '@_Name': 'AppraisalReport',
    '@_EncodingType': 'Base64',
    '@MIMEType': pdf.content_type,
    DOCUMENT: write.base64(pdf.bytes),
  }
  return {
    '@AppraisalFormType': form.type,
    '@AppraisalFormTypeOtherDescription': form.other,
    '@_TitleDescription': form.title,
    '@AppraiserFileIdentifier': input.order_number,
    '@AppraiserAdditionalFileIdentifierName': 'Loan No.',
    '@AppraiserAdditionalFileIdentifier': input.loan_number ?? '',
    '@AppraisalSoftwareProductName': 'assay simulator',
    ...purpose(input),
    '@AppraiserReportSignedDate': write.date(input.delivered_on),
    '@USPAPReportDescription': reportMark,
    FORM: {
      '@AppraisalReportContentSequenceIdentifier': '1',
      '@AppraisalReportContentType': 'AppraisalForm',
      '@AppraisalReportContentName': input.product_name,
      '@AppraisalReportContentIsPrimaryFormIndicator': 'Y',
      ...(write.pdfIn === 'form-image' && {
        IMAGE: { '@_Name': 'AppraisalForm', '@_SequenceIdentifier': '1', EMBEDDED_FILE },
      }),
      ...(write.pdfIn === 'form' && { EMBEDDED_FILE }),
    },
    ...(write.pdfIn === 'report' && { EMBEDDED_FILE }),
  }
}

const parties = ({ input, write }: Given): XmlNode => ({
  APPRAISER: {
    '@_Name': input.appraiser,
    '@_CompanyName': 'Sample Appraisers',
    INSPECTION: { '@AppraisalInspectionPropertyType': 'Subject', '@InspectionDate': write.date(input.inspected_on) },
  },
  // Software of the field names the management company at the lender too, where older readers look for it.
  LENDER: { '@_UnparsedName': input.lender, CONTACT_DETAIL: { '@_Name': input.company } },
  BORROWER: {
    '@_UnparsedName': borrowerNames(input),
    ...extension('BORROWER', { BORROWER_NAME: { '@GSEBorrowerName': borrowerNames(input) } }),
  },
  ...extension('MANAGEMENT_COMPANY', { MANAGEMENT_COMPANY: { '@GSEManagementCompanyName': input.company } }),
})

const occupancies: Record<string, string> = { investment_property: 'TenantOccupied', vacant: 'Vacant' }

const property = ({ input: { address, ...input }, facts: { dwelling, units, ...facts }, write }: Given): XmlNode => ({
  '@_StreetAddress': [address.street, address.unit].filter(Boolean).join(' '),
  '@_City': address.city ?? '',
  '@_State': address.state ?? '',
  '@_County': address.county ?? '',
  '@_PostalCode': address.postal_code,
  '@_CurrentOccupancyType': occupancies[input.occupancy] ?? 'OwnerOccupied',
  '@_RightsType': input.property_type === 'cooperative' ? 'Cooperative' : 'FeeSimple',
  ...(units > 0 && {
    STRUCTURE: {
      '@LivingUnitCount': String(units),
      '@StoriesCount': String(dwelling.stories),
      '@PropertyStructureBuiltYear': String(dwelling.built),
      '@TotalBedroomCount': String(dwelling.bedrooms),
      '@TotalBathroomCount': `${dwelling.full_baths}.${dwelling.half_baths}`,
      '@GrossLivingAreaSquareFeetCount': write.count(dwelling.area),
      ...(facts.income && { _UNIT_GROUP: unitGroups(facts.income, dwelling, write) }),
    },
  }),
  SITE: { '@_AreaDescription': `${facts.lot_square_feet} sf` },
  ...(input.purchase_price && {
    SALES_CONTRACT: { '@_Amount': write.amount(Number(input.purchase_price)), '@_ReviewedIndicator': 'Y' },
  }),
})

const comparable = (write: Writing, state: DocumentInput['address'], one: Comparable): XmlNode => ({
  '@PropertySequenceIdentifier': String(one.ordinal),
  '@PropertySalesAmount': write.amount(one.price),
  '@SalePriceTotalAdjustmentAmount': write.amount(one.net),
  '@AdjustedSalesPriceAmount': write.amount(one.adjusted),
  LOCATION: {
    '@PropertyStreetAddress': one.street,
    '@PropertyCity': state.city ?? '',
    '@PropertyState': state.state ?? '',
    '@PropertyPostalCode': state.postal_code,
    '@ProximityToSubjectDescription': `${one.miles} miles ${one.direction[0]}`,
  },
  ROOM_ADJUSTMENT: {
    '@TotalBedroomCount': String(one.dwelling.bedrooms),
    '@TotalBathroomCount': `${one.dwelling.full_baths}.${one.dwelling.half_baths}`,
    '@BathroomAdjustmentAmount': write.amount(one.adjustments.find(({ kind_26 }) => kind_26 === null)?.amount ?? 0),
  },
  SALE_PRICE_ADJUSTMENT: [
    { '@_Type': 'DateOfSale', '@_Description': `s${one.sold_on.slice(5, 7)}/${one.sold_on.slice(2, 4)}` },
    ...one.adjustments.flatMap(({ kind_26, described, amount }) =>
      kind_26 === null ? [] : [{ '@_Type': kind_26, '@_Description': described, '@_Amount': write.amount(amount) }],
    ),
  ],
})

const methods = ({ input, facts, write }: Given): XmlNode => ({
  SALES_COMPARISON: {
    '@ValueIndicatedBySalesComparisonApproachAmount': write.amount(facts.value),
    COMPARABLE_SALE: facts.comparables.map((one) => comparable(write, input.address, one)),
  },
  ...(facts.income && { INCOME_ANALYSIS: incomeAnalysis(facts.income, write) }),
})

const valuation = ({ input, facts, write }: Given): XmlNode => ({
  '@PropertyAppraisedValueAmount': write.amount(facts.value),
  '@AppraisalEffectiveDate': write.date(input.inspected_on),
  _RECONCILIATION: {
    '@_SummaryComment': `${reportMark}. Revision ${input.revision}.`,
    _CONDITION_OF_APPRAISAL: { '@_Type': 'AsIs' },
  },
})

export async function reportData26(input: DocumentInput): Promise<GeneratedFile> {
  const style = input.style_26
  const given: Given = { input, facts: factsOf(input), write: formsOfWriting(style) }
  const bytes = buildXml({
    VALUATION_RESPONSE: {
      '@MISMOVersionID': style.version,
      REPORT: report(given, await reportPdf(input)),
      PARTIES: parties(given),
      PROPERTY: property(given),
      VALUATION_METHODS: methods(given),
      VALUATION: valuation(given),
    },
  })
  return { filename: fileNameFor('appraisal-report', input, 'xml'), content_type: 'application/xml', bytes }
}

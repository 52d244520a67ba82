// The XML of a UAD 3.6 package: a MISMO 3.6 message about one report. Which facts rest on what: docs/report-files.md.

import { inspectionOf } from './appraisal-form.ts'
import { reportMark } from './report-pdf.ts'
import { comparable, subject, type Message36 } from './uad-36-property.ts'
import type { XmlNode } from './xml.ts'

const role = (type: string, more: XmlNode = {}): XmlNode => ({ ...more, ROLE_DETAIL: { PartyRoleType: type } })

const company = (name: string, ...roles: string[]): XmlNode => ({
  LEGAL_ENTITY: { LEGAL_ENTITY_DETAIL: { FullName: name } },
  ROLES: { ROLE: roles.map((type) => role(type)) },
})

const person = (first: string, last: string, of: XmlNode): XmlNode => ({
  INDIVIDUAL: { NAME: { FirstName: first, LastName: last } },
  ROLES: { ROLE: of },
})

const appraiser = (name: string): XmlNode => {
  const [, first = '', last = name] = /^(.*\S)\s+(\S+)$/.exec(name.trim()) ?? []
  const own = { APPRAISER: { APPRAISER_DETAIL: { AppraiserCompanyName: 'Sample Appraisers' } } }
  return person(first, last, { '@xlink:label': 'ROLE_Appraiser', ...role('Appraiser', own) })
}

const parties = ({ input }: Message36): XmlNode => ({
  PARTY: [
    company(input.lender, 'Lender', 'Client'),
    company(input.company, 'ManagementCompany'),
    appraiser(input.appraiser),
    ...input.borrowers.map(({ first_name, last_name }) => person(first_name, last_name, role('Borrower'))),
  ],
})

const assignments: Record<string, string> = {
  construction_only: 'Construction',
  construction_to_permanent: 'Construction',
  mortgage_modification: 'LoanModification',
  purchase: 'Purchase',
  refinance: 'Refinance',
}

const identifier = (value: string, type: string): XmlNode => ({
  AdditionalValuationIdentifier: value,
  AdditionalValuationIdentifierType: type,
})

const inspections = { interior: 'InteriorAndExterior', exterior: 'Exterior', none: 'NoPhysicalInspection' }

const notNeeded = {
  VALUATION_APPROACH_EXCLUSION_REASONS: {
    VALUATION_APPROACH_EXCLUSION_REASON: { ValuationApproachExclusionReasonType: 'NotNecessaryForCredibleResults' },
  },
}

/** A unit's rents stand with the subject. */
const incomeApproach = ({ income }: Message36['facts']): XmlNode =>
  income
    ? {
        INCOME_APPROACH_DETAIL: {
          GrossRentMultiplierFactorNumber: income.multiplier,
          ValueIndicatedByIncomeApproachAmount: String(income.value),
        },
      }
    : notNeeded

const report = ({ input, facts }: Message36): XmlNode => ({
  ADDITIONAL_IDENTIFIERS: {
    ADDITIONAL_IDENTIFIER: [
      ...(input.loan_number ? [identifier(input.loan_number, 'Client')] : []),
      identifier(input.order_number, 'ManagementCompany'),
    ],
  },
  APPROACH_TO_VALUE: {
    COST_APPROACH: notNeeded,
    INCOME_APPROACH: incomeApproach(facts),
    SALES_COMPARISON_APPROACH: {
      SALES_COMPARISON_APPROACH_DETAIL: { ValueIndicatedBySalesComparisonAmount: String(facts.value) },
    },
  },
  SCOPE_OF_WORK: {
    SCOPE_OF_WORK_DETAIL: {
      CostApproachIndicator: 'false',
      IncomeApproachIndicator: String(facts.income !== undefined),
      SalesComparisonApproachIndicator: 'true',
      ValuationAssignmentType: assignments[input.loan_purpose] ?? 'Other',
      ValuationAssignmentTypeOtherDescription: assignments[input.loan_purpose]
        ? undefined
        : input.loan_purpose.replaceAll('_', ' '),
    },
  },
  VALUATION_RECONCILIATION: {
    VALUATION_RECONCILIATION_DETAIL: {
      ValuationReconciliationSummaryCommentDescription: `${reportMark}. Revision ${input.revision}.`,
    },
    VALUATION_RECONCILIATION_SUMMARY: {
      VALUATION_CONDITIONS: { VALUATION_CONDITION: { PropertyValuationConditionalConclusionType: 'AsIs' } },
      VALUATION_RECONCILIATION_SUMMARY_DETAIL: {
        AppraisalReportEffectiveDate: input.inspected_on,
        OpinionOfValueAmount: String(facts.value),
      },
    },
  },
  VALUATION_REPORT_DETAIL: {
    AppraiserFileIdentifier: input.order_number,
    ReconsiderationOfValueIndicator: 'false',
    ValuationReportContentIdentifier: 'URAR Delivery Specification v1.4',
    ValuationReportInspectionCertificationType: inspections[inspectionOf(facts.form)],
  },
  VALUATION_SOFTWARE_SYSTEMS: {
    VALUATION_SOFTWARE_SYSTEM: {
      ValuationSoftwareProductIdentifier: 'ASSAY',
      ValuationSoftwareProductName: 'assay simulator',
      ValuationSoftwareProductVersionIdentifier: '1',
      ValuationSoftwareVendorName: 'assay',
    },
  },
})

const service = (message: Message36): XmlNode => ({
  VALUATION: {
    VALUATION_RESPONSE: {
      VALUATION_ANALYSES: {
        VALUATION_ANALYSIS: {
          PROPERTIES: {
            PROPERTY: [subject(message), ...message.facts.comparables.map((one) => comparable(message, one))],
          },
          VALUATION_REPORT: report(message),
        },
      },
    },
  },
  PARTIES: parties(message),
  RELATIONSHIPS: {
    RELATIONSHIP: {
      '@xlink:arcrole': 'urn:fdc:mismo.org:2009:residential/SIGNATORY_IsAssociatedWith_ROLE',
      '@xlink:from': 'SIGNATORY_Appraiser',
      '@xlink:to': 'ROLE_Appraiser',
    },
  },
  SERVICE_DETAIL: { ServiceType: 'Valuation' },
})

const document = (message: Message36): XmlNode => ({
  DEAL_SETS: { DEAL_SET: { DEALS: { DEAL: { SERVICES: { SERVICE: service(message) } } } } },
  SIGNATORIES: {
    SIGNATORY: {
      '@xlink:label': 'SIGNATORY_Appraiser',
      EXECUTION: { EXECUTION_DETAIL: { ExecutionDate: message.input.delivered_on } },
    },
  },
  VIEWS: message.pdf
    ? {
        VIEW: {
          VIEW_FILES: {
            VIEW_FILE: { FOREIGN_OBJECT: { ObjectURL: message.pdf, MIMETypeIdentifier: 'application/pdf' } },
          },
        },
      }
    : undefined,
  // Each delivery of a file counts its version.
  ABOUT_VERSIONS: { ABOUT_VERSION: { AboutVersionIdentifier: String(Math.min(message.input.revision + 1, 99)) } },
  DOCUMENT_CLASSIFICATION: {
    DOCUMENT_CLASSES: { DOCUMENT_CLASS: { DocumentType: 'AppraisalReport' } },
    DOCUMENT_CLASSIFICATION_DETAIL: {
      DocumentFormIssuingEntityNameType: 'FNM_FRE',
      DocumentFormIssuingEntityVersionIdentifier: 'September 2024',
    },
  },
})

export const message36 = (message: Message36): XmlNode => ({
  MESSAGE: {
    '@xmlns': 'http://www.mismo.org/residential/2009/schemas',
    '@xmlns:xlink': 'http://www.w3.org/1999/xlink',
    '@MISMOReferenceModelIdentifier': '3.6.0366',
    DOCUMENT_SETS: { DOCUMENT_SET: { DOCUMENTS: { DOCUMENT: document(message) } } },
  },
})

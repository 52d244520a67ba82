// The appraisal report as a PDF: a form of several pages that says what its XML says (Resources / Document, kind report_pdf).

import { remembered } from '../lib/remembered.ts'
import { inspectionOf } from './appraisal-form.ts'
import { factsOf, viewOf, type AppraisalFacts } from './appraisal-facts.ts'
import type { DocumentInput, GeneratedFile } from './document-input.ts'
import { addressLine, borrowerNames, fileNameFor } from './document-input.ts'
import { renderPdf, type PdfContent } from './pdf-page.ts'

export const reportMark = 'SIMULATED — NOT AN APPRAISAL'

/** The data file of a delivery holds the report that comes with it, which takes longer to draw than all else of it. */
const drawn = remembered((content: string) => renderPdf(JSON.parse(content) as PdfContent), 20)

type Section = PdfContent['sections'][number]

const words = (code: string): string => {
  const text = code.replaceAll('_', ' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const amount = (value: number): string => `${value < 0 ? '-' : ''}$${Math.abs(value).toLocaleString('en-US')}`

/** `412500.00` as `$412,500.00`. */
const money = (price: string): string => {
  const [dollars = '', cents = '00'] = price.split('.')
  return `$${BigInt(dollars).toLocaleString('en-US')}.${cents}`
}

const subject = (input: DocumentInput): Section => ({
  heading: 'Subject',
  rows: [
    ['Property', addressLine(input.address)],
    ['County', input.address.county],
    ['Borrower', borrowerNames(input)],
    ['Property type', words(input.property_type)],
    ['Occupancy', words(input.occupancy)],
    ['Rights appraised', input.property_type === 'cooperative' ? 'Cooperative shares' : 'Fee simple'],
    ['Assignment', words(input.loan_purpose)],
    ...(input.purchase_price ? [['Contract price', `${money(input.purchase_price)} ${input.currency}`] as const] : []),
  ],
})

const client = (input: DocumentInput): Section => ({
  heading: 'Client',
  rows: [
    ['Lender', input.lender],
    ['Loan number', input.loan_number],
    ['Management company', input.company],
    ['Ordered', input.ordered_on],
    ['Due', input.due_date],
  ],
})

const inspections = {
  interior: 'Interior and exterior',
  exterior: 'Exterior only',
  none: 'None, from data',
}

/** What a form asks about the building depends on the form. */
const improvements = ({ form, dwelling, units, ...facts }: AppraisalFacts): Section => {
  const isUnit = form.number.startsWith('107')
  const land: Section['rows'] = isUnit ? [] : [['Site', `${facts.lot_square_feet.toLocaleString('en-US')} sf`]]
  const building: Section['rows'] = [
    [form.number === '1025' ? 'Units in the building' : 'Units', String(units)],
    ['Year built', String(dwelling.built)],
    [isUnit ? 'Levels of the unit' : 'Stories', String(dwelling.stories)],
    ['Bedrooms', String(dwelling.bedrooms)],
    ['Bathrooms', `${dwelling.full_baths}.${dwelling.half_baths}`],
    ['Living area above grade', `${dwelling.area.toLocaleString('en-US')} sf`],
    ...(form.number === '1004C' ? [['Construction', 'Manufactured home'] as const] : []),
    ['Condition and quality', `${facts.condition}, ${facts.quality}`],
  ]
  return {
    heading: units > 0 ? 'Improvements' : 'Land',
    rows: [
      ['Inspection', units > 0 ? inspections[inspectionOf(form)] : 'On site'],
      ...land,
      ...(units > 0 ? building : []),
    ],
  }
}

const comparison = (
  { address, ...input }: DocumentInput,
  { comparables, dwelling, ...facts }: AppraisalFacts,
): Section => {
  const line = (label: string, own: string, of: (one: AppraisalFacts['comparables'][number]) => string): string[] => [
    label,
    own,
    ...comparables.map(of),
  ]
  const building = [
    line('Living area', `${dwelling.area} sf`, (one) => `${one.dwelling.area} sf`),
    line('  adjustment', '', (one) => amount(one.adjustments[0]!.amount)),
    line('Bedrooms', String(dwelling.bedrooms), (one) => String(one.dwelling.bedrooms)),
    line('Bathrooms', `${dwelling.full_baths}.${dwelling.half_baths}`, (one) => one.adjustments[1]!.described),
    line('  adjustment', '', (one) => amount(one.adjustments[1]!.amount)),
    line('Year built', String(dwelling.built), (one) => String(one.dwelling.built)),
  ]
  return {
    heading: 'Sales comparison approach',
    grid: [
      line('', 'Subject', ({ ordinal }) => `Comparable ${ordinal}`),
      line('Address', address.street ?? '', ({ street }) => street),
      line('City', address.city ?? '', () => address.city ?? ''),
      line('Proximity', '', ({ miles, direction }) => `${miles} miles ${direction[0]}`),
      line('Sale price', input.purchase_price ? amount(facts.value) : '', ({ price }) => amount(price)),
      line('Contracted', '', ({ contracted_on }) => contracted_on),
      line('Sold', '', ({ sold_on }) => sold_on),
      ...(facts.units > 0 ? building : []),
      line('Net adjustment', '', ({ net }) => amount(net)),
      line('Adjusted price', '', ({ adjusted }) => amount(adjusted)),
      line('Weight', '', ({ weight }) => weight),
    ],
    paragraphs: ['The sales above were invented from the number of the order. No such sale took place.'],
  }
}

const incomeApproach = ({ income }: AppraisalFacts): Section[] => {
  if (!income) return []
  const { units, rentals } = income
  return [
    {
      heading: 'Income approach: rents a month',
      grid: [
        ['Unit', 'Let', 'Bedrooms', 'Bathrooms', 'Area', 'Actual rent', 'Market rent'],
        ...units.map((unit) => [
          String(unit.ordinal),
          { owner: 'To the owner', tenant: 'Month to month', vacant: 'Vacant' }[unit.tenancy],
          String(unit.bedrooms),
          unit.baths,
          `${unit.area} sf`,
          amount(unit.actual),
          amount(unit.market),
        ]),
        ['Total', '', '', '', '', amount(income.actual), amount(income.market)],
      ],
    },
    {
      heading: 'Income approach: rented nearby',
      grid: [
        ['', ...rentals.map(({ ordinal }) => `Rental ${ordinal}`)],
        ['Address', ...rentals.map(({ street }) => street)],
        ['Proximity', ...rentals.map(({ miles, direction }) => `${miles} miles ${direction[0]}`)],
        ['Rent of a unit', ...rentals.map(({ rent }) => amount(rent))],
      ],
      paragraphs: [
        `${amount(income.market)} of market rent a month, times a gross rent multiplier of ${income.multiplier}, is ${amount(income.value)}.`,
        'Rents and rentals were invented too.',
      ],
    },
  ]
}

const conclusion = (input: DocumentInput, { value, income }: AppraisalFacts): Section[] => [
  {
    heading: 'Reconciliation',
    on_new_page: true,
    rows: [
      ['Indicated by comparison', amount(value)],
      ['Cost approach', 'Not developed'],
      ['Income approach', income ? amount(income.value) : 'Not developed'],
      ['Opinion of value', `${amount(value)} ${input.currency}`],
      ['Condition of the opinion', 'As is'],
      ['Effective date', input.inspected_on],
      ['Report format', input.report_format === 'uad_3_6' ? 'UAD 3.6' : 'UAD 2.6'],
      ['Revision', String(input.revision)],
    ],
    paragraphs: ['The figure above was computed from the order itself. Nobody has looked at a property or a market.'],
  },
  {
    heading: 'Certification',
    rows: [
      ['Appraiser', input.appraiser],
      ['Signed', input.delivered_on],
    ],
    paragraphs: ['Nothing is certified here: this file exists to exercise software that receives appraisal reports.'],
  },
]

export async function reportPdf(input: DocumentInput): Promise<GeneratedFile> {
  const facts = factsOf(input)
  const { number, title } = facts.form
  const content: PdfContent = {
    title: `${input.revision > 0 ? 'Revised ' : ''}${title}`,
    mark: reportMark,
    subtitle: `Form ${number}. Order ${input.order_number}, ${input.product_name}`,
    author: input.appraiser,
    date: input.delivered_on,
    sections: [
      subject(input),
      client(input),
      { heading: 'Photograph of the subject', picture: { of: input.order_id, view: viewOf(facts) } },
      { ...improvements(facts), on_new_page: true },
      comparison(input, facts),
      ...incomeApproach(facts),
      ...conclusion(input, facts),
    ],
  }
  const bytes = await drawn(JSON.stringify(content))
  return { filename: fileNameFor('appraisal-report', input, 'pdf'), content_type: 'application/pdf', bytes }
}

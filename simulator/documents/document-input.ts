// What a generated file is made from: plain facts of an order, so that the same facts always give the same bytes.

type DocumentAddress = {
  readonly street: string | null
  readonly unit: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postal_code: string
  readonly county: string | null
}

export type DocumentInput = {
  readonly order_id: string
  readonly order_number: string
  readonly report_format: 'uad_2_6' | 'uad_3_6'
  readonly product_code: string
  readonly product_name: string
  readonly address: DocumentAddress
  /** Property type, occupancy and loan purpose as the order has them (Enumerations). */
  readonly property_type: string
  readonly occupancy: string
  readonly loan_purpose: string
  readonly has_adu: boolean
  readonly borrowers: readonly { readonly first_name: string; readonly last_name: string }[]
  readonly lender: string
  readonly company: string
  readonly appraiser: string
  /** Money text with two decimals, or null while the company has not quoted it. */
  readonly appraisal_fee: string | null
  readonly currency: string
  /** 0 for the first delivery, 1 for the first revised report, and so on. */
  readonly revision: number
  /** Calendar dates at the property, YYYY-MM-DD. Files carry no time, so those of one delivery agree with each other. */
  readonly delivered_on: string
  readonly ordered_on: string
  /** The effective date of the appraisal. */
  readonly inspected_on: string
  readonly due_date: string
  readonly loan_number: string | null
  /** Money text; the opinion of value of a purchase is its price. */
  readonly purchase_price?: string | null
  /** Name of the collateral portal on a submission summary report; there may be one report for each portal. */
  readonly portal?: string
  /** Whether the UAD 3.6 package holds a copy of the PDF; the standard does not guarantee one. */
  readonly pdf_in_package?: boolean
  /** How the software that makes the 2.6 XML writes what the standard leaves open. */
  readonly style_26: Style26
}

export type Style26 = {
  readonly version: '2.6GSE' | '2.6'
  /** The element that holds the file element of the report PDF. */
  readonly pdf_in: 'form-image' | 'form' | 'report'
  readonly base64: 'one-line' | 'wrapped'
  readonly dates: 'iso' | 'month-first'
  readonly amounts: 'whole' | 'commas' | 'decimals'
}

export type GeneratedFile = { readonly filename: string; readonly content_type: string; readonly bytes: Buffer }

/** `Robin Doe and Kim Doe`. */
export const borrowerNames = ({ borrowers }: DocumentInput): string =>
  borrowers.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join(' and ')

/** `12 Elm St Unit 4, Austin, TX 78701`; empty parts are left out. */
export function addressLine({ street, unit, city, state, postal_code }: DocumentAddress): string {
  const line = [street, unit].filter(Boolean).join(' ')
  return [line, city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** A file name from the order number, revision included: letters, digits, dot, hyphen and underscore only. */
export function fileNameFor(stem: string, { order_number, revision }: DocumentInput, extension: string): string {
  const number = order_number
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 64)
    .replace(/^[-.]+|[-.]+$/g, '')
  return `${[stem, number].filter(Boolean).join('-')}${revision > 0 ? `-r${revision}` : ''}.${extension}`
}

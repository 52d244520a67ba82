// What a generated file is made from: plain facts of an order, so that the same facts always give the same bytes.

import { createHash } from 'node:crypto'

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
  readonly product_name: string
  readonly address: DocumentAddress
  /** Names of the borrowers in one text. */
  readonly borrower: string
  readonly lender: string
  readonly company: string
  readonly appraiser: string
  /** Money text with two decimals, or null while the company has not quoted it. */
  readonly appraisal_fee: string | null
  readonly currency: string
  /** 0 for the first delivery, 1 for the first revised report, and so on. */
  readonly revision: number
  /** Epoch milliseconds. Files carry the UTC date only, so those of one delivery agree with each other. */
  readonly delivered_at: number
  readonly ordered_at: number
  /** YYYY-MM-DD. */
  readonly due_date: string
  readonly loan_number: string | null
  /** Money text; the opinion of value of a purchase is its price. */
  readonly purchase_price?: string | null
  /** Name of the collateral portal on a submission summary report; there may be one report for each portal. */
  readonly portal?: string
  /** Whether the UAD 3.6 package holds a copy of the PDF; the standard does not guarantee one. */
  readonly pdf_in_package?: boolean
}

export type GeneratedFile = { readonly filename: string; readonly content_type: string; readonly bytes: Buffer }

/** Epoch milliseconds as a UTC calendar date, YYYY-MM-DD. */
export const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** `12 Elm St Unit 4, Austin, TX 78701`; empty parts are left out. */
export function addressLine({ street, unit, city, state, postal_code }: DocumentAddress): string {
  const line = [street, unit].filter(Boolean).join(' ')
  return [line, city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** The invented opinion of value: the purchase price, else whole thousands that follow from the order's id. */
export function opinionOfValue({ order_id, purchase_price }: DocumentInput): string {
  if (purchase_price) return purchase_price
  const spread = createHash('sha256').update(order_id).digest().readUInt16BE() % 600
  return `${200 + spread}000.00`
}

/** A file name from the order number, revision included: letters, digits, dot, hyphen and underscore only. */
export function fileNameFor(stem: string, { order_number, revision }: DocumentInput, extension: string): string {
  const number = order_number
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 64)
    .replace(/^[-.]+|[-.]+$/g, '')
  return `${[stem, number].filter(Boolean).join('-')}${revision > 0 ? `-r${revision}` : ''}.${extension}`
}

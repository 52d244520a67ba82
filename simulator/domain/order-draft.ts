// An order as a lender sends it (Resources / Creating an order); read, but not yet judged by the rules of the business.
import type { Contact } from './records.ts'

export type Maybe<T> = T | null | undefined

export type AddressDraft = {
  postal_code?: Maybe<string>
  street?: Maybe<string>
  unit?: Maybe<string>
  city?: Maybe<string>
  state?: Maybe<string>
  county?: Maybe<string>
}

export type PartiesDraft = {
  real_estate_agent?: Maybe<{ first_name?: Maybe<string>; last_name?: Maybe<string>; contacts?: Maybe<Contact[]> }>
  additional_contacts?: Maybe<{ purpose?: Maybe<string>; name?: Maybe<string>; email?: Maybe<string> }[]>
}

export type InlineDocument = {
  filename: string
  /** Base64. */
  content: string
  content_type?: Maybe<string>
  purpose?: Maybe<string>
  description?: Maybe<string>
}

export type OrderDraft = {
  order_type_code: string
  loan_type_code?: Maybe<string>
  add_on_codes?: Maybe<string[]>
  due_date: string
  rush?: Maybe<boolean>
  complex?: Maybe<boolean>
  rural?: Maybe<boolean>
  priority?: Maybe<boolean>
  certified_appraiser_required?: Maybe<boolean>
  appraiser_instructions?: Maybe<string>
  lender_reference?: Maybe<string>
  loan: {
    purpose: string
    purpose_other?: Maybe<string>
    number?: Maybe<string>
    client?: Maybe<string>
    investor?: Maybe<string>
    fha_case_number?: Maybe<string>
    purchase_price?: Maybe<string>
    currency?: Maybe<string>
  }
  property: {
    address: AddressDraft & { postal_code: string }
    type: string
    occupancy: string
    has_adu?: Maybe<boolean>
  }
  borrowers: {
    role: string
    first_name: string
    last_name: string
    receives_report?: Maybe<boolean>
    receives_status_updates?: Maybe<boolean>
    address?: Maybe<AddressDraft>
    contacts?: Maybe<Contact[]>
  }[]
  parties?: Maybe<PartiesDraft>
  notes?: Maybe<{ type: string; text: string }[]>
  documents?: Maybe<InlineDocument[]>
}

export type OrderPatch = {
  lender_reference?: string | null
  appraiser_instructions?: string | null
  due_date?: Maybe<string>
  loan?: Maybe<{ number?: string | null; client?: string | null; investor?: string | null }>
  borrowers?: Maybe<
    (
      | { role?: Maybe<string>; first_name?: Maybe<string>; last_name?: Maybe<string>; contacts?: Maybe<Contact[]> }
      | undefined
    )[]
  >
  parties?: Maybe<PartiesDraft>
  notes?: Maybe<{ type: string; text: string }[]>
  [other: string]: unknown
}

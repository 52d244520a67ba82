// The records the simulator keeps: one type per resource, times in epoch milliseconds, calendar dates as YYYY-MM-DD text.

import type { Environment, Money, Named, Product, WorldCompany } from './world.ts'

export type { AddOn, Environment, Lender, Money, Named, Product } from './world.ts'

/** `<lender id>:<environment>`: everything a lender owns in one environment depends on this key. */
export type AccountKey = string

export type Company = WorldCompany & { next_order_number: number }

/** A credential. The secret is kept as it is: a simulator prints it and writes it to a target profile. */
export type Client = {
  id: string
  secret: string
  lender_id: string
  environment: Environment
  created_at: number
  revoked_at: number | null
}

export type Address = {
  street: string | null
  unit: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  county: string | null
}

export type PropertyAddress = Address & { postal_code: string }

export type Contact = { type: string; role: string; value: string }

export type Borrower = {
  role: string
  first_name: string
  last_name: string
  receives_report: boolean
  receives_status_updates: boolean
  address: Address | null
  contacts: Contact[]
}

export type Parties = {
  real_estate_agent: { first_name: string | null; last_name: string | null; contacts: Contact[] } | null
  additional_contacts: { purpose: string | null; name: string | null; email: string | null }[]
}

export type Note = { type: string; text: string }

export type Loan = {
  purpose: string
  purpose_other: string | null
  number: string | null
  client: string | null
  investor: string | null
  agency_case_number: string | null
  fha_case_number: string | null
  purchase_price: Money | null
  currency: string | null
  loan_type: Named | null
  add_ons: Named[]
}

export type Order = {
  id: string
  account: AccountKey
  company_id: string
  /** Credential that placed it; null when it came from the company's portal. */
  client_id: string | null
  order_number: string
  lender_reference: string | null
  /** `label` is the wording of the time. */
  status: { code: string; changed_at: number; label?: string }
  /** Status held before a hold or a cancellation, while it matters (States / Transitions). */
  previous_status: string | null
  /** A report has been delivered at least once. */
  delivered: boolean
  order_type: Named & {
    report_format: Product['report_format']
    appraiser_certification: Product['appraiser_certification']
  }
  loan: Loan
  property: { address: PropertyAddress; type: string; occupancy: string; has_adu: boolean | null }
  borrowers: Borrower[]
  parties: Parties
  notes: Note[]
  flags: Record<'rush' | 'complex' | 'rural' | 'priority' | 'certified_appraiser_required', boolean | null>
  appraiser_instructions: string | null
  /** `shared` overrides the company's policy for this assignment. */
  appraiser: { name: string; assigned_at: number; shared?: boolean } | null
  created_at: number
  updated_at: number
  due_date: string
  /** A due date asked for by the lender and not answered yet. */
  requested_due_date: string | null
  appointment_at: number | null
  completed_at: number | null
  fees: { appraisal_fee: Money | null; currency: string }
  document_ids: string[]
}

export type Document = {
  id: string
  order_id: string
  account: AccountKey
  kind: string
  filename: string
  content_type: string
  size_bytes: number
  created_at: number
  purpose: string | null
  description: string | null
}

export type Message = {
  id: string
  order_id: string
  account: AccountKey
  /** Who wrote it: the lender through the interface, or the company's side. */
  author: 'lender' | 'manager' | 'appraiser'
  recipient: string
  subject: string | null
  body: string | null
  document_ids: string[]
  attachments: string[]
  created_at: number
}

export type RevisionRequest = {
  id: string
  order_id: string
  account: AccountKey
  kind: string
  status: 'submitted' | 'accepted' | 'declined' | 'completed'
  reason: string | null
  acknowledgements: { prior_appraisal_provided: boolean; comparable_sales_provided: boolean }
  document_ids: string[]
  responses: { id: string; status: string; message: string | null; created_at: number }[]
  created_at: number
  updated_at: number
}

export type WebhookConfiguration = {
  account: AccountKey
  url: string | null
  enabled: boolean
  events: string[]
  secret: string | null
  secret_rotated_at: number | null
  updated_at: number | null
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'not_subscribed' | 'dead_lettered' | WhyUnsent

/** For readings that show why an event is not sent. */
type WhyUnsent = 'unconfigured' | 'disabled'

export type Event = {
  id: string
  account: AccountKey
  type: string
  created_at: number
  order_id: string
  data: Record<string, unknown>
  /** The envelope as serialised once when raised: these very bytes are signed and sent at every attempt. */
  body: string
  delivery: {
    status: DeliveryStatus
    attempts: number
    last_attempt_at: number | null
    next_attempt_at: number | null
    last_response_status: number | null
  }
}

/** One remembered `Idempotency-Key` (Limits / Idempotency). */
export type IdempotencyRecord = {
  /** Scope and key in one text. */
  id: string
  fingerprint: string
  order_id: string
  /** The answer as first given, for an exact replay: its body as a value, or as the text that it was. */
  response: { status: number; headers: Record<string, string>; body?: unknown; text?: string }
  created_at: number
}

/** Who plays the company: for one order, for a lender, or for all where both are null. */
export type Persona = {
  id: string
  name: string
  lender_id: string | null
  order_id: string | null
  seed: number
  created_at: number
}

/** What a persona has done on one order, by what it counts as. `id` is that of the order. */
export type PersonaWork = { id: string; persona_id: string; taken: Record<string, number> }

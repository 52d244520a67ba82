// The resources as these tests read them from the wire; only the fields that a test looks at.

type Status = { code: string; label: string; changed_at: string }
type Contact = { type: string; role: string; value: string }
type Named = { code: string; name: string }
type Address = Record<'street' | 'unit' | 'city' | 'state' | 'postal_code' | 'county', string | null>

export type Summary = {
  id: string
  kind: string
  filename: string
  content_type: string
  size_bytes: number
  created_at: string
}

export type Detail = Summary & { order_id: string; download: { url: string; expires_at: string } }

export type Order = {
  id: string
  order_number: string
  lender_reference: string | null
  status: Status
  order_type: Named & { report_format: string; appraiser_certification: string }
  loan: Record<string, string | null> & { loan_type: Named | null; add_ons: Named[] }
  property: { address: Address; type: string; occupancy: string; has_adu: boolean }
  borrowers: {
    role: string
    first_name: string
    last_name: string
    receives_report: boolean
    receives_status_updates: boolean
    address: Address | null
    contacts: Contact[]
  }[]
  parties: {
    real_estate_agent: { first_name: string | null; last_name: string | null; contacts: Contact[] } | null
    additional_contacts: { purpose: string; name: string | null; email: string | null }[]
  }
  notes: { type: string; text: string }[]
  flags: Record<string, boolean>
  appraiser_instructions: string | null
  appraiser: { name: string } | null
  dates: Record<'created_at' | 'updated_at', string> & {
    due_date: string
    appointment_at: string | null
    completed_at: string | null
  }
  fees: { appraisal_fee: string | null; currency: string }
  documents: Summary[]
}

export type Item = Pick<Order, 'id' | 'order_number' | 'lender_reference' | 'status' | 'order_type' | 'dates'> & {
  property_address_summary: string
}

export type Product = Order['order_type'] & {
  active: boolean
  loan_types: Named[]
  add_ons: Named[]
  loan_purposes: string[]
  property_types: string[]
}

export type Message = {
  id: string
  sender: string
  recipient: string
  subject: string | null
  body: string
  document_ids: string[]
  attachments: Summary[]
  created_at: string
}

export type Revision = {
  id: string
  order_id: string
  kind: string
  status: string
  reason: string | null
  responses: { id: string; body: string; status: string; created_at: string }[]
  created_at: string
  updated_at: string
}

export type Action = { id: string; order_number: string; status: Status; previous_status: Named & { label: string } }

export type FeedEvent = {
  id: string
  type: string
  created_at: string
  order_id: string
  data: Record<string, unknown> & { order_id: string; order_number: string; status: Status }
  delivery: {
    status: string
    attempts: number
    last_attempt_at: string | null
    next_attempt_at: string | null
    last_response_status: number | null
  }
}

export type Webhook = {
  url: string
  enabled: boolean
  events: string[]
  secret_set: boolean
  secret_rotated_at: string | null
  updated_at: string
}

export type List<T> = { data: T[]; page: number; per_page: number; total: number; total_pages: number }
export type Feed = { data: FeedEvent[]; next_cursor: string | null }
export type Token = { access_token: string; token_type: string; expires_in: number; scope: string }

type ProblemDetail = { field: string; code: string; value: unknown; message: string }

/** The standard error body, and the RFC 6749 one of the token endpoint. */
export type Problem = {
  code: string
  message: string
  details?: ProblemDetail[]
  current_status?: string
  correlation_id: string
  error?: string
  error_description?: string
}

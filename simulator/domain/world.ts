// The world that a simulator serves, as plain data: companies with their catalogs, lenders, credentials and their roles.
import type { Role } from '../../fixtures/roles.ts'

export type { Role }

export type Environment = 'production' | 'sandbox'

/** A decimal number with two places, such as `525.00`. */
export type Money = string

export type Named = { code: string; name: string }

/** A fee of null means: quoted by the company (Resources / Order, fees). */
export type AddOn = Named & { fee: Money | null; requires_adu: boolean }

export type Product = Named & {
  report_format: 'uad_2_6' | 'uad_3_6'
  appraiser_certification: 'none' | 'fha_required' | 'fha_optional' | 'usda'
  active: boolean
  fee: Money | null
  loan_types: Named[]
  add_ons: AddOn[]
  loan_purposes: string[]
  property_types: string[]
  /** Lender ids that may not order this product: it is absent from their catalog. */
  withheld_from: string[]
}

export type WorldCompany = {
  id: string
  name: string
  currency: string
  /** Whether `order.assigned` names the appraiser (Events / Event catalog). */
  shares_appraiser: boolean
  invoices_through_platform: boolean
  issues_compliance_certificate: boolean
  issues_borrower_certificate: boolean
  /** Orders go through a collateral delivery portal, so a submission summary report follows the delivery. */
  collateral_portal: boolean
  provides_review_report: boolean
  /** What makes an order start in `pending_review`. */
  review_first: { order_types: string[]; loan_types: string[]; property_types: string[] }
  status_labels: Record<string, string>
  catalog: Product[]
}

export type Lender = {
  id: string
  name: string
  company_id: string
  billing: 'invoiced' | 'card'
  may_cancel: boolean
  may_amend: boolean
  may_message_appraiser: boolean
}

export type World = {
  name: string
  companies: WorldCompany[]
  lenders: Lender[]
  credentials: { id: string; secret: string; lender_id: string; environment: Environment; revoked?: boolean }[]
  /** Credential ids by role. */
  roles: { main: string } & Partial<Record<Role, string>>
  postal_codes: { resolvable: string[]; unresolvable: string[] }
}

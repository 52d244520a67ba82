// Placing an order (Endpoints / POST /orders): the rules, then the order as it is kept.
import type { DomainContext } from './context.ts'
import { accountKey } from './context.ts'
import type { Decision } from './decision.ts'
import type { AddressDraft, OrderDraft } from './order-draft.ts'
import { contactsOf, mergeParties, noParties } from './parties.ts'
import type { Address, Order, Product } from './records.ts'
import { Refusal } from './refusal.ts'

/** The product ordered; refuses a draft that breaks a rule, with every detail of the first kind of fault. */
const check = ({ behaviour, company, lender, now }: DomainContext, draft: OrderDraft): Product => {
  const { creation } = behaviour
  const semantic = (details: ReturnType<typeof creation.unknownProduct>) =>
    new Refusal('semantic_validation_failed', 'The order cannot be placed with these values; details says which.', {
      details,
    })
  const product = creation.product(company, lender, draft.order_type_code)
  const judged = product ?? company.catalog[0]!
  const structural = Object.values(creation.structural).flatMap((rule) => rule(draft, { product: judged, now }))
  if (structural.length > 0) {
    throw new Refusal('validation_failed', 'The order is incomplete; details says where.', { details: structural })
  }
  if (!product) throw semantic(creation.unknownProduct(draft.order_type_code))
  const details = Object.values(creation.semantic).flatMap((rule) => rule(draft, { product, now }))
  if (details.length > 0) throw semantic(details)
  return product
}

export const placeOrder = (context: DomainContext, draft: OrderDraft, clientId: string | null): Decision => {
  const { behaviour, now, company, lender, environment, nextId } = context
  const product = check(context, draft)
  const named = (codes: readonly string[], items: readonly { code: string; name: string }[]) =>
    [...new Set(codes)].flatMap((sent) =>
      items.filter(({ code }) => code === sent).map(({ code, name }) => ({ code, name })),
    )

  const addressOf = (sent: AddressDraft): Address => {
    const place = behaviour.creation.resolve(sent.postal_code)
    return {
      street: sent.street ?? null,
      unit: sent.unit ?? null,
      city: place?.city ?? sent.city ?? null,
      state: sent.state || (place?.state ?? null),
      postal_code: sent.postal_code,
      county: sent.county || (place?.county ?? null),
    }
  }

  const { loan, property } = draft
  const order: Order = {
    id: nextId('ord'),
    account: accountKey(lender.id, environment),
    company_id: company.id,
    client_id: clientId,
    order_number: behaviour.creation.orderNumber(company),
    lender_reference: draft.lender_reference ?? null,
    status: { code: behaviour.creation.initialStatus(company, draft), changed_at: now },
    previous_status: null,
    delivered: false,
    order_type: {
      code: product.code,
      name: product.name,
      report_format: product.report_format,
      appraiser_certification: product.appraiser_certification,
    },
    loan: {
      purpose: loan.purpose,
      purpose_other: loan.purpose_other ?? null,
      number: loan.number ?? null,
      client: loan.client ?? null,
      investor: loan.investor ?? null,
      agency_case_number: null,
      fha_case_number: behaviour.creation.fhaCaseNumber(product, loan.fha_case_number ?? null),
      purchase_price: loan.purchase_price ?? null,
      currency: loan.currency ?? company.currency,
      loan_type: named([draft.loan_type_code ?? ''], product.loan_types)[0] ?? null,
      add_ons: named(draft.add_on_codes ?? [], product.add_ons),
    },
    property: {
      address: addressOf(property.address),
      type: property.type,
      occupancy: property.occupancy,
      has_adu: property.has_adu ?? false,
    },
    borrowers: draft.borrowers.map((borrower) => ({
      role: borrower.role,
      first_name: borrower.first_name,
      last_name: borrower.last_name,
      receives_report: borrower.receives_report ?? false,
      receives_status_updates: borrower.receives_status_updates ?? false,
      address: borrower.address ? addressOf(borrower.address) : null,
      contacts: contactsOf(borrower.contacts),
    })),
    parties: mergeParties(noParties, draft.parties),
    notes: behaviour.creation.mergeNotes(draft.notes ?? []),
    flags: {
      rush: draft.rush ?? false,
      complex: draft.complex ?? false,
      rural: draft.rural ?? false,
      priority: draft.priority ?? false,
      certified_appraiser_required: draft.certified_appraiser_required ?? false,
    },
    appraiser_instructions: draft.appraiser_instructions ?? null,
    appraiser: null,
    created_at: now,
    updated_at: now,
    due_date: draft.due_date,
    requested_due_date: null,
    appointment_at: null,
    completed_at: null,
    fees: { appraisal_fee: behaviour.creation.fee(product, draft.add_on_codes ?? []), currency: company.currency },
    document_ids: [],
  }
  const data = behaviour.events.created(behaviour.present, order, company)
  return { order, raised: [{ type: 'order.created', order, data }] }
}

// Placing an order (Endpoints / POST /orders): the rules, then the order as it is kept.
import type { CreationRule, RuleFault } from '../behaviour/creation.ts'
import type { DomainContext } from './context.ts'
import { accountKey } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import type { AddressDraft, OrderDraft } from '../domain/order-draft.ts'
import { contactsOf, mergeParties, noParties } from '../domain/parties.ts'
import type { Order, Product, PropertyAddress } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'

const sentences = {
  validation_failed: 'The order is incomplete; details says where.',
  semantic_validation_failed: 'The order cannot be placed with these values; details says which.',
}

/** The product ordered; refuses a draft that breaks a rule, with every detail of the first kind of fault. */
const check = ({ behaviour, company, lender, now }: DomainContext, draft: OrderDraft): Product => {
  const { creation } = behaviour
  const product = creation.product(company, lender, draft.order_type_code)
  const given = { product: product ?? company.catalog[0]!, now }
  const faultsOf = (rules: Record<string, CreationRule>): RuleFault[] => {
    const faults: RuleFault[] = []
    for (const name of Object.keys(rules)) {
      const details = rules[name]!(draft, given)
      if (details.length > 0) faults.push({ name, details })
    }
    return faults
  }
  const unknownProduct = () => creation.unknownProduct(draft.order_type_code)
  const structural = faultsOf(creation.structural)
  const semantic = faultsOf(product ? creation.semantic : { unknownProduct })
  const { usual, faults } = creation.weigh(structural, semantic)
  const [first] = faults
  if (first) {
    const code = creation.codeOf(first.name, first.details, usual)
    throw new Refusal(code, sentences[usual], { details: faults.flatMap(({ details }) => details) })
  }
  for (const { code, rule } of creation.own) {
    const details = rule(draft, { product: product!, now })
    if (details.length > 0) throw new Refusal(code, sentences.semantic_validation_failed, { details })
  }
  return product!
}

export const placeOrder = (context: DomainContext, sent: OrderDraft, clientId: string | null): Decision => {
  const { behaviour, now, company, lender, environment, nextId } = context
  const draft = behaviour.creation.read(sent)
  const addressOf = (sent: AddressDraft) => behaviour.creation.address(sent)
  const product = check(context, draft)
  const named = (codes: readonly string[], items: readonly { code: string; name: string }[]) =>
    codes.flatMap((sent) => items.filter(({ code }) => code === sent).map(({ code, name }) => ({ code, name })))
  const loanType = draft.loan_type_code ?? ''

  const { loan, property } = draft
  const { creation, lifecycle } = behaviour
  const { unset } = creation
  const fhaCaseNumber = creation.fhaCaseNumber(product, loan.fha_case_number ?? null)
  const status = creation.initialStatus(company, draft)
  const order: Order = {
    id: creation.orderId(nextId('ord')),
    account: accountKey(lender.id, environment),
    company_id: company.id,
    client_id: clientId,
    order_number: creation.orderNumber(company),
    lender_reference: draft.lender_reference ?? null,
    status: { code: status, changed_at: now, label: lifecycle.label(status, company) },
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
      agency_case_number: creation.agencyCaseNumber(loan, fhaCaseNumber),
      fha_case_number: fhaCaseNumber,
      purchase_price: loan.purchase_price ?? null,
      currency: creation.loanCurrency(loan, company),
      loan_type: (loanType === '' ? undefined : named([loanType], product.loan_types)[0]) ?? null,
      add_ons: named(creation.addOnCodes(draft.add_on_codes ?? []), product.add_ons),
    },
    property: {
      address: addressOf(property.address) as PropertyAddress,
      type: property.type,
      occupancy: property.occupancy,
      has_adu: property.has_adu ?? unset.hasAdu,
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
    notes: creation.mergeNotes(draft.notes ?? []),
    flags: {
      rush: draft.rush ?? unset.flag,
      complex: draft.complex ?? unset.flag,
      rural: draft.rural ?? unset.flag,
      priority: draft.priority ?? unset.flag,
      certified_appraiser_required: draft.certified_appraiser_required ?? unset.flag,
    },
    appraiser_instructions: draft.appraiser_instructions ?? null,
    appraiser: null,
    created_at: now,
    updated_at: now,
    due_date: draft.due_date,
    requested_due_date: null,
    appointment_at: null,
    completed_at: null,
    fees: { appraisal_fee: creation.fee(product, draft.add_on_codes ?? []), currency: company.currency },
    document_ids: [],
  }
  const data = behaviour.events.created(behaviour.present, order, company)
  return { order, raised: [{ type: 'order.created', order, data }] }
}

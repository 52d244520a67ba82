// An order placed by the lender's staff in the company's portal, not by a credential (Events / order.created).
import { sequence } from '../domain/decision.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import { placeOrder } from '../orders/place-order.ts'
import type { Environment } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import { addDocument } from '../orders/work-on-order.ts'
import { decodeInline } from '../http/inline-documents.ts'
import { createShapeChecker } from '../http/shape-checker.ts'
import { contextFor, storeFile } from '../engine/commit.ts'
import type { Services } from '../engine/services.ts'
import { findCompany, findLender } from '../store/find.ts'
import { carryOut } from './order-operation.ts'

export type SentPortalOrder = { lender_id: string; environment: Environment; order: OrderDraft }

/** Runs one of the contract's own checks, whose paths begin at the order, for a body that holds the order. */
const within = async <T>(check: () => T | Promise<T>): Promise<T> => {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const details = error.details.map((detail) => ({ ...detail, field: `order.${detail.field}` }))
    const said = details.map(({ field, message }) => `${field} ${message}`).join('; ')
    const sentence = said === '' ? error.message : `The order cannot be placed: ${said}.`
    throw new Refusal('unusable_value', sentence, { status: 422, details })
  }
}

/** Without an await between: two orders must not get one number. */
const number = (services: Services, { lender_id, environment, order }: SentPortalOrder) => {
  const lender = findLender(services, lender_id)
  const company = findCompany(services, lender.company_id)
  const context = contextFor(services, company, lender, environment)
  const decision = placeOrder(context, order, null)
  services.store.companies.put({ ...company, next_order_number: company.next_order_number + 1 })
  return { context, decision }
}

export const placeInPortal = async (services: Services, sent: SentPortalOrder): ReturnType<typeof carryOut> => {
  const { behaviour } = services
  findLender(services, sent.lender_id)
  await within(() => createShapeChecker(services.behaviour)('createOrder', sent.order))
  const files = await within(() => decodeInline(behaviour.uploads, behaviour.creation.inlineDocuments(sent.order)))
  const { context, decision } = await within(() => number(services, sent))
  let whole = decision
  for (const file of files) {
    const document = await storeFile(services, whole.order, file)
    whole = sequence(whole, addDocument(context, whole.order, document, false))
  }
  return carryOut(services, whole)
}

// What the files of a delivery are made from: the facts of an order at the time when its company delivers.
import type { DocumentInput } from '../documents/document-input.ts'
import type { Lender, Order } from '../domain/records.ts'
import { localDate } from '../places/time-zones.ts'
import type { Services } from './services.ts'

/** Dates are those at the property, so that no report is dated after the day of its delivery there. */
export const documentInputOf = ({ behaviour, clock, store }: Services, order: Order, lender: Lender): DocumentInput => {
  const company = store.companies.get(order.company_id)!
  const now = clock.now()
  const dateOf = (at: number): string => localDate(at, order.property.address.postal_code)
  const { appointment_at: appointment } = order
  return {
    order_id: order.id,
    order_number: order.order_number,
    report_format: order.order_type.report_format,
    product_code: order.order_type.code,
    product_name: order.order_type.name,
    address: order.property.address,
    property_type: order.property.type,
    occupancy: order.property.occupancy,
    has_adu: order.property.has_adu === true,
    loan_purpose: order.loan.purpose,
    borrowers: order.borrowers,
    lender: lender.name,
    company: company.name,
    appraiser: order.appraiser?.name ?? 'Avery Sample',
    appraisal_fee: order.fees.appraisal_fee,
    currency: order.fees.currency,
    revision: store.documentsOf(order.id).filter((document) => document.kind === 'report_pdf').length,
    delivered_on: dateOf(now),
    ordered_on: dateOf(order.created_at),
    inspected_on: dateOf(appointment !== null && appointment < now ? appointment : now),
    due_date: order.due_date,
    loan_number: order.loan.number,
    purchase_price: order.loan.purchase_price,
    pdf_in_package: behaviour.deliveries.pdfInPackage,
    style_26: behaviour.deliveries.style26,
  }
}

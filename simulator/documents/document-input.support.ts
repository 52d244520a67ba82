// An order as the tests of files have it.
import type { DocumentInput } from './document-input.ts'

export const exampleInput: DocumentInput = {
  order_id: 'ord_01',
  order_number: '10452',
  report_format: 'uad_2_6',
  product_code: 'SFA',
  product_name: 'Single Family Appraisal',
  address: { street: '12 Elm St', unit: '4', city: 'Austin', state: 'TX', postal_code: '78701', county: 'Travis' },
  property_type: 'single_family',
  occupancy: 'primary_residence',
  loan_purpose: 'refinance',
  has_adu: false,
  borrowers: [
    { first_name: 'Robin', last_name: 'Doe' },
    { first_name: 'Kim', last_name: 'Doe' },
  ],
  lender: 'First Test Bank',
  company: 'Sample Appraisal Management',
  appraiser: 'Avery Sample',
  appraisal_fee: '550.00',
  currency: 'USD',
  revision: 0,
  delivered_on: '2026-05-28',
  inspected_on: '2026-05-26',
  ordered_on: '2026-05-20',
  due_date: '2026-06-01',
  loan_number: 'LN-7788',
  style_26: { version: '2.6GSE', pdf_in: 'form-image', base64: 'one-line', dates: 'iso', amounts: 'whole' },
}

// A valid order for any product of the catalog, with made-up people and nothing optional that could be refused.
import { comingDueDate } from '../generate/due-dates.ts'
import type { StepContext } from '../kit/context.ts'
import type { Product } from './catalog.ts'

export type OrderBody = {
  order_type_code: string
  loan_type_code?: string
  due_date: string
  lender_reference: string
  loan: Record<string, unknown> & { purpose: string; number: string }
  property: { address: Record<string, string>; type: string; occupancy: string }
  borrowers: Record<string, unknown>[]
  [field: string]: unknown
}

const prefer = (allowed: readonly string[], wishes: readonly string[]): string =>
  wishes.find((wish) => allowed.length === 0 || allowed.includes(wish)) ?? allowed[0]!

const purposes = ['refinance', 'purchase', 'construction_only', 'construction_to_permanent', 'mortgage_modification']

/** What the product and the purpose call for, and no more. */
export const orderBody = (context: StepContext, product: Product): OrderBody => {
  const purpose = prefer(product.loan_purposes, purposes)
  const needsCase = product.appraiser_certification === 'fha_required' || product.appraiser_certification === 'usda'
  const marker = context.marker()
  return {
    order_type_code: product.code,
    ...(product.loan_types.length > 0 && { loan_type_code: product.loan_types[0]! }),
    due_date: comingDueDate(context.now()),
    lender_reference: marker,
    loan: {
      purpose,
      number: `L-${marker}`,
      ...(purpose === 'other' && { purpose_other: 'a purpose of its own' }),
      ...(purpose === 'purchase' && { purchase_price: '412500.00', currency: 'USD' }),
      ...(needsCase && { fha_case_number: '123-4567890' }),
    },
    property: {
      address: { street: '1200 Sample Street', postal_code: context.profile.postal_codes.resolvable[0] ?? '78701' },
      type: prefer(product.property_types, ['single_family', 'townhouse', 'condominium']),
      occupancy: 'primary_residence',
    },
    borrowers: [
      {
        role: 'borrower',
        first_name: 'Imani',
        last_name: 'Example',
        contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0142' }],
      },
    ],
  }
}

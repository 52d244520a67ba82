// The smallest order a product takes: only what the contract requires of it, and the run's mark.
import { safeDueDates } from './due-dates.ts'
import type { CreateOrderRequest, Ground, Place } from './order-ground.ts'
import { needsCaseNumber, type CatalogProduct } from './catalog-product.ts'

/** What to order with, where it is not left to the generator. */
export type OrderChoices = {
  purpose?: string
  propertyType?: string
  occupancy?: string
  loanType?: string
  dueDate?: string
  place?: Place
  /** The lender reference: the marker where it is left out, none for null. */
  reference?: string | null
}

const preferred = (wanted: readonly string[], allowed: readonly string[]): string =>
  wanted.find((value) => allowed.includes(value)) ?? allowed[0]!

// Neither asks for a further field.
const plainPurposes = ['refinance', 'mortgage_modification', 'construction_only', 'construction_to_permanent']

const loanOf = (product: CatalogProduct, purpose: string): CreateOrderRequest['loan'] => ({
  purpose: purpose as CreateOrderRequest['loan']['purpose'],
  ...(purpose === 'other' ? { purpose_other: 'Estate settlement' } : {}),
  ...(purpose === 'purchase' ? { purchase_price: '412500.00' } : {}),
  ...(needsCaseNumber(product) ? { fha_case_number: '511-1234567' } : {}),
})

/** The same order for the same arguments. Valid under every permitted reading of every freedom. */
export const validOrder = (product: CatalogProduct, options: Ground & OrderChoices): CreateOrderRequest => {
  const { reference = options.marker, place = options.places[0]! } = options
  const loanType = product.loanTypes.length > 0 ? (options.loanType ?? product.loanTypes[0]!) : undefined
  const type = options.propertyType ?? preferred(['single_family', 'townhouse', 'condominium'], product.propertyTypes)
  const occupancy = options.occupancy ?? preferred(['primary_residence'], options.enumerations.occupancy)
  return {
    order_type_code: product.code,
    ...(loanType === undefined ? {} : { loan_type_code: loanType }),
    due_date: options.dueDate ?? safeDueDates(options.today)[4]!,
    ...(reference === null ? {} : { lender_reference: reference }),
    loan: loanOf(product, options.purpose ?? preferred(plainPurposes, product.purposes)),
    property: {
      address: { postal_code: place.postal_code },
      type: type as CreateOrderRequest['property']['type'],
      occupancy: occupancy as CreateOrderRequest['property']['occupancy'],
    },
    borrowers: [
      {
        role: 'borrower',
        first_name: 'Imani',
        last_name: reference === null ? `Example ${options.marker}` : 'Example',
        contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0142' }],
      },
    ],
  }
}

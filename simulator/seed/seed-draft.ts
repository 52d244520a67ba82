// The order that a seeded one is placed as: a product that needs nothing but itself, and names that nobody has.
import type { OrderDraft } from '../domain/order-draft.ts'
import type { Company, Lender } from '../domain/records.ts'

const names = [
  ['Ann', 'Example'],
  ['Ben', 'Sample'],
  ['Cleo', 'Madeup'],
  ['Dan', 'Specimen'],
  ['Eve', 'Placeholder'],
  ['Finn', 'Invented'],
] as const

const day = 86_400_000
const wednesday = 3

/** Some companies deliver on working days alone. */
export const dueDate = (now: number): string => {
  const date = new Date(now + 20 * day)
  return new Date(date.getTime() + ((7 + wednesday - date.getUTCDay()) % 7) * day).toISOString().slice(0, 10)
}

/** Undefined where every product of the company needs more than itself. */
export const plainProduct = ({ catalog }: Company, lender: Lender): string | undefined =>
  catalog.find(
    ({ active, appraiser_certification, loan_types, loan_purposes, property_types, withheld_from }) =>
      active &&
      appraiser_certification === 'none' &&
      [loan_types, loan_purposes, property_types].every((list) => list.length === 0) &&
      !withheld_from.includes(lender.id),
  )?.code

export const seedDraft = (
  order_type_code: string,
  postal_code: string,
  { now, index }: { now: number; index: number },
): OrderDraft => {
  const [first_name, last_name] = names[index % names.length]!
  return {
    order_type_code,
    due_date: dueDate(now),
    lender_reference: `SEED-${index + 1}`,
    loan: { purpose: 'refinance', number: `S-${1001 + index}` },
    property: {
      address: { street: `${index + 1} Main St`, postal_code },
      type: 'single_family',
      occupancy: 'primary_residence',
    },
    borrowers: [
      {
        role: 'borrower',
        first_name,
        last_name,
        contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
      },
    ],
  }
}

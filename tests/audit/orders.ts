// Orders as a lender's system would place them in a sandbox: made-up people, and every part that a rule is about.

type Product = {
  code: string
  active: boolean
  appraiser_certification: string
  loan_types: { code: string }[]
  add_ons: { code: string }[]
  loan_purposes: string[]
  property_types: string[]
}

/** The codes that a life needs, as the company has them. */
export type Products = {
  plain: string
  addOn: string
  fha: string
  tiered: string
  loanType: string
  unit: string
  postal: string
}

const isFree = ({ active, loan_purposes, property_types }: Product): boolean =>
  active && loan_purposes.length === 0 && property_types.length === 0

/** @param without the catalog of properties without a unit, `units` that of those with one */
export const productsIn = (without: readonly Product[], units: readonly Product[]): Omit<Products, 'postal'> => {
  const free = without.filter((one) => isFree(one) && one.loan_types.length === 0)
  const simple = free.filter(({ appraiser_certification: one }) => one === 'none')
  const plain = simple.find(({ add_ons }) => add_ons.length > 0) ?? simple[0]
  const fha = free.find(({ appraiser_certification: one }) => one === 'fha_required') ?? plain
  const tiered = units.find((one) => isFree(one) && one.loan_types.length > 0)
  const few = new Set(without.find(({ code }) => code === tiered?.code)?.add_ons.map(({ code }) => code))
  return {
    plain: plain?.code ?? '',
    addOn: plain?.add_ons[0]?.code ?? '',
    fha: fha?.code ?? '',
    tiered: tiered?.code ?? '',
    loanType: tiered?.loan_types[0]?.code ?? '',
    unit: tiered?.add_ons.find(({ code }) => !few.has(code))?.code ?? '',
  }
}

export const dueIn = (now: number, days: number): string => new Date(now + days * 86_400_000).toISOString().slice(0, 10)

const at = (postal_code: string) => ({ street: '1 Main St', postal_code })

const ann = {
  role: 'borrower',
  first_name: 'Ann',
  last_name: 'Example',
  receives_report: true,
  contacts: [
    { type: 'phone', role: 'cell', value: '+1 512 555 0100' },
    { type: 'email', role: 'home', value: 'ann@example.com' },
  ],
}

const ben = { role: 'co_borrower', first_name: 'Ben', last_name: 'Example' }

export const refinance = (
  now: number,
  { plain = '1004', addOn = 'RENT', postal = '78701' }: Partial<Products> = {},
) => ({
  order_type_code: plain,
  add_on_codes: [addOn].filter((code) => code !== ''),
  due_date: dueIn(now, 20),
  rush: true,
  lender_reference: 'LOAN-1',
  loan: { purpose: 'refinance' },
  property: { address: at(postal), type: 'single_family', occupancy: 'primary_residence' },
  borrowers: [ann],
  notes: [{ type: 'order', text: 'Gate code at the desk.' }],
})

export const purchase = (now: number, { fha = '1004-FHA', postal = '78701' }: Partial<Products> = {}) => ({
  order_type_code: fha,
  due_date: dueIn(now, 15),
  lender_reference: 'LOAN-2',
  loan: {
    purpose: 'purchase',
    purchase_price: '350000.00',
    currency: 'USD',
    number: '1002',
    fha_case_number: '111-2223334',
  },
  property: { address: at(postal), type: 'single_family', occupancy: 'primary_residence' },
  borrowers: [ann, ben],
})

export const withUnit = (
  now: number,
  { tiered = 'URAR-36', loanType = 'CONV', unit = 'ADU', postal = '78701' }: Partial<Products> = {},
) => ({
  order_type_code: tiered,
  loan_type_code: loanType,
  add_on_codes: [unit].filter((code) => code !== ''),
  due_date: dueIn(now, 25),
  lender_reference: 'LOAN-3',
  loan: { purpose: 'other', purpose_other: 'estate', number: '1003' },
  property: { address: at(postal), type: 'single_family', occupancy: 'second_home', has_adu: true },
  borrowers: [ann],
})

// Orders as a lender's system would place them in a sandbox: made-up people, and every part that a rule is about.

export const dueIn = (now: number, days: number): string => new Date(now + days * 86_400_000).toISOString().slice(0, 10)

const address = { street: '1 Main St', city: 'Austin', state: 'TX', postal_code: '78701', county: 'Travis' }

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

export const refinance = (now: number) => ({
  order_type_code: '1004',
  add_on_codes: ['RENT'],
  due_date: dueIn(now, 20),
  rush: true,
  lender_reference: 'LOAN-1',
  loan: { purpose: 'refinance' },
  property: { address, type: 'single_family', occupancy: 'primary_residence' },
  borrowers: [ann],
  notes: [{ type: 'order', text: 'Gate code at the desk.' }],
})

export const purchase = (now: number) => ({
  order_type_code: '1004-FHA',
  due_date: dueIn(now, 15),
  lender_reference: 'LOAN-2',
  loan: {
    purpose: 'purchase',
    purchase_price: '350000.00',
    currency: 'USD',
    number: '1002',
    fha_case_number: '111-2223334',
  },
  property: { address, type: 'single_family', occupancy: 'primary_residence' },
  borrowers: [ann, ben],
})

export const withUnit = (now: number) => ({
  order_type_code: 'URAR-36',
  loan_type_code: 'CONV',
  add_on_codes: ['ADU'],
  due_date: dueIn(now, 25),
  lender_reference: 'LOAN-3',
  loan: { purpose: 'other', purpose_other: 'estate', number: '1003' },
  property: { address, type: 'single_family', occupancy: 'second_home', has_adu: true },
  borrowers: [ann],
})

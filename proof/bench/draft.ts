// The order that every benchmark places.

/** Two weeks ahead of now. */
export const draft = () => ({
  order_type_code: '1004',
  due_date: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
  loan: { purpose: 'refinance', number: 'BENCH-1' },
  property: {
    address: { street: '100 Congress Ave', postal_code: '78701' },
    type: 'single_family',
    occupancy: 'primary_residence',
  },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Sam',
      last_name: 'Sample',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
})

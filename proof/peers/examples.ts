// Bodies that the demo world takes: an order, a webhook, an upload.

export const dayFrom = (now: number, days: number): string =>
  new Date(now + days * 86_400_000).toISOString().slice(0, 10)

/** An order that the demo world takes; with the loan number that revision requests need. */
export const draftOf = (now: number): Record<string, unknown> => ({
  order_type_code: '1004',
  due_date: dayFrom(now, 20),
  lender_reference: 'REF-0001',
  loan: { purpose: 'purchase', number: '0004711', purchase_price: '412500.00', currency: 'USD' },
  property: {
    address: { street: '1200 Sample Street', unit: 'Unit 5', postal_code: '78701' },
    type: 'single_family',
    occupancy: 'primary_residence',
    has_adu: false,
  },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Imani',
      last_name: 'Example',
      receives_report: true,
      contacts: [
        { type: 'phone', role: 'cell', value: '+1 512 555 0142' },
        { type: 'email', role: 'home', value: 'imani@example.com' },
      ],
    },
  ],
  parties: {
    real_estate_agent: {
      first_name: 'Noor',
      last_name: 'Sample',
      contacts: [{ type: 'phone', role: 'work', value: '+1 512 555 0177' }],
    },
    additional_contacts: [{ purpose: 'report', name: 'Closing Desk', email: 'closing@example.com' }],
  },
  notes: [{ type: 'appointment', text: 'Weekday mornings suit best.' }],
  add_on_codes: ['RENT'],
  priority: true,
})

export const webhookOf = () => ({
  url: 'https://127.0.0.1:9/hook',
  enabled: true,
  events: ['*'],
  secret: 'fictitious-secret-of-32-or-more-characters',
})

const boundary = '----peers'

/** A small PDF as a multipart body. */
export const uploadOf = (
  kind = 'supporting',
  content = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n',
  filename = 'sales.pdf',
) => ({
  type: `multipart/form-data; boundary=${boundary}`,
  text: [
    `--${boundary}`,
    'Content-Disposition: form-data; name="kind"',
    '',
    kind,
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${filename}"`,
    'Content-Type: application/pdf',
    '',
    content,
    `--${boundary}--`,
    '',
  ].join('\r\n'),
})

// Request bodies and files that the tests send: an order that is always accepted, changes of it, and multipart bodies.
import { randomUUID } from 'node:crypto'
import { loadFixture } from '../fixture-files.ts'

export type Draft = Record<string, unknown>

/** A copy of a draft with dotted paths set; `undefined` takes a field away. */
export const change = (draft: Draft, paths: Record<string, unknown>): Draft => {
  const copy = structuredClone(draft)
  for (const [path, value] of Object.entries(paths)) {
    const keys = path.split('.')
    const last = keys.pop()!
    let at = copy
    for (const key of keys) at = (at[key] ??= {}) as Draft
    if (value === undefined) delete at[last]
    else at[last] = value
  }
  return copy
}

export const isoDate = (at: number, daysAhead: number): string =>
  new Date(at + daysAhead * 86_400_000).toISOString().slice(0, 10)

/** The least that the product 1004 of the demo world asks for. */
export const minimal = (now: number): Draft => ({
  order_type_code: '1004',
  due_date: isoDate(now, 20),
  loan: { purpose: 'refinance' },
  property: { address: { postal_code: '78701' }, type: 'single_family', occupancy: 'primary_residence' },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Sam',
      last_name: 'Sample',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
})

/** The same for the other company, which has another catalog. */
export const minimalOf = (role: string, now: number): Draft =>
  role === 'other_company' ? change(minimal(now), { order_type_code: '7' }) : minimal(now)

/** Every field of the creation table, each with a value of its own. */
export const complete = (now: number): Draft => ({
  order_type_code: 'URAR-36',
  loan_type_code: 'CONV',
  add_on_codes: ['RENT', 'ADU'],
  due_date: isoDate(now, 15),
  rush: true,
  complex: true,
  rural: true,
  priority: true,
  certified_appraiser_required: true,
  appraiser_instructions: 'Ring twice.\nThe dog is friendly.',
  lender_reference: 'REF-0001',
  loan: {
    purpose: 'purchase',
    purpose_other: 'bridge',
    number: '0004711',
    client: 'Fictitious Client LLC',
    investor: 'Fictitious Investor',
    purchase_price: '412500.00',
    currency: 'USD',
  },
  property: {
    address: {
      street: '1200 Sample Street',
      unit: 'Unit 5',
      city: 'Austin',
      state: 'TX',
      postal_code: '78701',
      county: 'Travis',
    },
    type: 'townhouse',
    occupancy: 'second_home',
    has_adu: true,
  },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Imani',
      last_name: 'Example',
      receives_report: true,
      receives_status_updates: true,
      address: {
        street: '9 Elsewhere Road',
        unit: null,
        city: 'New York',
        state: 'NY',
        postal_code: '10001',
        county: 'New York',
      },
      contacts: [
        { type: 'phone', role: 'cell', value: '+1 (512) 555-0142 ext. 7' },
        { type: 'email', role: 'home', value: 'imani@example.com' },
      ],
    },
    {
      role: 'co_borrower',
      first_name: 'Robin',
      last_name: 'Example',
      receives_report: false,
      receives_status_updates: true,
      address: null,
      contacts: [],
    },
  ],
  parties: {
    real_estate_agent: {
      first_name: 'Noor',
      last_name: 'Sample',
      contacts: [{ type: 'phone', role: 'work', value: '+1 512 555 0177' }],
    },
    additional_contacts: [
      { purpose: 'report', name: 'Closing Desk', email: 'closing@example.com' },
      { purpose: 'status', name: 'Status Desk', email: 'status@example.com' },
    ],
  },
  notes: [
    { type: 'appointment', text: 'Weekday mornings suit best.' },
    { type: 'order', text: 'The gate code is 1234.' },
  ],
})

/** Texts that break careless handling: emoji, right to left, combining marks, astral planes, quotes, white space. */
export const awkwardTexts = [
  'Zoë Ångström',
  'e\u0301 is not \u00e9',
  '👩🏽‍🚀🏳️‍🌈',
  'שלום عالم',
  '𠜎𠜱𝒳',
  '  spaces around\t',
  'quotes " \' \\ and </script> & %00 ${x}',
  'line\nbreak\r\nand\u2028separator',
  '\u202eright-to-left override',
]

export const pdf = (size = 64): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(Math.max(0, size - 9), 0x20)])
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export type Part = { name: string; value: string | Buffer; filename?: string; type?: string }

/** A multipart body, written by hand so that names go out byte for byte as given. */
export const multipart = (parts: readonly Part[]): { headers: Record<string, string>; body: Buffer } => {
  const boundary = `----${randomUUID()}`
  const chunks = parts.flatMap(({ name, value, filename, type }) => {
    const file = filename === undefined ? '' : `; filename="${filename.replaceAll('"', '%22')}"`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`
    return [
      Buffer.from(`${head}${type ? `Content-Type: ${type}\r\n` : ''}\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]
  })
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** The parts of an ordinary upload, some of them replaced. */
export const upload = (file: Partial<Part> = {}, fields: Record<string, string> = {}) =>
  multipart([
    ...Object.entries({ kind: 'supporting', ...fields }).map(([name, value]) => ({ name, value })),
    { name: 'file', value: pdf(), filename: 'evidence.pdf', type: 'application/pdf', ...file },
  ])

const { event_types } = loadFixture<{ event_types: { type: string; key_fields: { name: string }[] }[] }>(
  'webhooks.yaml',
)

export const eventTypes = event_types.map(({ type }) => type)

/** Of an event of each type, beside those of every payload; `tests/fixtures.test.ts` holds them to the contract. */
export const keyFields: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  event_types.map(({ type, key_fields }) => [type, key_fields.map(({ name }) => name)]),
)

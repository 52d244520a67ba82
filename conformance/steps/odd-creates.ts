// Creates that may be taken or refused: values in another form, fields that are null, and what the product does not call for.
import type { Choose } from '../generate/order-ground.ts'
import { incompleteParts } from './incomplete-parts.ts'
import type { OddCreate } from './odd-create.ts'
import type { OrderBody } from './order-body.ts'

export const currencyShown = 'create.order-shows-the-loan-currency-sent'
export const occupancyShown = 'create.order-shows-the-occupancy-sent'

const place = { city: 'Nowhereton', state: 'AK', county: 'Nowhere' }

const withAddress = (body: OrderBody, change: Record<string, string>): OrderBody => ({
  ...body,
  property: { ...body.property, address: { ...body.property.address, ...change } },
})

const withContact = (body: OrderBody, contact: Record<string, string>): OrderBody => {
  const [first, ...others] = body.borrowers
  const contacts = (first?.['contacts'] ?? []) as unknown[]
  return { ...body, borrowers: [{ ...first, contacts: [...contacts, contact] }, ...others] }
}

const withLoan = (body: OrderBody, change: Record<string, unknown>): OrderBody => ({
  ...body,
  loan: { ...body.loan, ...change },
})

const purchase = (body: OrderBody, purchase_price: unknown, currency = 'USD'): OrderBody =>
  withLoan(body, { purpose: 'purchase', purchase_price, currency })

const co = { role: 'co_borrower', first_name: 'Noor', last_name: 'Sample' }
/** The names are those of a summary; the contract shows no shape. */
const sketch = {
  filename: 'sketch.txt',
  content_type: 'text/plain',
  content: Buffer.from('The shed stands on the south side.\n').toString('base64'),
}
const spaced = '  Ring twice. \t'

/** Most servers take these, so that one order may carry them all. */
export const looseCreates = (pick: Choose): OddCreate[] => [
  {
    what: 'a phone number without a country code',
    freedom: 'create.phone-without-country-code',
    change: (body) => withContact(body, { type: 'phone', role: 'work', value: '512 555 0177' }),
    taken: 'accepted',
  },
  {
    what: 'an email address that is none',
    freedom: 'create.email-form',
    change: (body) => withContact(body, { type: 'email', role: 'home', value: 'imani at example' }),
    taken: 'accepted',
  },
  {
    what: 'white space around a text',
    freedom: 'conventions.surrounding-white-space',
    change: (body) => ({ ...body, appraiser_instructions: spaced }),
    taken: ({ appraiser_instructions: shown }) =>
      shown === spaced ? 'kept' : shown === spaced.trim() ? 'trimmed' : null,
  },
  {
    what: 'another city than that of the postal code',
    freedom: 'create.city-differs',
    change: (body) => withAddress(body, { city: place.city }),
    taken: ({ property }) => (property?.address?.['city'] === place.city ? 'as-sent' : 'preferred-name'),
  },
  {
    what: 'another state than that of the postal code',
    freedom: 'create.state-or-county-differs',
    change: (body) => withAddress(body, { state: place.state }),
    taken: ({ property }) => (property?.address?.['state'] === place.state ? 'as-sent' : 'replaced'),
  },
  {
    what: 'a postal code of nine digits',
    freedom: 'create.postal-code-form',
    change: (body) => withAddress(body, { postal_code: `${body.property.address['postal_code']!.slice(0, 5)}-1234` }),
    taken: ({ property }) => (String(property?.address?.['postal_code']).length === 5 ? 'five-digits' : 'as-sent'),
  },
  {
    what: 'a purpose in words where none is called for',
    freedom: 'create.unused-conditional-fields',
    change: (body) => withLoan(body, { purpose_other: 'a barn' }),
    taken: ({ loan }) => (loan?.['purpose_other'] === 'a barn' ? 'stored' : 'dropped'),
  },
  {
    what: 'an FHA case number for a product that uses none',
    freedom: 'create.fha-number-on-none',
    change: (body) => withLoan(body, { fha_case_number: '123-4567890' }),
    taken: ({ loan }) => (loan?.['fha_case_number'] === '123-4567890' ? 'stored' : 'dropped'),
  },
  {
    what: 'a small file',
    freedom: 'create.inline-documents',
    change: (body) => ({ ...body, documents: [sketch] }) as OrderBody,
    taken: ({ documents }) =>
      documents?.some(({ filename }) => filename === sketch.filename) ? 'filename-content-type-content' : null,
  },
  // Behind those that change the first borrower.
  {
    what: 'a co-borrower without contacts first',
    freedom: 'create.contacts-position',
    change: (body) => ({ ...body, borrowers: [co, body.borrowers[0]!] }),
    taken: 'by-role',
  },
  // Behind what makes a co-borrower.
  ...incompleteParts(pick),
]

/** Each of these is refused by many, for a reason of its own. */
export const strictCreates = (): OddCreate[] => [
  {
    what: 'an occupancy in upper case',
    freedom: 'create.enumeration-case',
    change: (body) => {
      const occupancy = body.property.occupancy.toUpperCase()
      return { ...body, property: { ...body.property, occupancy } }
    },
    taken: 'accepted',
    kept: { rule: occupancyShown, pointer: '/property/occupancy', value: 'primary_residence' },
  },
  {
    what: 'a price without cents',
    freedom: 'create.money-form',
    change: (body) => purchase(body, '450000'),
    taken: ({ loan }) => (loan?.['purchase_price'] === '450000.00' ? 'normalised' : null),
  },
  {
    what: 'a price of nothing',
    freedom: 'create.money-sign',
    change: (body) => purchase(body, '0.00'),
    taken: 'accepted',
  },
  {
    what: 'another currency',
    freedom: 'create.currency-value',
    change: (body) => purchase(body, '450000.00', 'EUR'),
    taken: 'three-letters',
    refused: 'usd-only',
    kept: { rule: currencyShown, pointer: '/loan/currency', value: 'EUR' },
  },
  {
    what: 'two borrowers of one role',
    freedom: 'create.borrower-roles',
    change: (body) => ({ ...body, borrowers: [body.borrowers[0]!, { ...body.borrowers[0]!, first_name: 'Noor' }] }),
    taken: 'accepted',
  },
]

/** A code twice; the catalog must have one. */
export const doubledAddOn = (code: string): OddCreate => ({
  what: 'an add-on twice',
  freedom: 'create.duplicate-add-ons',
  change: (body) => ({ ...body, add_on_codes: [code, code] }),
  taken: ({ loan }) => (Array.isArray(loan?.add_ons) ? (loan.add_ons.length > 1 ? 'twice' : 'once') : null),
})

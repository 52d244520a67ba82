// The optional parts of an order: at which levels each can be present, where a level fits, and what it puts in.
import type { ContactInput, CreateOrderRequest, Enumerations, Choose, Place } from './order-ground.ts'
import { needsCaseNumber, type CatalogProduct } from './catalog-product.ts'
import {
  caseNumbers,
  emails,
  firstNames,
  lastNames,
  loanNumbers,
  organisations,
  phones,
  prices,
  sentences,
  streets,
  units,
} from './texts.ts'

/** `reference` begins with the run's marker. */
type Making = {
  product: CatalogProduct
  place: Place
  enumerations: Enumerations
  reference: string
  pick: Choose
}

type Level = {
  fits?: (product: CatalogProduct, place: Place) => boolean
  put?: (request: CreateOrderRequest, making: Making) => void
}

/** The first level is the one that adds least. */
type Part = { name: string; levels: Readonly<Record<string, Level>> }

type Put = NonNullable<Level['put']>
type Flag = 'rush' | 'complex' | 'rural' | 'priority' | 'certified_appraiser_required'

const optional = (name: string, put: Put, fits?: Level['fits']): Part => ({
  name,
  levels: { absent: {}, present: { put, fits } },
})

const boolean = (name: string, put: (request: CreateOrderRequest, value: boolean) => void): Part => ({
  name,
  levels: {
    absent: {},
    false: { put: (request) => put(request, false) },
    true: { put: (request) => put(request, true) },
  },
})

const flag = (name: Flag): Part =>
  boolean(name, (request, value) => {
    request[name] = value
  })

const phone = ({ pick, enumerations }: Making): ContactInput => ({
  type: 'phone',
  role: pick(enumerations.contact_role) as ContactInput['role'],
  value: pick(phones),
})

/** An email address never has the role `cell` (freedom create.email-on-cell). */
const email = ({ pick, enumerations }: Making): ContactInput => ({
  type: 'email',
  role: pick(enumerations.email_contact_role) as ContactInput['role'],
  value: pick(emails),
})

/** Neither is among those that are picked. */
const furtherContacts: readonly ContactInput[] = [
  { type: 'phone', role: 'other', value: '+1 512 555 0148 ext. 12' },
  { type: 'email', role: 'work', value: 'office@mail.example.org' },
]

/** The same number or address under another role. */
const inAnotherRole = (one: ContactInput): ContactInput => ({ ...one, role: one.role === 'home' ? 'work' : 'home' })

// A target may refuse a city, state or county other than its own (freedoms create.city-differs, state-or-county-differs).
const filled = (part: 'city' | 'state' | 'county'): Part =>
  optional(
    `property.address.${part}`,
    ({ property }, { place }) => {
      property.address[part] = place.filled![part]!
    },
    (_, place) => typeof place.filled?.[part] === 'string',
  )

const addressAt = ({ place: { postal_code, filled }, pick }: Making) => {
  const county = typeof filled?.county === 'string' ? { county: filled.county } : {}
  const known = filled ? { city: filled.city, state: filled.state, ...county } : {}
  return { street: pick(streets), unit: pick(units), ...known, postal_code }
}

const borrowerAddress: Put = ({ borrowers }, making) => {
  borrowers[0]!.address = addressAt(making)
}

const coBorrower = (request: CreateOrderRequest, { pick }: Making): void => {
  const person = { role: 'co_borrower' as const, first_name: pick(firstNames), last_name: pick(lastNames) }
  request.borrowers.push(person)
}

const unequalFlags = [
  { receives_report: true, receives_status_updates: false },
  { receives_report: false, receives_status_updates: true },
] as const

/** What is sent of a co-borrower who has no contacts: nothing more, an address, or one flag without the other. */
const ofOneWithoutContacts = [
  () => ({}),
  (making: Making) => ({ address: addressAt(making) }),
  () => ({ receives_report: true }),
  () => ({ receives_status_updates: true }),
] as const

const additionalContact = ({ pick, enumerations }: Making) => ({
  purpose: pick(enumerations.additional_contact_purpose) as 'report' | 'status',
  name: pick(organisations),
  email: pick(emails),
})

/** Of a type and a role that borrowers have elsewhere: what an agent may have says nothing of theirs. The two blanks are text. */
const agentsOffice: ContactInput = { type: 'phone', role: 'work', value: '+1 512  555 0149' }

const agentContacts = [(making: Making) => ({ contacts: [phone(making), agentsOffice] }), () => ({})] as const

const note = (type: 'order' | 'appointment'): Part =>
  optional(`notes.${type}`, (request, { pick }) => {
    ;(request.notes ??= []).push({ type, text: pick(sentences) })
  })

const allowsOther = ({ purposes }: CatalogProduct): boolean => purposes.some((purpose) => purpose !== 'purchase')
const allowsPurchase = ({ purposes }: CatalogProduct): boolean => purposes.includes('purchase')

/** With the marker, and of digits alone. */
const references = [
  (reference: string) => reference,
  (reference: string) => `00${reference.replaceAll(/\D/g, '')}`,
] as const

/** Add-ons in the order of the catalog and the other way round. */
const directions = [(codes: readonly string[]) => codes, (codes: readonly string[]) => codes.toReversed()] as const

export const parts: readonly Part[] = [
  {
    // Decides the purpose: a price and its currency go with a purchase alone (freedom create.unused-conditional-fields).
    name: 'loan.purchase_price',
    levels: {
      absent: { fits: allowsOther },
      price: { fits: allowsPurchase, put: ({ loan }, { pick }) => void (loan.purchase_price = pick(prices)) },
      'price and currency': {
        fits: allowsPurchase,
        put: ({ loan }, { pick }) => {
          loan.purchase_price = pick(prices)
          loan.currency = 'USD'
        },
      },
    },
  },
  {
    name: 'property.has_adu',
    levels: {
      absent: {},
      false: { put: ({ property }) => void (property.has_adu = false) },
      true: { put: ({ property }) => void (property.has_adu = true) },
      'true with an add-on for it': {
        fits: ({ aduAddOns }) => aduAddOns.length > 0,
        put: (request, { product, pick }) => {
          request.property.has_adu = true
          ;(request.add_on_codes ??= []).push(pick(product.aduAddOns))
        },
      },
    },
  },
  {
    name: 'add_on_codes',
    levels: {
      absent: {},
      one: {
        fits: ({ addOns }) => addOns.length > 0,
        put: (request, { product, pick }) => void (request.add_on_codes ??= []).push(pick(product.addOns)),
      },
      every: {
        fits: ({ addOns }) => addOns.length > 1,
        put: (request, { product, pick }) =>
          void (request.add_on_codes ??= []).push(...pick(directions)(product.addOns)),
      },
    },
  },
  {
    // Never on a product whose certification is none (freedom create.fha-number-on-none).
    name: 'loan.fha_case_number',
    levels: {
      absent: { fits: (product) => !needsCaseNumber(product) },
      present: {
        fits: ({ certification }) => certification !== 'none',
        put: ({ loan }, { pick }) => void (loan.fha_case_number = pick(caseNumbers)),
      },
    },
  },
  {
    name: 'co_borrower',
    levels: {
      absent: {},
      'without contacts': {
        put: (request, making) => {
          coBorrower(request, making)
          Object.assign(request.borrowers[1]!, making.pick(ofOneWithoutContacts)(making))
        },
      },
      'with contacts': {
        put: (request, making) => {
          coBorrower(request, making)
          const address = addressAt(making)
          const contacts = [email(making), phone(making)]
          Object.assign(request.borrowers[1]!, { ...making.pick(unequalFlags), address, contacts })
        },
      },
    },
  },
  {
    name: 'borrower.contacts',
    levels: {
      phone: { put: ({ borrowers }, making) => void (borrowers[0]!.contacts = [phone(making)]) },
      email: { put: ({ borrowers }, making) => void (borrowers[0]!.contacts = [email(making)]) },
      'three of each': {
        put: ({ borrowers }, making) => {
          const two = [phone(making), email(making)]
          borrowers[0]!.contacts = [...two, ...furtherContacts, ...two.map(inAnotherRole)]
        },
      },
    },
  },
  flag('rush'),
  flag('complex'),
  flag('rural'),
  flag('priority'),
  flag('certified_appraiser_required'),
  boolean('receives_report', ({ borrowers }, value) => void (borrowers[0]!.receives_report = value)),
  boolean('receives_status_updates', ({ borrowers }, value) => void (borrowers[0]!.receives_status_updates = value)),
  optional('appraiser_instructions', (request, { pick }) => void (request.appraiser_instructions = pick(sentences))),
  optional(
    'lender_reference',
    (request, { reference, pick }) => void (request.lender_reference = pick(references)(reference)),
  ),
  optional('loan.number', ({ loan }, { pick }) => void (loan.number = pick(loanNumbers))),
  optional('loan.client', ({ loan }, { pick }) => void (loan.client = pick(organisations))),
  optional('loan.investor', ({ loan }, { pick }) => void (loan.investor = pick(organisations))),
  optional('property.address.street', ({ property }, { pick }) => void (property.address.street = pick(streets))),
  optional('property.address.unit', ({ property }, { pick }) => void (property.address.unit = pick(units))),
  filled('city'),
  filled('state'),
  filled('county'),
  optional('borrower.address', borrowerAddress),
  optional('parties.real_estate_agent', (request, making) => {
    const [first_name, last_name] = [making.pick(firstNames), making.pick(lastNames)]
    const real_estate_agent = { first_name, last_name, ...making.pick(agentContacts)(making) }
    request.parties = { ...request.parties, real_estate_agent }
  }),
  {
    name: 'parties.additional_contacts',
    levels: {
      absent: {},
      one: {
        put: (request, making) =>
          void (request.parties = { ...request.parties, additional_contacts: [additionalContact(making)] }),
      },
      three: {
        put: (request, making) => {
          const [first, second] = [additionalContact(making), additionalContact(making)]
          // One person for both purposes.
          const email = first.purpose === second.purpose ? second.email : first.email
          // And one purpose that two persons are for.
          const third = { purpose: first.purpose, name: 'Night Desk', email: 'night-desk@example.com' }
          const additional_contacts = [first, { ...second, email }, third]
          request.parties = { ...request.parties, additional_contacts }
        },
      },
    },
  },
  note('order'),
  note('appointment'),
]

/** For each part the name of a level, in the order of `parts`. */
export type Levels = readonly string[]

export const fits = (part: Part, level: string, product: CatalogProduct, place: Place): boolean =>
  part.levels[level]!.fits?.(product, place) ?? true

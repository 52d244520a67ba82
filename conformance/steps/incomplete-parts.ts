// Addresses and persons of a create that lack a part of which no passage says that it must be sent.
import { includes } from '../evidence/expected.ts'
import { one, type Expectation } from '../generate/expectation.ts'
import type { Choose } from '../generate/order-ground.ts'
import { sameAddress, sameText } from '../generate/same-value.ts'
import type { OddCreate } from './odd-create.ts'
import type { OrderBody } from './order-body.ts'

const freedom = 'create.parts-left-out'

export const showsIncomplete = [
  'create.order-shows-the-borrower-address-sent',
  'create.order-shows-the-real-estate-agent-sent',
  'create.order-shows-the-additional-contacts-sent',
] as const

const [showsAddress, showsAgent, showsContacts] = showsIncomplete

type Part = Record<string, string>

/** A borrower is found by the role, of which an order has one each. */
const addressOf = (role: string, sent: Part): Expectation =>
  one('/borrowers', showsAddress, includes({ role, address: sent }), (value) => {
    const borrowers = Array.isArray(value) ? (value as ({ role?: unknown; address?: unknown } | null)[]) : []
    return sameAddress(sent)(borrowers.find((borrower) => borrower?.role === role)?.address)
  })

/** Puts an address in; with a co-borrower where there is none. */
const withAddress = (body: OrderBody, role: string, address: Part): OrderBody => {
  const co = { role, first_name: 'Noor', last_name: 'Sample' }
  const isThere = body.borrowers.some((borrower) => borrower['role'] === role)
  const borrowers = isThere ? body.borrowers : [...body.borrowers, co]
  return {
    ...body,
    borrowers: borrowers.map((borrower) => (borrower['role'] === role ? { ...borrower, address } : borrower)),
  }
}

const withParties = (body: OrderBody, parties: object): OrderBody => ({
  ...body,
  parties: { ...(body['parties'] as object | undefined), ...parties },
})

const places = { street: '48 Sample Road', unit: 'Unit 6', city: 'Austin', state: 'TX', county: 'Travis' }
const agents: readonly Part[] = [{ first_name: 'Ana' }, { last_name: 'Sample' }]
const contacts: readonly Part[] = [
  { name: 'Closing Desk', email: 'desk@example.com' },
  { purpose: 'report', email: 'closing@example.com' },
  { purpose: 'status', name: 'Night Desk' },
]

/** Each of them, with the parts sent; no sentence says what stands in the place of a part that was not. */
const isEach = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === contacts.length &&
  contacts.every((sent) =>
    (value as (Record<string, unknown> | null)[]).some((shown) =>
      Object.entries(sent).every(([part, text]) => sameText(text)(shown?.[part])),
    ),
  )

/** Of an order that carries them all: a service may refuse one and take another, which is no reading of its own. */
const taken: OddCreate['taken'] = ({ parties }) =>
  parties?.real_estate_agent && parties.additional_contacts?.length === contacts.length ? 'accepted' : null

/** Each part that the schema of a create lets be left out is left out of one of them. */
export const incompleteParts = (pick: Choose): OddCreate[] => {
  const agent = pick(agents)
  const [[name, text]] = Object.entries(agent) as [[string, string]]
  return [
    {
      what: 'an address of a borrower without its postal code',
      freedom,
      change: (body) => withAddress(body, 'borrower', places),
      taken,
      shows: [addressOf('borrower', places)],
    },
    {
      what: 'an address of a co-borrower that is a postal code alone',
      freedom,
      change: (body) => withAddress(body, 'co_borrower', { postal_code: '78701' }),
      taken,
      shows: [addressOf('co_borrower', { postal_code: '78701' })],
    },
    {
      what: `an agent of whom only the ${name.replace('_', ' ')} is sent`,
      freedom,
      change: (body) => withParties(body, { real_estate_agent: agent }),
      taken,
      shows: [one(`/parties/real_estate_agent/${name}`, showsAgent, text, sameText(text))],
    },
    {
      what: 'additional contacts of whom each lacks a part',
      freedom,
      change: (body) => withParties(body, { additional_contacts: contacts }),
      taken,
      shows: [one('/parties/additional_contacts', showsContacts, includes(contacts), isEach)],
    },
  ]
}

// Defects of a create in the persons of an order and in how they are reached.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import type { OrderDraft } from '../../../simulator/domain/order-draft.ts'
import type { Contact } from '../../../simulator/domain/records.ts'

type Borrower = OrderDraft['borrowers'][number]

const borrowers = (change: (one: Borrower, index: number) => Borrower): Mutation =>
  op.wrap('creation.read', (draft) => ({ ...draft, borrowers: draft.borrowers.map(change) }))

type AdditionalContact = NonNullable<NonNullable<OrderDraft['parties']>['additional_contacts']>[number]

type Agent = NonNullable<NonNullable<OrderDraft['parties']>['real_estate_agent']>

const agent = (change: (one: Agent) => Agent | null): Mutation =>
  op.wrap('creation.read', (draft) => {
    const { real_estate_agent: sent } = draft.parties ?? {}
    return sent ? { ...draft, parties: { ...draft.parties, real_estate_agent: change(sent) } } : draft
  })

/** The contacts with other phone numbers. */
const dialled = <T extends { contacts?: Contact[] | null }>(one: T, change: (number: string) => string): T =>
  one.contacts
    ? {
        ...one,
        contacts: one.contacts.map((each) => (each.type === 'phone' ? { ...each, value: change(each.value) } : each)),
      }
    : one

const rolesUnchecked = (path: string): Mutation =>
  op.wrap('creation.structural.emailRole', (details) => details.filter(({ field }) => !field.startsWith(path)))

const additionalContacts = (change: (all: AdditionalContact[]) => AdditionalContact[]): Mutation =>
  op.wrap('creation.read', (draft) => {
    const { additional_contacts: sent } = draft.parties ?? {}
    return sent ? { ...draft, parties: { ...draft.parties, additional_contacts: change(sent) } } : draft
  })

/** An exception that nobody expects, for the orders that fit. */
const fails = (fits: (draft: OrderDraft) => boolean): Mutation =>
  op.refuseWith('creation.read', (draft) => fits(draft) && new Refusal('internal_error', 'Something went wrong.'))

/** Additional contacts that lack a part are not kept. */
const incompleteLost = (part: 'purpose' | 'name' | 'email'): Record<string, Omit<Defect, 'id'>> => ({
  [`additional-contact-without-${part}-lost`]: {
    breaks: 'create.order-shows-the-additional-contacts-sent',
    bug: `An additional contact without its ${part} is not kept.`,
    deep: 'only for a contact that lacks a part',
    apply: additionalContacts((all) => all.filter((one) => one[part])),
  },
})

export const createPersons: readonly Defect[] = rows({
  'third-contact-is-the-last': {
    breaks: 'create.order-shows-the-borrower-contacts-sent',
    bug: 'Of the contacts of a borrower three are kept.',
    deep: 'only for a borrower with more than three contacts',
    apply: borrowers((one) => (one.contacts ? { ...one, contacts: one.contacts.slice(0, 3) } : one)),
  },
  'contacts-of-one-value-merged': {
    breaks: 'create.order-shows-the-borrower-contacts-sent',
    bug: 'Of two contacts with one value the first is kept.',
    deep: 'only for a number or an address under two roles',
    apply: borrowers((one) =>
      one.contacts
        ? { ...one, contacts: [...new Map(one.contacts.toReversed().map((each) => [each.value, each])).values()] }
        : one,
    ),
  },
  'address-kept-with-contacts-alone': {
    breaks: 'create.order-shows-the-borrower-address-sent',
    bug: 'The address of a borrower is kept with the contacts.',
    deep: 'only for a co-borrower without contacts',
    apply: borrowers((one) => ((one.contacts ?? []).length > 0 ? one : { ...one, address: null })),
  },
  'one-flag-of-a-co-borrower-dropped': {
    breaks: 'create.order-shows-the-receives-report-sent',
    bug: 'The flags of a co-borrower are stored together, and one that comes alone is dropped.',
    deep: 'only for a co-borrower with one flag',
    apply: borrowers((one, index) =>
      index > 0 && one.receives_status_updates === undefined ? { ...one, receives_report: undefined } : one,
    ),
  },
  'agents-phone-tidied': {
    breaks: 'conventions.phone-numbers-come-back-as-sent',
    bug: 'Phone numbers of a real estate agent are brought into one form.',
    deep: 'only for a real estate agent',
    apply: agent((one) => dialled(one, (number) => number.replaceAll(/[^+\d]/g, ''))),
  },
  'agents-phone-with-one-blank': {
    breaks: 'conventions.phone-numbers-come-back-as-sent',
    bug: 'Several blanks in a phone number of a real estate agent become one.',
    deep: 'only for a real estate agent, and only for two blanks in a row',
    apply: agent((one) => dialled(one, (number) => number.replaceAll(/ +/g, ' '))),
  },
  'address-without-a-postal-code-lost': {
    breaks: 'create.order-shows-the-borrower-address-sent',
    bug: 'An address is looked up by its postal code, and one without is not kept.',
    deep: 'only for an address without a postal code',
    apply: borrowers((one) => (one.address?.postal_code ? one : { ...one, address: null })),
  },
  'address-of-a-postal-code-alone-lost': {
    breaks: 'create.order-shows-the-borrower-address-sent',
    bug: 'An address without a street is not kept.',
    deep: 'only for a borrower whose address has no street',
    apply: borrowers((one) => (one.address?.street ? one : { ...one, address: null })),
  },
  'agent-of-one-name-lost': {
    breaks: 'create.order-shows-the-real-estate-agent-sent',
    bug: 'An agent is kept by the full name, and one who lacks a part of it is not kept.',
    deep: 'only for an agent of whom one name is sent',
    apply: agent((one) => (one.first_name && one.last_name ? one : null)),
  },
  ...incompleteLost('purpose'),
  ...incompleteLost('name'),
  ...incompleteLost('email'),
  'address-without-a-postal-code-is-500': {
    breaks: 'errors.unforeseen-request-is-no-failure',
    bug: 'The place of an address is looked up by its postal code, which nobody expects to be missing.',
    deep: 'only for an address without a postal code',
    apply: fails(({ borrowers }) => borrowers.some(({ address }) => address && !address.postal_code)),
  },
  'contact-without-a-name-is-500': {
    breaks: 'errors.unforeseen-request-is-no-failure',
    bug: 'The name of an additional contact is trimmed, also where there is none.',
    deep: 'only for a contact without a name',
    apply: fails(({ parties }) => parties?.additional_contacts?.some(({ name }) => !name) ?? false),
  },
  'many-contacts-are-500': {
    breaks: 'conventions.request-bodies-are-read-as-json',
    bug: 'The contacts of a borrower are written in one statement, which takes a thousand rows.',
    deep: 'only for more than a thousand contacts',
    apply: fails(({ borrowers }) => borrowers.some(({ contacts }) => (contacts?.length ?? 0) > 1000)),
  },
  'many-additional-contacts-are-500': {
    breaks: 'conventions.request-bodies-are-read-as-json',
    bug: 'The additional contacts are written in one statement, which takes a thousand rows.',
    deep: 'only for more than a thousand additional contacts',
    apply: fails(({ parties }) => (parties?.additional_contacts?.length ?? 0) > 1000),
  },
  'phone-extension-lost': {
    breaks: 'conventions.phone-numbers-come-back-as-sent',
    bug: 'The extension of a phone number is cut off.',
    deep: 'only for a number with an extension',
    apply: borrowers((one) => dialled(one, (number) => number.split(' ext. ')[0]!)),
  },
  'agent-without-contacts-lost': {
    breaks: 'create.order-shows-the-real-estate-agent-sent',
    bug: 'An agent without contacts is not kept.',
    deep: 'only for an agent without contacts',
    apply: agent((one) => (one.contacts?.length ? one : null)),
  },
  'second-contact-of-an-agent-lost': {
    breaks: 'create.order-shows-the-real-estate-agent-sent',
    bug: 'An agent has one contact, the first.',
    deep: 'only for an agent with two contacts',
    apply: agent((one) => (one.contacts ? { ...one, contacts: one.contacts.slice(0, 1) } : one)),
  },
  'one-additional-contact-a-purpose': {
    breaks: 'create.order-shows-the-additional-contacts-sent',
    bug: 'Of the additional contacts one is kept for each purpose.',
    deep: 'only for two persons of one purpose',
    apply: additionalContacts((all) => [...new Map(all.toReversed().map((one) => [one.purpose, one])).values()]),
  },
  'co-borrower-flags-mirrored': {
    breaks: 'create.order-shows-the-receives-status-updates-sent',
    bug: 'A co-borrower receives status updates when it receives the report.',
    deep: 'only for a co-borrower with unequal flags',
    apply: borrowers((one, index) => (index === 0 ? one : { ...one, receives_status_updates: one.receives_report })),
  },
  'agents-email-may-be-a-cell-phones': {
    breaks: 'create.email-with-the-role-cell-refused',
    bug: 'The roles of the contacts of an agent are not looked at.',
    deep: 'only for a real estate agent',
    apply: rolesUnchecked('parties.'),
  },
  'co-borrowers-email-may-be-a-cell-phones': {
    breaks: 'create.email-with-the-role-cell-refused',
    bug: 'The roles of the contacts of a co-borrower are not looked at.',
    deep: 'only for a co-borrower',
    apply: rolesUnchecked('borrowers.1.'),
  },
})

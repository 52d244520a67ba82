// Parties and contacts as sent → as kept: every key there, null when empty.
import type { PartiesDraft } from './order-draft.ts'
import type { Contact, Parties } from './records.ts'

export const contactsOf = (contacts: readonly Contact[] | null | undefined): Contact[] =>
  (contacts ?? []).map(({ type, role, value }) => ({ type, role, value }))

const agentOf = (agent: PartiesDraft['real_estate_agent']): Parties['real_estate_agent'] =>
  agent
    ? { first_name: agent.first_name ?? null, last_name: agent.last_name ?? null, contacts: contactsOf(agent.contacts) }
    : null

const additionalOf = (contacts: PartiesDraft['additional_contacts']): Parties['additional_contacts'] =>
  (contacts ?? []).map(({ purpose, name, email }) => ({
    purpose: purpose ?? null,
    name: name ?? null,
    email: email ?? null,
  }))

/** Only the parties sent replace those kept. */
export const mergeParties = (kept: Parties, sent: PartiesDraft | null | undefined): Parties =>
  sent
    ? {
        real_estate_agent:
          sent.real_estate_agent === undefined ? kept.real_estate_agent : agentOf(sent.real_estate_agent),
        additional_contacts:
          sent.additional_contacts === undefined ? kept.additional_contacts : additionalOf(sent.additional_contacts),
      }
    : kept

export const noParties: Parties = { real_estate_agent: null, additional_contacts: [] }

// A company that asks for every part of an address and of a person, in a create and in an amendment.
import { misread } from '../../operators/index.ts'
import type { OrderDraft } from '../../../domain/order-draft.ts'
import { Refusal, type Detail } from '../../../domain/refusal.ts'
import type { CodeOfRefusal } from '../../creation.ts'
import type { ReadingPatch } from '../reading.ts'
import { refused, required } from './refused.ts'

type Sent = Pick<OrderDraft, 'borrowers' | 'parties'>

/** What is known of each is little use without these. */
const incomplete = ({ borrowers, parties }: Sent): Detail[] => {
  const missing = (path: string, part: object | null | undefined, names: readonly string[]) =>
    names.flatMap((name) =>
      part && !(part as Record<string, unknown>)[name] ? required(`${path}.${name}`, 'is needed here') : [],
    )
  return [
    ...borrowers.flatMap(({ address }, index) => missing(`borrowers.${index}.address`, address, ['postal_code'])),
    ...missing('parties.real_estate_agent', parties?.real_estate_agent, ['first_name', 'last_name']),
    ...(parties?.additional_contacts ?? []).flatMap((one, index) =>
      missing(`parties.additional_contacts.${index}`, one, ['purpose', 'name', 'email']),
    ),
  ]
}

/** An amendment cannot change an address: only its parties are looked at. */
export const refusedIncomplete =
  (code: CodeOfRefusal): ReadingPatch =>
  (ground) => {
    refused(code, incomplete)(ground)
    misread('amendment.read', (patch) => {
      const details = incomplete({ borrowers: [], parties: patch.parties })
      if (details.length > 0) throw new Refusal(code, 'The amendment is incomplete; details says where.', { details })
      return [patch]
    })(ground)
  }

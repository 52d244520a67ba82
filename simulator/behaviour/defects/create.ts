// Defects that break rules of the area create.
import type { Defect } from '../create-behaviour.ts'

export const create: readonly Defect[] = [
  {
    id: 'contacts-not-required',
    breaks: 'create.borrower-contacts-required',
    bug: 'The borrower without contacts is taken, as if contacts were optional for everyone.',
    apply: ({ creation }) => {
      creation.structural.borrowerContacts = () => []
    },
  },
]

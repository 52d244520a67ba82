// Defects that break rules of the area downloads.
import type { Defect } from '../create-behaviour.ts'

export const downloads: readonly Defect[] = [
  {
    id: 'tampered-link-accepted',
    breaks: 'downloads.altered-signature-refused',
    bug: 'The signature of a download link is not looked at.',
    apply: ({ links }) => {
      links.signatureMatches = () => true
    },
  },
]

// What a lender may upload (Endpoints / POST /orders/{order_id}/documents).
import type { Contract } from '../contract.ts'
import { acceptedTypes } from '../documents/accepted-types.ts'
import { acceptUpload } from '../documents/sniff.ts'

export const uploads = (_contract: Contract) => ({
  /** "25 MB" read the generous way, so that a client that counts either way is served; only a larger file is refused. */
  maxBytes: 25 * 1024 * 1024,

  kinds: ['supporting'],

  /** Media types that an accepted file can have. */
  acceptedTypes: Object.keys(acceptedTypes),

  accept: acceptUpload,

  /** A lender's own upload raises nothing, as its own messages do not. */
  announced: false,
})

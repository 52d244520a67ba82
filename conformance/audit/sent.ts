// What a client sent, as far as it is known: undefined is unknown, null is known to be absent.
import type { Call } from './call.ts'
import { headerKnown } from './journal/known.ts'

export const sentHeader = ({ known, exchange }: Call, name: string): string | null | undefined =>
  headerKnown(known, exchange.request.headers, name)

/** The media type of the body, without its parameters. */
export const sentType = ({ known: { type } }: Call): string | null | undefined =>
  typeof type === 'string' ? type.split(';')[0]!.trim().toLowerCase() : type

export const isBodyKnown = ({ known }: Call): boolean => known.body === 'whole' || known.body === 'none'

const takesQuery = ({ operation }: Call): boolean =>
  operation === null || operation.startsWith('list') || operation === 'downloadDocument'

/** Whether another request can be the same: its body and its query are known. */
export const isComparable = (call: Call): boolean => isBodyKnown(call) && (call.known.query || !takesQuery(call))

/** Whether it is known that no answer came. */
export const isLost = ({ status, known }: Call): boolean => status === null && known.outcome

// What the rules of a client are judged from: its calls in order, and the deliveries to its receiver.
import type { Delivery } from '../evidence/delivery.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Environment } from '../evidence/roles.ts'

export type Call = {
  /** `x` and the number of the entry in the journal. */
  id: string
  exchange: Exchange
  /** Null for an address that the contract does not have. */
  operation: string | null
  environment: Environment
  /** Whether the address or the journal says which environment it is. */
  environmentIsKnown: boolean
  /** The client id, or a name for a token whose exchange is not in the journal. */
  client: string
  token: string | null
  url: URL
  ids: Record<string, string>
  /** The JSON sent and received; undefined where there is none. */
  sent: unknown
  received: unknown
  /** Null where no answer came. */
  status: number | null
  /** Bytes of the request's body, also where the journal keeps a part of it. */
  size: number
  isCut: boolean
  /** Wire time in epoch milliseconds. */
  startedAt: number
  endedAt: number
  /** What the domain clock showed, or else the wire clock. */
  clock: number
  fault: string | null
}

export type DeliveryCall = {
  delivery: Delivery
  status: number | null
  startedAt: number
  ms: number
  error: string | null
  fault: string | null
}

export type Journal = {
  calls: readonly Call[]
  deliveries: readonly DeliveryCall[]
  /** Whether nothing that the client sent came before. */
  fromStart: boolean
  /** Entries that are no traffic of the contract. */
  others: number
  /** Reads without a credential of `/ping` and of addresses that the contract does not have; no rule is judged by them. */
  nobodys: readonly Call[]
  /** By client, in order. */
  byClient: ReadonlyMap<string, readonly Call[]>
}

export const isSuccess = ({ status }: Pick<Call, 'status'>): boolean => status !== null && status >= 200 && status < 300

export const isRead = ({ exchange }: Call): boolean => exchange.request.method === 'GET'

export const isSecured = ({ operation }: Call): boolean =>
  operation !== null && !['ping', 'requestToken', 'downloadDocument'].includes(operation)

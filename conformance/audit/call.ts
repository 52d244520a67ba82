// What the rules of a client are judged from: its calls in order, and the deliveries to its receiver.
import type { Delivery } from '../evidence/delivery.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Environment } from '../evidence/roles.ts'
import type { Known } from './journal/known.ts'
import type { UnknownAnswers } from './journal/unknown-answers.ts'
import type { Lack } from './lack.ts'

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
  /** What of all this the recording shows; what it does not show is unknown. */
  known: Known
  /** What a recording says of a page that made it: the kind of resource, as browsers alone write it, or a page. */
  page: 'resource' | 'page' | null
  /** Wire time in epoch milliseconds. */
  startedAt: number
  endedAt: number
  /** What the domain clock showed, or else the wire clock. */
  clock: number
  fault: string | null
}

export type DeliveryCall = {
  delivery: Delivery
  url: string
  status: number | null
  startedAt: number
  ms: number
  error: string | null
  fault: string | null
  known: Known
}

export type Journal = {
  calls: readonly Call[]
  deliveries: readonly DeliveryCall[]
  /** Whether nothing that the client sent came before. */
  fromStart: boolean
  /** Entries that are no traffic of the contract. */
  others: number
  /** Calls that look like the contract's, at hosts that nothing shows to be the service; by host. */
  elsewhere: ReadonlyMap<string, number>
  /** Reads without a credential of `/ping` and of addresses that the contract does not have; no rule is judged by them. */
  nobodys: readonly Call[]
  /** By client, in order; without the calls that may be of any of several. */
  byClient: ReadonlyMap<string, readonly Call[]>
  /** Clients all of whose calls are known to be theirs. */
  named: ReadonlySet<string>
  /** What the recording shows of none of its calls. */
  lacks: ReadonlySet<Lack>
  unknownAnswers: UnknownAnswers
  /** Numbers of the entries with a body that holds more than is judged; no rule is judged by it. */
  leftOut: readonly string[]
}

export const isSuccess = ({ status }: Pick<Call, 'status'>): boolean => status !== null && status >= 200 && status < 300

/** What was refused for good, as far as its status tells. */
export const isRefused = ({ status }: Pick<Call, 'status'>): boolean => status !== null && status >= 400 && status < 500

export const isRead = ({ exchange }: Call): boolean => exchange.request.method === 'GET'

export const isSecured = ({ operation }: Call): boolean =>
  operation !== null && !['ping', 'requestToken', 'downloadDocument'].includes(operation)

// What a simulator is started with and what it offers, as plain types: all that users of the package see of it.
import type { SimulatorCompany } from './company-types.ts'
import type { ImportedWorld, SimulatorSnapshot, WorldFile } from './state-types.ts'
import type { Fired, SimulatorClock, SimulatorTime } from './time-types.ts'
import type { Environment, World } from '../domain/world.ts'
import type { SimulatorJournal } from './har-types.ts'
import type { Fault, SimulatorFaults } from './fault.ts'

export type * from './company-types.ts'
export type * from './state-types.ts'
export type * from './time-types.ts'
export type { AddOn, Environment, Lender, Money, Named, Product, Role, World, WorldCompany } from '../domain/world.ts'
export type * from './har-types.ts'
export type { DeliveryFault, Fault, FaultRecord, RequestFault, SimulatorFaults } from './fault.ts'

/** Gets what the simulator logs: the fields of one line, and its message. A pino logger fits. */
export type SimulatorLog = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>

/** Who plays the company; `assay simulate --help` and `GET /personas` of the control port say what each does. */
export type PersonaName = 'punctual' | 'slow' | 'revision-happy' | 'declining' | 'silent' | 'review-first'

/** For one order, for the orders of one lender, or for all where both are left out; of several the narrowest counts. */
export type PersonaOption = {
  name: PersonaName
  lender_id?: string
  order_id?: string
  /** What it draws its hours and choices from; 1 when left out. The same seed gives the same order the same course. */
  seed?: number
}

export type SimulatorPersona = {
  id: string
  name: PersonaName
  lender_id: string | null
  order_id: string | null
  seed: number
}

export type SimulatorPersonas = {
  list(): SimulatorPersona[]
  /** Takes the place of the persona for the same order, the same lender or all. Rejects where there is no such lender or order. */
  set(persona: PersonaName | PersonaOption): Promise<SimulatorPersona>
  /** False where there is no such persona. */
  remove(id: string): Promise<boolean>
}

/** Every field may be left out. */
export type SeedRequest = {
  /** Codes of statuses; all of them when left out. */
  statuses?: readonly string[]
  /** Orders in each status; 1 when left out, 1000 orders in all at most. */
  count?: number
  /** The lender of the credential `main` when left out. */
  lender_id?: string
  /** The sandbox when left out. */
  environment?: Environment
  /** Fields of `POST /orders` that take the place of those made up. */
  order?: Record<string, unknown>
}

export type SeededOrder = {
  id: string
  order_number: string
  status: string
  lender_id: string
  environment: Environment
}

export type SeededOrders = {
  data: SeededOrder[]
  /** Statuses that the company of the readings in force brings no order to. */
  not_made: { status: string; order_id: string; message: string }[]
}

/** Every option may be left out; a wrong value or an unknown name is refused. */
export type SimulatorOptions = {
  /** Name of a world in `fixtures/worlds`, or a world of your own; `demo` when left out. */
  world?: string | World
  /** Port of the service; 0, the default, takes a free one. */
  port?: number
  /** Port of the company's side and the workbench; 0, the default, takes a free one. */
  controlPort?: number
  /** Address that it listens on; 127.0.0.1 when left out. Beyond loopback every call needs a token. */
  controlHost?: string
  /** That token, of at least 16 letters and digits; made when left out, for an address beyond loopback. On loopback, too, it is asked for when given. */
  controlToken?: string
  /** The control port, too, serves HTTPS, with the certificate of `tls`. */
  controlTls?: boolean
  /** Address that the service listens on; 127.0.0.1 when left out. */
  host?: string
  /** HTTPS: `true` makes a certificate, a pair of PEM texts uses that one. Plain HTTP is then refused. */
  tls?: boolean | { cert: string; key: string }
  /** Keeps every acknowledged write in this file; in memory when left out. */
  data?: string
  /** The domain clock: order times, token life, link expiry, webhook retries. Signatures and rate limits use real time. */
  clock?: SimulatorClock
  /** Origin used in links instead of the Host header, such as `https://sandbox.example.com`. */
  publicOrigin?: string
  /** Accepts webhook addresses with plain `http`, which the contract refuses. */
  allowHttpWebhooks?: boolean
  /** Verifies the certificate of a webhook receiver on loopback as well. */
  verifyWebhookTls?: boolean
  /** Permitted readings to take instead of the default ones, by freedom (`fixtures/freedoms.yaml`). */
  readings?: Record<string, string>
  /** Seed that draws a permitted reading for every other freedom; a whole number. */
  vary?: number
  /** A `report.json`, or the folder of one: answers like the deployment that it describes. */
  like?: string
  /** Id of one deliberate defect to have (`assay simulate --list-defects`). */
  defect?: string
  /** Plays the company on the domain clock: a persona for all orders, or one or several with a lender each. Nobody when left out. */
  persona?: PersonaName | PersonaOption | PersonaOption[]
  /**
   * How much of the traffic is kept: requests to the service and webhook deliveries, the latest 2,000 in at most 32 MiB when left out. `false`
   * or 0 entries keep none.
   */
  journal?: false | { entries?: number; bytes?: number }
  /** What goes wrong from the start, as `simulator.faults.add` takes it; nothing when left out. */
  faults?: readonly Fault[]
  /** Nothing is logged when left out. */
  log?: SimulatorLog
}

export type SimulatorCredential = {
  client_id: string
  client_secret: string
  environment: 'production' | 'sandbox'
  /** Whose credential it is: what a client compares with `/account` when it starts. */
  lender_id?: string
  lender_name?: string
}

/** What a conformance run needs to test this simulator with every role: give it to `conform`. */
export type SimulatorProfile = {
  production_base_url: string
  sandbox_base_url: string
  control_url?: string
  /** Bearer token of the control port, where it asks for one. */
  control_token?: string
  credentials: { main: SimulatorCredential } & Partial<Record<keyof World['roles'], SimulatorCredential>>
  postal_codes: { resolvable: string[]; unresolvable: string[] }
  /** An expired token of `main`, and a token of the revoked credential. */
  tokens: { expired?: string; revoked?: string }
}

export type Simulator = {
  /** Base address of production, with its path: `http://127.0.0.1:41234/v1`. */
  readonly productionUrl: string
  readonly sandboxUrl: string
  /** Address of the control port, which `fixtures/control.yaml` describes. */
  readonly controlUrl: string
  /** Bearer token that the control port asks for; undefined where it asks for none. */
  readonly controlToken: string | undefined
  /** The PEM certificate to trust when `tls` is on. */
  readonly certificate: string | undefined
  readonly world: World
  /** The permitted readings taken instead of the default ones, by freedom. */
  readonly readings: Record<string, string>
  /** What was asked and answered, delivered and refused, of late. */
  readonly journal: SimulatorJournal
  /** Domain time: read, frozen, moved, and what is due. */
  readonly clock: SimulatorTime
  /** Calls and deliveries that fail on purpose: none, until one is added. */
  readonly faults: SimulatorFaults
  /** Moves domain time forward and resolves when all that fell due has run; gives it in order. */
  advance(seconds: number): Promise<Fired[]>
  profile(): SimulatorProfile
  /** Places orders and brings each to a status, by the company's own moves. */
  seedOrders(request?: SeedRequest): Promise<SeededOrders>
  /** Who plays the company. */
  readonly personas: SimulatorPersonas
  /** What the company does with orders, by the operations of the control port. */
  readonly company: SimulatorCompany
  /** Back to the world as it was at the start, without faults; domain time goes on. */
  reset(): Promise<void>
  /** Keeps the state of now: all records, files, keys, owed deliveries, domain time, and what the next ids follow from. */
  snapshot(name?: string): Promise<SimulatorSnapshot>
  /** Oldest first. */
  snapshots(): SimulatorSnapshot[]
  /** Goes back to a state, domain time included; the journal and faults stay. A delivery under way is broken off. */
  restore(snapshot: string | { id: string }): Promise<SimulatorSnapshot>
  removeSnapshot(snapshot: string | { id: string }): Promise<SimulatorSnapshot>
  /** All of the state as a file: with the bytes of documents, 64 MiB at most, unless `documents` is `none`. */
  export(options?: { documents?: 'all' | 'none' }): Promise<WorldFile>
  /** Takes over an exported world in place of all that is there. Rejects, and changes nothing, where it is damaged or foreign. */
  import(file: WorldFile | string): Promise<ImportedWorld>
  /** Resolves when no webhook that is due is unsent. */
  idle(): Promise<void>
  /** Closes both ports and resolves when nothing is under way any more. */
  close(): Promise<void>
}

// One operation of the control port: what it answers. How it is called stands in the document of the port.
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Environment } from '../domain/records.ts'
import type { SimulatorProfile } from '../public/simulator-options.ts'
import type { Services } from '../engine/services.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { World } from '../engine/world.ts'
import type { Findings } from './findings.ts'

/** What the control port is made from. */
export type ControlParts = {
  services: Services
  world: World
  snapshots: Snapshots
  /** What every call must bring; nothing where the port is reached from this machine alone. */
  token?: string | undefined
  /** Back to the world as it was at the start. */
  reset: () => Promise<void>
  profile: () => SimulatorProfile
  /** What answers on the public port, for the page that tries its operations; absent where there is no such page. */
  service?: Record<Environment, RequestListener>
  /** Aborted when the simulator closes: what stays open until then ends. */
  closing?: AbortSignal
  /** Ends the process; absent where the process is not the simulator's own. */
  stop?: (() => void) | undefined
  /** Absent where the client is not judged. */
  findings?: Findings | undefined
}

export type ControlCall = ControlParts & {
  /** Ids of the operations that are offered. */
  offered: readonly string[]
  params: Record<string, string>
  /** As the document types them, with its defaults. */
  query: Record<string, unknown>
  body: unknown
}

export type ControlOperation = {
  /** Where a body may be larger than elsewhere. */
  bodyLimits?: { bytes: number; values: number }
  /** JSON when left out; the answer is then sent as it is. */
  contentType?: string
  /** Beside those of every answer. */
  headers?: (request: IncomingMessage) => Record<string, string>
  /** Always, when left out. */
  isOffered?: (parts: ControlParts) => boolean
  handle: (call: ControlCall) => unknown
}

/** By the operation's id in the document. */
export type ControlOperations = Readonly<Record<string, ControlOperation>>

// The simulator as a whole: what it offers, whether it is there, and what starts it again or ends it.
import { controlDocument } from '../../calls/document.ts'
import { environments } from '../../company/find.ts'
import type { ControlOperations } from '../operation.ts'
import { identityFor } from '../../http/identity.ts'
import { Refusal } from '../../domain/refusal.ts'
import { readFile } from 'node:fs/promises'
import { fixturePath } from '../../contract/contract.ts'
import { changeStream } from '../change-stream.ts'
import { setImmediate } from 'node:timers'
import { now } from '../../company/show.ts'
import { exportWorld } from '../../snapshots/world-file.ts'
import { bounds } from '../../../fixtures/bounds.ts'
import { importWorld } from '../../snapshots/import-world.ts'

export const serviceOperations = {
  /** What this control port offers, so that a caller asks for nothing else. */
  getCapabilities: {
    handle: ({ services, offered }) => ({
      control_version: controlDocument().info.version,
      contract_version: services.contract.webhooks.api_version,
      operations: offered,
      environments,
      clock_mode: services.clock.mode,
      faults_active: services.faults.inForce(),
    }),
  },
  /** The process answers. */
  getLiveness: {
    headers: identityFor,
    handle: () => ({ status: 'alive' }),
  },
  /** What is written can be kept; 503 otherwise. */
  getReadiness: {
    handle: async ({ services }) => {
      try {
        await services.store.flush()
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Refusal('not_ready', `Nothing can be kept at present: ${reason}`, { status: 503 })
      }
      return { status: 'ready' }
    },
  },
  /** The document of this port, as it is in the package. */
  getControlDocument: {
    contentType: 'application/yaml; charset=utf-8',
    handle: () => readFile(fixturePath('control.yaml'), 'utf8'),
  },
  /** The target profile with every role, secrets included, for a conformance run. */
  getProfile: {
    handle: ({ profile }) => profile(),
  },
  /** Server-sent events on what has changed, for pages that show it. */
  followChanges: {
    contentType: 'text/event-stream; charset=utf-8',
    handle: ({ services, findings, closing }) => changeStream(services, findings, closing),
  },
  /** A new window for everyone; the limit stays what it is. */
  renewRateLimit: {
    handle: ({ services }) => {
      services.rateLimiter.renew()
      return { requests_per_minute: services.contract.limits.requests_per_minute }
    },
  },
  /** Ends the process of `assay simulate`. */
  stopSimulator: {
    isOffered: ({ stop }) => stop !== undefined,
    handle: ({ stop }) => {
      // The answer is under way by then, and what is under way is finished.
      setImmediate(stop!)
      return { pid: process.pid }
    },
  },
  /** Everything as it was at the start, but for the clock. */
  resetWorld: {
    handle: async ({ services, reset }) => {
      await reset()
      return { now: now(services) }
    },
  },
  /** Everything as a file, to go on from elsewhere. */
  exportWorld: {
    handle: ({ services, world, query }) => exportWorld(services, world, query as { documents: 'all' | 'none' }),
  },
  /** An exported world takes the place of all that is there. */
  importWorld: {
    bodyLimits: { bytes: bounds.taken.worldLetters, values: bounds.taken.worldValues },
    handle: ({ services, world, snapshots, body }) => importWorld(services, world, snapshots, body as object),
  },
} satisfies ControlOperations

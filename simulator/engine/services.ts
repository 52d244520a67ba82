// What every part of one simulator shares; there is no global state, so several can live in one process.
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Contract } from '../contract/contract.ts'
import type { Journal } from '../journal/create-journal.ts'
import type { Locks } from './locks.ts'
import type { Faults } from '../faults/faults.ts'
import type { SimulatorLog } from '../public/simulator-options.ts'
import type { OnRequest } from './request-seen.ts'
import type { KeptTexts } from './kept-texts.ts'
import type { Personas } from './personas.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { Ids } from '../time/ids.ts'
import type { Outbox } from '../webhooks/outbox-options.ts'
import type { Inbox } from './inbox.ts'
import type { RateLimiter } from './rate-limiter.ts'

export type Services = {
  contract: Contract
  behaviour: Behaviour
  store: Store
  clock: Clock
  ids: Ids
  outbox: Outbox
  rateLimiter: RateLimiter
  inbox: Inbox
  locks: Locks
  personas: Personas
  /** Every exchange of the public port and every delivery attempt, of late. */
  journal: Journal
  /** The faults in force; none unless added. */
  faults: Faults
  /** Undefined where a decision of the behaviour is not the contract's own. */
  texts: KeptTexts | undefined
  log: SimulatorLog
  /** Called with every request to the public port when it is over. */
  onRequest?: OnRequest | undefined
  /** Keys that sign tokens and links; they survive a restart with a data file. */
  keys: { tokens: string; links: string }
  settings: {
    /** Origin used in answers instead of the caller's `Host`, such as `https://sim.example.test`. */
    publicOrigin: string | undefined
    allowHttpWebhooks: boolean
  }
}

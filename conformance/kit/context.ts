// What a check can use, and what the steps and scenarios that it shares with other checks can use.
import type { Receiver } from '../receiver/receiver.ts'
import type { Control } from '../sut/control.ts'
import type { Client } from '../sut/http-client.ts'
import type { Profile } from '../sut/profile.ts'
import type { RateWindows } from '../sut/rate-windows.ts'
import type { Environment, Role } from '../evidence/roles.ts'
import type { Expect } from './expect.ts'
import type { PlanLog } from '../model/plan-log.ts'
import type { Focus } from './focus.ts'

/** A sequence of steps that several checks look at: run once, when first asked for. */
export type Scenario<T> = { id: string; run(context: StepContext): Promise<T> }

/** Called with what a step created, so that it can be cleaned up. */
export type Orders = {
  /** By the credential of this role, `main` by default. */
  created(id: string, role?: Role): void
  settled(id: string): void
  readonly open: readonly { id: string; role: Role }[]
}

export type Patience = {
  /** For a change to be seen where the contract sets no time, in milliseconds. */
  state: number
  feed: number
  delivery: number
  every: number
}

export type StepContext = {
  client: Client
  profile: Profile
  /** The environment of the main credential, which everything is judged in unless a step says otherwise. */
  environment: Environment
  control: Control | null
  /** Null where the webhook is not set to us. */
  receiver: Receiver | null
  orders: Orders
  rates: RateWindows
  patience: Patience
  /** How long the run waits for what only time shows, in seconds, where no clock can be moved; 0 by default. */
  patientSeconds: number
  /** The plans of the model that ran so far, and what they covered. */
  plans: PlanLog
  /** How much of what could be repeated over and over is to be done: 1 as a rule, less or more under a budget. */
  effort: number
  /** The most requests that the run may send; null where it was given no bound. */
  budget: number | null
  /** Requests to spare for random plans. */
  randomRequests: number
  /** The only rules of interest, so that walks may end once they contradict one; null when all are. */
  focus: Focus | null
  /** Whether the profile names a credential for this role. */
  has(role: Role): boolean
  /** The client secret of a role; for requests to the token endpoint alone. */
  secretOf(role: Role): { client_id: string; client_secret: string }
  /** A text that no other run and no other call has: it marks what this run makes. */
  marker(): string
  /** A new webhook secret of that many characters, 48 by default, which no report will show. */
  newSecret(length?: number): string
  random(): number
  /** The target's own time, as far as it showed it, in milliseconds since 1970. */
  now(): number
  /** Calls `look` again until `fits`, or until the patience is up; gives the last look either way. */
  eventually<T>(look: () => Promise<T>, fits: (value: T) => boolean, patienceMs: number): Promise<T>
  /**
   * Waits that long in real time and then looks. Other checks go on meanwhile, and leave the clock alone.
   * @param deliveriesGoOn whether a delivery is known to come though an earlier one is not answered yet
   */
  waitBesideOthers<T>(ms: number, look: () => Promise<T>, deliveriesGoOn?: boolean): Promise<T>
  /** Records which permitted reading of a freedom the target took. */
  recordReading(freedom: string, reading: string, ...answers: { id: string }[]): void
  shared<T>(scenario: Scenario<T>): Promise<T>
  /** Whether a check or a scenario has asked for it before. */
  begun(scenario: Scenario<unknown>): boolean
}

export type CheckContext = StepContext & {
  expect: Expect
  /**
   * Lets that many seconds of the target's time pass: by the clock of the control port, or by waiting, while other checks run.
   * @throws Inconclusive where that is longer than the run may wait
   */
  letPass(seconds: number): Promise<void>
}

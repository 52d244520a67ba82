// One attack of the hardening table: what is sent, what came of it when it was first made, the bound, and how it is made again.
import type { Lab } from './lab.ts'

export type Outcome = {
  /** What happened, as the table shows it. */
  now: string
  /** Null where this machine cannot make the attack; `now` says why. */
  held: boolean | null
}

export type Attack = {
  id: string
  sent: string
  /** What came of it at first. */
  first: string
  bound: string
  /** Takes a minute or so: left out by --quick. */
  isSlow?: true
  make: (lab: Lab) => Promise<Outcome>
}

export const outcome = (now: string, held: boolean): Outcome => ({ now, held })

export const notHere = (why: string): Outcome => ({ now: `not made: ${why}`, held: null })

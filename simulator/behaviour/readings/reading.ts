// What a permitted reading is to the simulator: a change of decisions, of the world served, or a reason why it cannot be taken here.
import type { Contract } from '../../contract.ts'
import type { World } from '../../world.ts'
import type { Behaviour } from '../behaviour.ts'

export type Ground = { behaviour: Behaviour; contract: Contract; world: World }

/** Takes the reading; the ground is this simulator's own and may be changed in place. */
export type ReadingPatch = (ground: Ground) => void

/** Why application code cannot take this reading. */
export type Outside = { outside: string }

/** By freedom, then by reading; the default reading needs no entry. */
export type AreaReadings = Record<string, Record<string, ReadingPatch | Outside>>

export const outside = (reason: string): Outside => ({ outside: reason })

// What a permitted reading is to the simulator: a change of decisions or of the world served.
import type { Contract } from '../../contract/contract.ts'
import type { World } from '../../domain/world.ts'
import type { Behaviour } from '../behaviour.ts'

export type Ground = { behaviour: Behaviour; contract: Contract; world: World }

/** Takes the reading; the ground is this simulator's own and may be changed in place. */
export type ReadingPatch = (ground: Ground) => void

/** By freedom, then by reading; the default reading needs no entry. */
export type AreaReadings = Record<string, Record<string, ReadingPatch>>

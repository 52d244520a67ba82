// A behaviour for one simulator: the contract kept, then the readings asked for, then the one defect asked for.
import type { Contract } from '../contract/contract.ts'
import type { Likeness } from './likeness/read-likeness.ts'
import { takeLikeness } from './likeness/take-likeness.ts'
import type { World } from '../domain/world.ts'
import type { Behaviour } from './behaviour.ts'
import { contractBehaviour } from './behaviour.ts'
import { chooseReadings, takeReadings, type Choice } from './readings/choose.ts'

/** A decision replaced by a forbidden one. */
export type Deviation = { id: string; apply: (behaviour: Behaviour) => void }

export type Variation = {
  /** Permitted readings to take instead of the default ones, by freedom. */
  readings?: Choice
  /** What a report saw of a deployment, which is answered like; readings asked for by name win over it. */
  like?: Likeness
  /** Draws a permitted reading for every other freedom. */
  vary?: number
  /** Id of a deliberate defect to carry. */
  defect?: string
  /** The defects there are, handed in by who knows them: the simulator has none. They are loaded for a simulator that carries one. */
  defects?: () => Promise<readonly Deviation[]>
  /** A change of one's own to the behaviour, for tests. */
  behaviour?: (behaviour: Behaviour) => void
}

class VariationError extends Error {
  readonly code: 'unknown_defect'

  constructor(code: 'unknown_defect', message: string) {
    super(message)
    this.code = code
  }
}

const findDefect = async (id: string, defects: Variation['defects']): Promise<Deviation> => {
  const defect = (await defects?.())?.find((one) => one.id === id)
  if (defect) return defect
  throw new VariationError('unknown_defect', `There is no defect ${id}; --list-defects shows those there are.`)
}

/** The readings that a variation takes. Throws `unknown_freedom`, `unknown_reading`. */
export const readingsOf = ({ readings, like, vary }: Variation): Choice => {
  const asked = { ...like?.readings, ...readings }
  return vary === undefined && Object.keys(asked).length === 0 ? {} : chooseReadings(asked, vary)
}

/** Whether a variation leaves every decision as the contract's default has it. */
export const isUnvaried = (variation: Variation): boolean =>
  variation.defect === undefined &&
  variation.behaviour === undefined &&
  variation.like === undefined &&
  Object.keys(readingsOf(variation)).length === 0

/** Some readings change the world, which must be this simulator's own. Throws `unknown_defect` and as `readingsOf` does. */
export const createBehaviour = async (
  contract: Contract,
  world: World,
  variation: Variation = {},
): Promise<Behaviour> => {
  const behaviour = contractBehaviour(contract)
  takeReadings(readingsOf(variation), { behaviour, contract, world })
  if (variation.like) takeLikeness(variation.like, { behaviour, contract, world })
  if (variation.defect !== undefined) (await findDefect(variation.defect, variation.defects)).apply(behaviour)
  variation.behaviour?.(behaviour)
  return behaviour
}

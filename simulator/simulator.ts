// Starts the reference simulator in this process; its options are checked before anything is opened.
import { readLikeness } from './like/read-likeness.ts'
import type { Simulator, SimulatorOptions } from './simulator-options.ts'
import { checkOptions } from './check-options.ts'

export type * from './simulator-options.ts'

/** As `assay/simulator` describes it (in-process.ts), without the judge of its client. */
export const createSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  checkOptions(options)
  const { like, ...rest } = options
  const { startSimulator } = await import('./start-simulator.ts')
  return startSimulator({ ...rest, ...(like !== undefined && { like: readLikeness(like) }) })
}

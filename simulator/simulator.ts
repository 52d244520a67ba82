// Starts the reference simulator in this process; its options are checked before anything is opened.
// What imports these first fixes them for all: fake timers of `node:test` may be in place when the rest is loaded.
// oxlint-disable-next-line import/no-unassigned-import
import 'node:timers'
// oxlint-disable-next-line import/no-unassigned-import
import 'node:timers/promises'
import { readLikeness } from './behaviour/likeness/read-likeness.ts'
import type { Simulator, SimulatorOptions } from './public/simulator-options.ts'
import { checkOptions } from './start/check-options.ts'
import type { StartOptions } from './start/start-simulator.ts'

export type * from './public/simulator-options.ts'

/** As `assay/simulator` describes it (in-process.ts), without the judge of its client. `given`: what only the caller has. */
export const createSimulator = async (
  options: SimulatorOptions = {},
  given: Pick<StartOptions, 'defects'> = {},
): Promise<Simulator> => {
  checkOptions(options)
  const { like, ...rest } = options
  const { startSimulator } = await import('./start/start-simulator.ts')
  return startSimulator({ ...rest, ...given, ...(like !== undefined && { like: readLikeness(like) }) })
}

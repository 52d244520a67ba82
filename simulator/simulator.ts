// `assay/simulator`: starts the reference simulator in this process; its options are checked before anything is opened.
import { readLikeness } from './like/read-likeness.ts'
import type { Simulator, SimulatorOptions } from './simulator-options.ts'
import { checkOptions } from './check-options.ts'

export type * from './simulator-options.ts'

/**
 * Starts a simulator that keeps the whole contract, unless `readings`, `vary`, `like` or `defect` ask for something else.
 * Several can run in one process; each has its own store, clock and ports. Close it, or the process stays alive.
 *
 * Rejects with an error whose `code` is `unknown_option`, `invalid_option`, `listen_failed`, `unknown_world`, `world_without_main`,
 * `unknown_defect`, `unknown_freedom`, `unknown_reading`, `reading_outside`, `unreadable_report`, `not_a_report`, `invalid_fault`, or
 * one of the data file.
 *
 * @example
 * const simulator = await createSimulator({ clock: { mode: 'manual' } })
 * const { client_id, client_secret } = simulator.profile().credentials.main
 * await simulator.advance(3600)
 * await simulator.close()
 */
export const createSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  checkOptions(options)
  const { like, ...rest } = options
  const { startSimulator } = await import('./start-simulator.ts')
  return startSimulator({ ...rest, ...(like !== undefined && { like: readLikeness(like) }) })
}

// `assay/simulator`: the simulator in this process, with the judge of its client; beside assay.ts alone in knowing both readers.
import type { ClientAudits } from './conformance/api/client-audit-types.ts'
import { createSimulator as start } from './simulator/simulator.ts'
import type { Simulator as SimulatorAlone, SimulatorOptions } from './simulator/public/simulator-options.ts'

export type * from './simulator/public/simulator-options.ts'
export type * from './conformance/api/client-audit-types.ts'

export type Simulator = SimulatorAlone & ClientAudits

/**
 * Starts a simulator that keeps the whole contract, unless `readings`, `vary`, `like` or `defect` ask for something else.
 * Several can run in one process; each has its own store, clock and ports. Close it, or the process stays alive.
 *
 * Rejects with an error whose `code` is `unknown_option`, `invalid_option`, `listen_failed`, `unknown_world`, `world_without_main`,
 * `unknown_defect`, `unknown_freedom`, `unknown_reading`, `unreadable_report`, `not_a_report`, `invalid_fault`, or
 * one of the data file.
 *
 * @example
 * const simulator = await createSimulator({ clock: { mode: 'manual' } })
 * const { client_id, client_secret } = simulator.profile().credentials.main
 * await simulator.advance(3600)
 * await simulator.expectConforming()
 * await simulator.close()
 */
export const createSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const simulator = await start(options, { defects: async () => (await import('./proof/defects/index.ts')).defects })
  /** The judge is loaded by who asks for it: a test that does not starts no slower. */
  const audits = async (): Promise<ClientAudits> => {
    const { auditsOf } = await import('./conformance/api/client-audit.ts')
    return auditsOf(() => simulator.journal.verify({}, { at_least: 0 }))
  }
  return {
    ...simulator,
    audit: async (given) => (await audits()).audit(given),
    expectConforming: async (given) => (await audits()).expectConforming(given),
  }
}

type Use = (simulator: Simulator) => Promise<void>

/** Fixtures of `test.extend`, which Vitest (from 3.2 on) and Playwright have alike. */
export type SimulatorFixtures = {
  /** One for each worker. */
  simulatorOfWorker: [(given: object, use: Use) => Promise<void>, { scope: 'worker' }]
  /** The same, as it was at its start, for each test. */
  simulator: (given: { simulatorOfWorker: Simulator }, use: Use) => Promise<void>
}

/**
 * A world of its own for each worker of a test framework, put back before each test.
 *
 * @example
 * const test = base.extend<{ simulator: Simulator }>(simulatorFixtures({ clock: { mode: 'manual' } }))
 * test('an order', async ({ simulator }) => { … })
 */
export const simulatorFixtures = (options: SimulatorOptions = {}): SimulatorFixtures => ({
  simulatorOfWorker: [
    // The frameworks read the names that a fixture wants, here none, from its pattern.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const simulator = await createSimulator(options)
      try {
        await use(simulator)
      } finally {
        await simulator.close()
      }
    },
    { scope: 'worker' },
  ],
  simulator: async ({ simulatorOfWorker }, use) => {
    await simulatorOfWorker.reset()
    await use(simulatorOfWorker)
  },
})

// A simulator in the process of the test, and the file of its profile, for the --target of a command.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator, type StartOptions, type StartedSimulator } from '../simulator/start/start-simulator.ts'
import { defects } from './defects-given.ts'
import { removeMade } from './remove-made.ts'

type SimulatedTarget = { simulator: StartedSimulator; file: string }

/** @param t ends the simulator when it ends */
export const simulatedTarget = async (
  t: { teardown: (end: () => unknown) => void },
  options: StartOptions = {},
): Promise<SimulatedTarget> => {
  const simulator = await startSimulator({ journal: false, defects, ...options })
  const folder = mkdtempSync(join(tmpdir(), 'assay-target-'))
  t.teardown(async () => {
    removeMade(folder)
    await simulator.close()
  })
  const file = join(folder, 'target.json')
  writeFileSync(file, `${JSON.stringify(simulator.profile(), null, 2)}\n`)
  return { simulator, file }
}

// A program between the suite and the simulator: a proxy, or a server's way to write JSON. The suite judges what comes through.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator } from '../../in-process.ts'
import type { Entry } from '../entry.ts'
import type { Outcome } from '../outcome.ts'
import { assay, freePort, withProgram } from '../program.ts'
import type { Workshop } from '../toolchains.ts'

const inWords = (exitCode: number | null, violated: readonly string[]): string =>
  `exit code ${exitCode}, ${violated.join(' ') || 'nothing violated'}`

/** `options.areas` keeps to some areas of checks. */
export const runBetween = async (entry: Entry, workshop: Workshop): Promise<Outcome[]> => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const simulator = await createSimulator({ publicOrigin: origin, allowHttpWebhooks: true })
  try {
    const profile = simulator.profile()
    const through = (url: string): string => `${origin}${new URL(url).pathname}`
    const target = {
      ...profile,
      production_base_url: through(profile.production_base_url),
      sandbox_base_url: through(profile.sandbox_base_url),
    }
    writeFileSync(join(workshop.folder, 'target.json'), JSON.stringify(target))
    const backend = { LAB_BACKEND_PORT: new URL(simulator.sandboxUrl).port }
    const areas = ((entry.options['areas'] ?? []) as string[]).flatMap((area) => ['--area', area])
    const judged = await withProgram(workshop, port, backend, () =>
      assay(['conform', '--target', 'target.json', ...areas], workshop.folder),
    )
    const expected = (entry.expected['judged'] ?? []).toSorted()
    return [
      {
        scenario: 'judged',
        expected: inWords(expected.length > 0 ? 1 : 0, expected),
        seen: inWords(judged.exitCode, judged.violated),
      },
    ]
  } finally {
    await simulator.close()
  }
}

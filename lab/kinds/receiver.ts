// A webhook receiver is examined as `assay receiver` does.
import type { Entry } from '../entry.ts'
import type { Outcome } from '../outcome.ts'
import { assay, freePort, withProgram } from '../program.ts'
import type { Workshop } from '../toolchains.ts'

const secret = 'a-webhook-secret-of-32-characters-or-more'

export const runReceiver = async (entry: Entry, workshop: Workshop): Promise<Outcome[]> => {
  const port = await freePort()
  const { start } = entry
  const command = start === null ? workshop.command : ['sh', '-c', `exec ${start}`]
  const { violated } = await withProgram({ ...workshop, command }, port, { LAB_SECRET: secret }, () =>
    assay(['receiver', '--url', `http://127.0.0.1:${port}/hooks`, '--secret', secret], workshop.folder),
  )
  const expected = (entry.expected['examined'] ?? []).toSorted().join(' ') || 'nothing violated'
  return [{ scenario: 'examined', expected, seen: violated.join(' ') || 'nothing violated' }]
}

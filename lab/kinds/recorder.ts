// A recorder writes the traffic of a client as HAR. The audit must come to the same verdicts from it as from the simulator's journal, but for what
// the recorder does not see: such a rule is not tested, and never violated.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator, type Fault } from '../../in-process.ts'
import { clientFindings, type ClientFindings } from '../../conformance/audit/client-findings.ts'
import { readEntries as entriesIn } from '../../conformance/audit/journal/read-entries.ts'
import type { Entry } from '../entry.ts'
import type { Outcome } from '../outcome.ts'
import { run } from '../shell.ts'
import type { Workshop } from '../toolchains.ts'
import { draft } from './client.ts'

/** A refusal, a failure that passes and a lost answer: what recorders differ in. */
const faults: Fault[] = [
  { kind: 'status', operation: 'getOrder', status: 500, times: 1 },
  { kind: 'reset', operation: 'listOrders', times: 1 },
]

const verdicts = ({ rules }: ClientFindings): Map<string, string> =>
  new Map(rules.map(({ rule, verdict }) => [rule, verdict]))

/** `expected.hidden`: rules that the journal shows and the recording does not; `expected.recorded`: the violated ones of the recording. */
export const runRecorder = async (entry: Entry, { folder, command }: Workshop): Promise<Outcome[]> => {
  const simulator = await createSimulator({ faults })
  try {
    const { client_id, client_secret } = simulator.profile().credentials.main
    const { said, code } = await run(command[0]!, command.slice(1), {
      cwd: folder,
      seconds: 180,
      env: {
        ASSAY_SANDBOX_URL: simulator.sandboxUrl,
        ASSAY_MAIN_CLIENT_ID: client_id,
        ASSAY_MAIN_CLIENT_SECRET: client_secret,
        LAB_DRAFT: JSON.stringify(draft),
      },
    })
    if (code !== 0) throw new Error(`The recorded client fails: ${said.slice(-2000)}`)
    const journal = verdicts(clientFindings(simulator.journal.entries()))
    const { entries } = entriesIn(readFileSync(join(folder, 'traffic.har'), 'utf8'), 'traffic.har')
    const recording = verdicts(clientFindings(entries))
    const named = (which: (rule: string) => boolean): string => [...journal.keys()].filter(which).toSorted().join(' ')
    const isHidden = (rule: string): boolean =>
      recording.get(rule) === 'not-tested' && journal.get(rule) !== 'not-tested'
    const stated = (name: string): string => (entry.expected[name] ?? []).toSorted().join(' ')
    return [
      { scenario: 'hidden', expected: stated('hidden'), seen: named(isHidden) },
      {
        scenario: 'recorded',
        expected: stated('recorded'),
        seen: named((rule) => !isHidden(rule) && recording.get(rule) !== journal.get(rule)),
      },
    ]
  } finally {
    await simulator.close()
  }
}

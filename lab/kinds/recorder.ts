// A recorder writes the traffic of a client as HAR. The audit must come to the same verdicts from it as from the simulator's journal, but for what
// the recorder does not see: such a rule is not tested, and never violated.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator, type Fault } from '../../in-process.ts'
import { withAttached } from '../../conformance/audit/journal/attached.ts'
import { buildJournal } from '../../conformance/audit/journal/build-journal.ts'
import { readEntries } from '../../conformance/audit/journal/read-entries.ts'
import { judgeJournal } from '../../conformance/audit/judge-journal.ts'
import type { Entry } from '../entry.ts'
import type { Outcome } from '../outcome.ts'
import { freePort } from '../program.ts'
import { run } from '../shell.ts'
import type { Workshop } from '../toolchains.ts'
import { draft } from './client.ts'

/** A refusal, a failure that passes and a lost answer: what recorders differ in. */
const faults: Fault[] = [
  { kind: 'status', operation: 'getOrder', status: 500, times: 1 },
  { kind: 'reset', operation: 'listOrders', times: 1 },
]

/** As `assay audit FILE --from-start` comes to them. */
const verdictsOf = (folder: string, name: string): Map<string, string> => {
  const file = join(folder, name)
  const entries = withAttached(readEntries(readFileSync(file, 'utf8'), file).entries, folder)
  const { verdicts } = judgeJournal(buildJournal({ entries, fromStart: true }))
  return new Map(verdicts.map(({ rule, verdict }) => [rule, verdict]))
}

type Verdicts = { journal: Map<string, string>; recording: Map<string, string> }

const record = async (variant: string, { folder, command }: Workshop): Promise<Verdicts> => {
  const simulator = await createSimulator({ faults })
  try {
    const { client_id, client_secret } = simulator.profile().credentials.main
    const { said, code } = await run(command[0]!, command.slice(1), {
      cwd: folder,
      seconds: 600,
      env: {
        ASSAY_SANDBOX_URL: simulator.sandboxUrl,
        ASSAY_MAIN_CLIENT_ID: client_id,
        ASSAY_MAIN_CLIENT_SECRET: client_secret,
        LAB_DRAFT: JSON.stringify(draft),
        LAB_VARIANT: variant,
        LAB_PORT: String(await freePort()),
      },
    })
    if (code !== 0) throw new Error(`The recorded client fails: ${said.slice(-2000)}`)
    writeFileSync(join(folder, 'journal.har'), JSON.stringify(simulator.journal.toHar()))
    return { journal: verdictsOf(folder, 'journal.har'), recording: verdictsOf(folder, 'traffic.har') }
  } finally {
    await simulator.close()
  }
}

/**
 * By variant: `hidden`, rules that the journal shows and the recording does not; `recorded`, verdicts that the recording has and the journal
 * has not, which is never right.
 */
export const runRecorder = async (entry: Entry, workshop: Workshop): Promise<Outcome[]> => {
  const variants = Object.keys(entry.variants)
  const outcomes: Outcome[] = []
  for (const variant of variants.length === 0 ? [''] : variants) {
    const { journal, recording } = await record(variant, workshop)
    const isHidden = (rule: string): boolean =>
      recording.get(rule) === 'not-tested' && journal.get(rule) !== 'not-tested'
    const isOther = (rule: string): boolean => !isHidden(rule) && recording.get(rule) !== journal.get(rule)
    const named = (which: (rule: string) => boolean, none: string): string =>
      [...journal.keys()].filter(which).toSorted().join(' ') || none
    const scenario = (name: string): string => `${variant} ${name}`.trim()
    outcomes.push({
      scenario: scenario('hidden'),
      expected: (entry.expected[scenario('hidden')] ?? []).toSorted().join(' ') || 'nothing hidden',
      seen: named(isHidden, 'nothing hidden'),
    })
    outcomes.push({
      scenario: scenario('recorded'),
      expected: 'nothing else',
      seen: named(isOther, 'nothing else'),
    })
  }
  return outcomes
}

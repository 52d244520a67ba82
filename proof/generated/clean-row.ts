// From a clean run to its row in the report: a rule that the readings in force dispute is no false alarm.
import type { MutantsReport } from '../report/mutants-report.ts'
import { disputedBy } from '../matrix/disputed-rules.ts'
import type { Executed } from './executed.ts'
import { inWords } from './record-clean-runs.ts'
import type { Stack } from './stack.ts'

type CleanRow = MutantsReport['clean'][number]

export const cleanRow = async (
  { conditions, outcome, falseAlarms, hits, cpuMs }: Executed,
  stack: Pick<Stack, 'readingsOf'>,
): Promise<CleanRow> => {
  const drawn = conditions.vary === undefined ? {} : await stack.readingsOf(conditions.vary)
  const disputed = disputedBy({ ...drawn, ...conditions.readings })
  return {
    under: inWords(conditions),
    outcome,
    false_alarms: falseAlarms.filter((rule) => !disputed.has(rule)),
    executed: Object.keys(hits).length,
    cpu_ms: cpuMs,
  }
}

// One examination of a small receiver in this process: its verdicts by rule, its findings and its exit code.
import { examinations } from '../../conformance/examine/examinations.ts'
import { examineReceiver, type ReceiverRun } from '../../conformance/examine/examine-receiver.ts'
import { keepGate } from '../../conformance/gate/keep-gate.ts'
import { emptyRun, absorb, type Run } from '../../reports/summary.ts'
import type { RunEvent } from '../../reports/run-record.ts'

export const secret = 'whsec-example-0123456789abcdefghijkl'

const gating = { name: 'all', strict: true, rule: () => true, check: () => true }

type Examined = { code: number; run: Run; failed: string[] }

export const examine = async (given: Partial<ReceiverRun> & { url: string }): Promise<Examined> => {
  const run = emptyRun()
  const gate = keepGate({ checks: [], gating, baseline: null, date: '2026-01-01' })
  const emit: ReceiverRun['emit'] = (event) => absorb(run, { at: '2026-01-01T00:00:00Z', ...event } as RunEvent)
  const { exit_code: code } = await examineReceiver({ secret, examinations, gate, emit, ...given })
  const failed = run.rules.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)
  return { code, run, failed }
}

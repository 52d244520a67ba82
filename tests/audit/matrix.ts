// The matrix of bad clients: which rules of a client turn red for each defect, and which do so without being meant.
import { createSimulator } from '../../simulator/simulator.ts'
import { auditOf } from './audit-journal.ts'
import { badClients } from './bad-clients.ts'
import { runClientOn } from './client-run.ts'
import { sandboxOrigin } from './client-scene.ts'

type Row = { rule: string; killed: boolean; also: string[] }

export const rowOf = async (rule: string): Promise<Row> => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
  try {
    const { failed } = auditOf(await runClientOn(simulator, badClients[rule]!()))
    return { rule, killed: failed.includes(rule), also: failed.filter((one) => one !== rule) }
  } finally {
    await simulator.close()
  }
}

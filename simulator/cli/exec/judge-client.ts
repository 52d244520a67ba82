// Has the journal of a simulator judged once, when the command has ended.
import type { ClientFindings } from '../../control/findings.ts'
import type { StartedSimulator, StartOptions } from '../../start/start-simulator.ts'

export const judgeClient = async (
  { journal }: StartedSimulator,
  createJudge: NonNullable<StartOptions['clientJudge']>,
): Promise<ClientFindings> => {
  const judge = await createJudge()
  try {
    judge.add(JSON.stringify(journal.entries()))
    return { ...(await judge.judge({ requests: 0, deliveries: 0 })), dropped: journal.dropped() }
  } finally {
    await judge.close()
  }
}

// One run of the command beside a simulator of its own that takes certain readings: how it ended, what it printed, and the findings.
import type { Choice } from '../../behaviour/readings/choose.ts'
import { startSimulator, type StartOptions } from '../../start/start-simulator.ts'
import { judgeClient } from './judge-client.ts'
import type { Ended } from './run-command.ts'
import { runBeside } from './run-beside.ts'

export type Tried = {
  ended: Ended
  /** Ids of rules of the client. */
  violated: string[]
  /** The end of what it printed. */
  output: string
}

const mostOutput = 20_000

export const tryReadings = async (
  command: readonly string[],
  readings: Choice,
  options: StartOptions,
): Promise<Tried> => {
  const { clientJudge, vary: _vary, ...rest } = options
  const simulator = await startSimulator({ ...rest, readings })
  let output = ''
  try {
    const ended = await runBeside(simulator, command, (chunk) => {
      output = (output + chunk).slice(-mostOutput)
    })
    const rules = clientJudge ? (await judgeClient(simulator, clientJudge)).rules : []
    return { ended, output, violated: rules.flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : [])) }
  } finally {
    await simulator.close()
  }
}

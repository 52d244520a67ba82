// A run of the suite with something of ours between it and the simulator, which may change what is answered.
import type { Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { areaOf } from '../conformance/run/select-checks.ts'
import type { Wire } from '../conformance/sut/send.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge, type JudgedRun } from './judge-target.ts'

export type Sent = Awaited<ReturnType<Wire['send']>>
export type Before = (message: Parameters<Wire['send']>[0], sent: Sent) => Sent

export const standing =
  (before: Before) =>
  (wire: Wire): Wire => ({
    send: async (message) => before(message, await wire.send(message)),
    close: () => wire.close(),
  })

/** @param ids - of checks or areas */
export const judgedBehind = async (t: Test, before: Before, ...ids: string[]): Promise<JudgedRun> => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter((check) => ids.includes(check.id) || ids.includes(areaOf(check)))
  return judge(simulator.profile(), { checks, through: standing(before), options: { rerun: false } })
}

export const causesIn = ({ events }: JudgedRun) => events.flatMap((event) => (event.type === 'cause' ? [event] : []))

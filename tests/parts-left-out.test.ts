// A service that refuses one incomplete part of a create and takes another has the reading of the refusal alone.
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../in-process.ts'
import { judge } from './judge-target.ts'

const id = 'create.odd-bodies-do-no-harm'
const freedom = 'create.parts-left-out'

const observed = async (reading: string): Promise<string[]> => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, readings: { [freedom]: reading } })
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter((one) => one.id === id)
  const { events } = await judge(simulator.profile(), { checks, options: { rerun: false } })
  const shown = events.flatMap((event) =>
    event.type === 'reading' && event.freedom === freedom ? [event.reading] : [],
  )
  return [...new Set(shown)]
}

t.test('each reading is the one that is observed', async (t) => {
  for (const reading of ['accepted', 'status-422', 'status-400']) t.strictSame(await observed(reading), [reading])
})

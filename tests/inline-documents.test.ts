// A small file rides along with other odd parts of a create; where its shape is refused, the others are still taken together.
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../in-process.ts'
import { judge } from './judge-target.ts'

const id = 'create.odd-bodies-do-no-harm'

const sent = async (reading: string): Promise<number> => {
  const simulator = await createSimulator({
    clock: { mode: 'manual' },
    readings: { 'create.inline-documents': reading },
  })
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter((one) => one.id === id)
  const { events } = await judge(simulator.profile(), { checks, options: { rerun: false } })
  return events.filter((event) => event.type === 'exchange' && event.exchange.source === id).length
}

t.test('another shape costs two requests more', async (t) => {
  t.equal((await sent('own-shape')) - (await sent('filename-content-type-content')), 2)
})

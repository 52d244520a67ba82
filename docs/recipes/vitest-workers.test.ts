// Vitest with workers, a world for each of them. Run: npx vitest run vitest-workers.test.ts
import { expect, test as base } from 'vitest'
import { simulatorFixtures, type Simulator } from 'assay/simulator'

const test = base.extend<{ simulatorOfWorker: Simulator; simulator: Simulator }>(
  simulatorFixtures({ clock: { mode: 'manual' } }),
)

test('one test places orders', async ({ simulator }) => {
  await simulator.seedOrders({ statuses: ['new'], count: 3 })
  const { data } = await (await fetch(`${simulator.controlUrl}/orders`)).json()
  expect(data).toHaveLength(3)
})

test('the next one finds none', async ({ simulator }) => {
  const { data } = await (await fetch(`${simulator.controlUrl}/orders`)).json()
  expect(data).toEqual([])
})

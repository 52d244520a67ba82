// What `require` gets is what `import` gets: the same names, and fixtures that work at once.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import type * as inProcess from '../in-process.ts'
import type { Simulator } from '../in-process.ts'
import { root } from './places.ts'

const load = createRequire(join(root, 'package.json'))

const modules = ['assay', 'assay/simulator', 'assay/webhooks', 'assay/report']

t.test('each function that can be imported can be required', async (t) => {
  for (const name of modules) {
    const imported = (await import(name)) as Record<string, unknown>
    const functions = Object.keys(imported).filter((key) => typeof imported[key] === 'function')
    t.strictSame(Object.keys(load(name) as object).toSorted(), functions.toSorted(), name)
  }
})

t.test('fixtures that are required give each worker a simulator, as it was at its start for each test', async (t) => {
  const required = load('assay/simulator') as Pick<typeof inProcess, 'simulatorFixtures'>
  const { simulatorOfWorker: ofWorker, simulator: ofTest } = required.simulatorFixtures({ clock: { mode: 'manual' } })
  const [begin, { scope }] = ofWorker
  t.equal(scope, 'worker')
  // Both frameworks read from the text of a fixture which others it wants.
  const patternOf = (fixture: unknown) => /\(\{\s*(\w*)/.exec(String(fixture))?.[1]
  t.strictSame([begin, ofTest].map(patternOf), ['', 'simulatorOfWorker'])
  let ended: string | null = null
  await begin({}, async (simulatorOfWorker: Simulator) => {
    const ordersOf = async (): Promise<unknown[]> => {
      const answer = await fetch(`${simulatorOfWorker.profile().control_url}/orders`)
      return ((await answer.json()) as { data: unknown[] }).data
    }
    await simulatorOfWorker.seedOrders()
    t.ok((await ordersOf()).length > 0)
    await ofTest({ simulatorOfWorker }, async (simulator) => {
      t.equal(simulator, simulatorOfWorker)
      t.strictSame(await ordersOf(), [], 'what came before is gone')
      ended = simulator.sandboxUrl
    })
  })
  t.type(ended, 'string')
  await t.rejects(fetch(`${ended}/ping`), 'the simulator ends with its worker')
  const broken = begin({}, async (simulator: Simulator) => {
    ended = simulator.sandboxUrl
    throw new Error('a worker that is broken off')
  })
  await t.rejects(broken, /broken off/)
  await t.rejects(fetch(`${ended}/ping`), 'and however that ends')
})

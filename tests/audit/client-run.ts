// A life of a lender's client against the simulator, in which every rule of a client that a journal shows has its occasion.
import type { Simulator } from '../../simulator/simulator.ts'
import { goodHabits } from './client.ts'
import { deliver } from './receiver.ts'
import { createRecorder } from './recorder.ts'
import { goodConduct, type Bad } from './client-conduct.ts'
import { productionOrigin, sandboxOrigin, start, type Scene } from './client-scene.ts'
import { actions, catalogue, placeOrders } from './client-orders.ts'
import { papers, report } from './client-papers.ts'
import { feed, polls, troubles } from './client-reads.ts'
import { others } from './client-others.ts'

const webhookSecret = 'a-secret-of-at-least-32-characters'

/**
 * The journal of one life, as a proxy writes it.
 * @param isTolerant whether a part may end where the company does not permit what it asks for
 */
export const runClientOn = async (
  simulator: Simulator,
  { habits, conduct }: Bad = {},
  isTolerant = false,
): Promise<string> => {
  let now = simulator.clock.now()
  let owed = 0
  const pass = async (ms: number): Promise<void> => {
    now += ms
    owed += ms
    if (owed >= 1000) {
      const seconds = Math.floor(owed / 1000)
      owed -= seconds * 1000
      await simulator.advance(seconds)
    }
  }
  const clock = { now: () => Math.round(now), sleep: pass, pass: (seconds: number) => pass(seconds * 1000) }
  const origins = [sandboxOrigin, productionOrigin, sandboxOrigin.replace('https', 'http')]
  const real = new URL(simulator.sandboxUrl).origin
  const recorder = createRecorder(clock, new Map(origins.map((origin) => [origin, real])))
  const scene: Scene = {
    products: {},
    simulator,
    recorder,
    clock,
    habits: { ...goodHabits, ...habits },
    conduct: { ...goodConduct, ...conduct },
  }
  const client = start(scene, 'main')
  await client.start('sandbox', 'len_bluestem')
  await client.call({
    operation: 'setWebhook',
    method: 'PUT',
    path: '/webhook',
    json: { url: 'https://hooks.lender.example/appraisals', enabled: false, events: ['*'], secret: webhookSecret },
  })
  scene.products = { ...(await catalogue(client)), postal: simulator.profile().postal_codes.resolvable[0]! }
  let orders: string[] = []
  const phases = [
    async () => void (orders = await placeOrders(scene, client)),
    () => actions(scene, client, orders),
    () => papers(scene, client, orders[0]!),
    () => report(scene, client, orders[0]!),
    () => troubles(scene, client, orders[0]!),
    () => polls(scene, client),
    () => others(scene, orders[0]!),
    () => feed(scene, client),
  ]
  for (const phase of phases)
    await phase().catch((thrown: unknown) => {
      if (!isTolerant) throw thrown
    })
  for (const entry of await deliver(scene.conduct.receive, webhookSecret, clock)) recorder.add(entry)
  return recorder.har()
}

// The simulator in a process of its own, as an installed package starts it; every rule is in force, the request rate included.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createSimulator as create, SimulatorOptions, World } from '../../in-process.ts'
import { answerTo } from './worker.ts'

/** Where it was built, so that two versions can be measured by one command. */
const [assay, given = '{}'] = process.argv.slice(2)
const options = JSON.parse(given) as SimulatorOptions & { clients?: number }
const { clients = 40, ...rest } = options

const built = (path: string): string => pathToFileURL(join(resolve(assay!), 'dist', path)).href
const { createSimulator } = (await import(built('in-process.js'))) as { createSimulator: typeof create }
const { loadWorld } = (await import(built('simulator/engine/world.js'))) as { loadWorld: (name: string) => World }

/** Each client has its own request rate: many of them, of one lender, may ask as fast as they can. */
const worldWith = (count: number): World => {
  const world = loadWorld('demo')
  const main = world.credentials.find(({ id }) => id === world.roles.main)!
  const more = Array.from({ length: count }, (_, n) => ({
    ...main,
    id: `${main.id}-${n}`,
    environment: 'sandbox' as const,
  }))
  return { ...world, credentials: [...world.credentials, ...more] }
}

const world = worldWith(clients)
const simulator = await createSimulator({ ...rest, world })

const formOf = ({ id, secret }: World['credentials'][number]): URLSearchParams =>
  new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })

const tokenOf = async (credential: World['credentials'][number]): Promise<string> => {
  const reply = await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body: formOf(credential) })
  return ((await reply.json()) as { access_token: string }).access_token
}

const tokensOf = () => Promise.all(world.credentials.slice(-clients).map(tokenOf))

/** Often enough for 24,000 requests a second by 40 clients: the renewal itself is paid for by the simulator that is measured. */
const renewMs = 1_000

const renew = () =>
  fetch(`${simulator.controlUrl}/rate-limit/renew`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })

let renewing: NodeJS.Timeout | undefined

answerTo(
  {
    async start() {
      renewing = setInterval(() => void renew().catch(() => undefined), renewMs)
      return { url: simulator.sandboxUrl, controlUrl: simulator.controlUrl, tokens: await tokensOf() }
    },
    form: () => Promise.resolve(String(formOf(world.credentials.at(-1)!))),
    /** Domain time ends those given before. */
    tokens: () => tokensOf(),
    async reset() {
      const began = performance.now()
      await simulator.reset()
      return performance.now() - began
    },
    async again() {
      const began = performance.now()
      const another = await createSimulator()
      const ms = performance.now() - began
      await another.close()
      return ms
    },
    async advance(seconds: number) {
      await simulator.advance(seconds)
    },
    idle: () => simulator.idle(),
    async seed(given: { statuses: string[]; count: number }) {
      await simulator.seedOrders(given)
    },
  },
  () => {
    clearInterval(renewing)
    return simulator.close()
  },
)

// `npm run bench`: GET /orders/{id} and POST /orders beside an empty Koa app answering the same bytes, and beside Prism's mock.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import Koa from 'koa'
import { startSimulator } from '../simulator/start-simulator.ts'

const rounds = 5
const seconds = 2
const orders = process.argv.includes('--orders') ? Number(process.argv[process.argv.indexOf('--orders') + 1]) : 1000

type Request = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

const draft = {
  order_type_code: '1004',
  due_date: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
  loan: { purpose: 'refinance', number: 'BENCH-1' },
  property: {
    address: { street: '100 Congress Ave', postal_code: '78701' },
    type: 'single_family',
    occupancy: 'primary_residence',
  },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Sam',
      last_name: 'Sample',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
}

const run = async (url: string, { method, path, headers, body }: Request): Promise<number> => {
  const result = await autocannon({
    url: `${url}${path}`,
    method,
    headers,
    connections: 8,
    duration: seconds,
    ...(body !== undefined && { body }),
  })
  if (result.non2xx > 0) throw new Error(`${method} ${url}${path}: ${result.non2xx} answers were not 2xx`)
  return result.requests.average
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const listenOn = async (app: Koa): Promise<{ url: string; close: () => void }> => {
  const server = createServer(app.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const startPrism = async (port: number): Promise<() => void> => {
  const document = fileURLToPath(import.meta.resolve('#fixtures/openapi.yaml'))
  const prism = spawn('npx', ['prism', 'mock', document, '-p', String(port), '-h', '127.0.0.1'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise<void>((resolve, reject) => {
    prism.stdout.on('data', (chunk: Buffer) => String(chunk).includes('listening') && resolve())
    prism.on('exit', (code) => reject(new Error(`Prism ended with ${code}`)))
  })
  return () => process.kill(-prism.pid!)
}

const simulator = await startSimulator({ behaviour: (b) => void (b.rateLimit.isOver = () => false) })
const { main } = simulator.profile().credentials
const tokenReply = await fetch(`${simulator.sandboxUrl}/oauth/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: main!.client_id,
    client_secret: main!.client_secret,
  }),
})
const { access_token } = (await tokenReply.json()) as { access_token: string }
const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
const create = async () => {
  const reply = await fetch(`${simulator.sandboxUrl}/orders`, { method: 'POST', headers, body: JSON.stringify(draft) })
  return (await reply.json()) as { id: string }
}
let order = await create()
for (let made = 1; made < orders; made += 1) order = await create()
const bytes = await (await fetch(`${simulator.sandboxUrl}/orders/${order.id}`, { headers })).text()

const empty = new Koa()
empty.use((ctx) => {
  ctx.type = 'application/json'
  ctx.body = bytes
})
const bare = await listenOn(empty)
const prismPort = 45_010
const stopPrism = await startPrism(prismPort)
const prismUrl = `http://127.0.0.1:${prismPort}`

const get: Request = { method: 'GET', path: `/orders/${order.id}`, headers }
const post: Request = {
  method: 'POST',
  path: '/orders',
  headers: { ...headers, 'idempotency-key': '' },
  body: JSON.stringify(draft),
}
const { 'idempotency-key': _none, ...postHeaders } = post.headers
const cases = { 'GET /orders/{id}': get, 'POST /orders': { ...post, headers: postHeaders } }
process.stdout.write(
  `${orders} orders, ${rounds} alternating rounds of ${seconds} s, 8 connections, Node ${process.version}\n\n`,
)
for (const [name, request] of Object.entries(cases)) {
  const toEmpty: number[] = []
  const toPrism: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const ours = await run(simulator.sandboxUrl, request)
    toEmpty.push(ours / (await run(bare.url, request)))
    const prismRequest =
      request.method === 'POST' ? { ...request, headers: { ...request.headers, 'idempotency-key': 'bench' } } : request
    toPrism.push(ours / (await run(prismUrl, prismRequest)))
  }
  const row = `${name.padEnd(18)} ${median(toEmpty).toFixed(2)} × an empty Koa app, ${median(toPrism).toFixed(1)} × Prism's mock (medians of requests a second)`
  process.stdout.write(`${row}\n`)
}
stopPrism()
bare.close()
await simulator.close()

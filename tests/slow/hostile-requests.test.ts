// Thousands of hostile requests at both ports: none is answered with a 5xx, a trace or what it sent, and memory comes back.
import { nightSeed } from '../night-seed.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import t from 'tap'
import { Agent, request } from 'undici'
import { start, unlimited } from '../simulator/support.ts'
import type { Api } from '../simulator/support.ts'
import { hostileRequest, marker, type HostileRequest } from './hostile-requests.ts'

const count = 10_000
const seed = nightSeed(20_261_123)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const held = async (): Promise<number> => {
  for (let turn = 0; turn < 3; turn += 1) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

type Seen = { status: number; headers: Record<string, unknown>; text: string }

const trace = /\n\s+at .+:\d+|node:internal|\/(?:simulator|dist|node_modules)\//

/** What no answer may be, whatever was asked. */
const faultsOf = ({ status, headers, text }: Seen, { operation }: HostileRequest): string[] => [
  ...(status >= 500 ? [`status ${status}`] : []),
  ...(trace.test(text) && operation !== 'getControlDocument' ? ['a stack trace'] : []),
  ...(JSON.stringify(headers).includes(marker) || 'x-injected' in headers
    ? ['a header that repeats what was sent']
    : []),
]

t.test('what no answer may be is found', async (t) => {
  const seen = { status: 200, headers: {}, text: '{}' }
  const asked = { operation: 'getOrder' } as HostileRequest
  t.same(faultsOf(seen, asked), [])
  t.same(faultsOf({ ...seen, status: 503 }, asked), ['status 503'])
  t.same(faultsOf({ ...seen, text: String(new Error('of ours').stack) }, asked), ['a stack trace'])
  for (const headers of [{ location: `/orders/${marker}` }, { 'x-injected': '1' }])
    t.same(faultsOf({ ...seen, headers }, asked), ['a header that repeats what was sent'])
})

const placed = async (api: Api): Promise<string> => {
  try {
    return (await api.create()).id
  } catch {
    // A request before this one has taken the credential or the catalog away.
    await api.simulator.reset()
    return (await api.create()).id
  }
}

t.test(`${count} hostile requests, seed ${seed}`, async (t) => {
  const api = await start(t, unlimited)
  const agent = new Agent({ headersTimeout: 20_000, bodyTimeout: 20_000 })
  t.teardown(() => agent.destroy())
  let order = await placed(api)
  const statuses: Record<string, number> = {}
  let sent = 0
  const carriedOut = new Set<string>()

  const send = async ({ port, operation, method, path, headers, body }: HostileRequest): Promise<Seen> => {
    if (sent % 250 === 0) {
      await api.simulator.reset()
      order = await placed(api)
    }
    sent += 1
    const ids: Record<string, string> = {
      order_id: order,
      lender_id: 'len_bluestem',
      company_id: 'cmp_none',
      client_id: 'cli_none',
      environment: 'sandbox',
    }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? `${name}_none`)
    const base = port === 'public' ? api.simulator.sandboxUrl : api.simulator.controlUrl
    const token = port === 'public' ? await api.token('main').catch(() => 'none') : undefined
    const answer = await request(`${base}${filled}`, {
      dispatcher: agent,
      method: method as 'GET',
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== null && { body: body.replaceAll('{order_id}', order) }),
    })
    // Of what is followed for as long as one likes, the head will do.
    const isFollowed = /event-stream|ndjson/.test(String(answer.headers['content-type']))
    if (isFollowed) answer.body.on('error', () => {}).destroy()
    const text = isFollowed ? '' : await answer.body.text()
    const seen = { status: answer.statusCode, headers: answer.headers, text }
    if (seen.status < 300) carriedOut.add(operation)
    // A fault would be found again in the answers that follow.
    if (operation === 'addFault') api.simulator.faults.clear()
    const key = `${port} ${Math.floor(seen.status / 100)}xx`
    statuses[key] = (statuses[key] ?? 0) + 1
    return seen
  }

  const memory: number[] = []
  await fc.assert(
    fc.asyncProperty(hostileRequest, async (one) => {
      const faults = faultsOf(await send(one), one)
      if (faults.length > 0) throw new Error(faults.join(', '))
      if (sent === 2_000) {
        await api.simulator.reset()
        memory.push(await held())
      }
    }),
    { numRuns: count, seed },
  )
  await api.simulator.reset()
  memory.push(await held())
  t.comment(JSON.stringify({ sent, statuses, megabytes: memory.map((bytes) => Math.round(bytes / 1e6)) }))
  t.ok(sent >= count)
  for (const operation of [
    'createOrder',
    'amendOrder',
    'uploadDocument',
    'setWebhook',
    'sendMessage',
    'addDocument',
    'advanceClock',
  ])
    t.ok(carriedOut.has(operation), `${operation} was taken as well as refused`)
  for (const port of ['public', 'control'])
    t.ok(
      (statuses[`${port} 2xx`] ?? 0) > 500 && (statuses[`${port} 4xx`] ?? 0) > 100,
      `${port}: both taken and refused ones`,
    )
  t.ok(memory.at(-1)! - memory[0]! < 48_000_000, 'what 8,000 more requests took has come back')
  t.equal((await api.call('main', 'GET', '/orders')).status, 200, 'the service goes on')
})

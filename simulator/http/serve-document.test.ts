// The contract's document on the public port: the same text but for the addresses, without a token, and nothing of the contract.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { fixturePath } from '../contract/contract.ts'
import { startSimulator } from '../start/start-simulator.ts'

t.test('the document names the base addresses that it is served beside', async (t) => {
  const simulator = await startSimulator()
  t.teardown(() => simulator.close())
  const { origin } = new URL(simulator.sandboxUrl)
  const answer = await fetch(`${origin}/openapi.yaml`)
  t.equal(answer.status, 200)
  t.match(answer.headers.get('content-type'), /^application\/yaml/)
  const { servers, ...served } = parse(await answer.text()) as { servers: { url: string; description: string }[] }
  const { servers: _examples, ...contract } = parse(
    readFileSync(fixturePath('openapi.yaml'), 'utf8'),
  ) as typeof served & {
    servers: unknown
  }
  t.strictSame(served, contract)
  for (const { url, description } of servers)
    t.equal(new URL(url, answer.url).href, description === 'sandbox' ? simulator.sandboxUrl : simulator.productionUrl)
  t.equal(servers.length, 2)
  t.equal((await fetch(`${origin}/openapi.yaml`, { method: 'HEAD' })).status, 200)
  t.strictSame(simulator.journal.entries(), [], 'it is no request to the service')
})

t.test('paths of the contract are as they were', async (t) => {
  const simulator = await startSimulator()
  t.teardown(() => simulator.close())
  const { origin } = new URL(simulator.sandboxUrl)
  const nowhere = async (path: string, method = 'GET') => {
    const answer = await fetch(`${origin}${path}`, { method })
    return { status: answer.status, body: ((await answer.json()) as { code: string }).code }
  }
  for (const base of ['', '/v1', '/sandbox/v1'])
    t.strictSame(await nowhere(`${base}/openapi.json`), { status: 404, body: 'not_found' }, base)
  for (const base of ['/v1', '/sandbox/v1'])
    t.strictSame(await nowhere(`${base}/openapi.yaml`), { status: 404, body: 'not_found' }, base)
  t.strictSame(await nowhere('/openapi.yaml', 'POST'), { status: 404, body: 'not_found' })
})

t.test('where both environments have one path, each port names its own', async (t) => {
  const simulator = await startSimulator({ readings: { 'versioning.version-segment': 'only-segment' } })
  t.teardown(() => simulator.close())
  for (const [description, base] of [
    ['production', simulator.productionUrl],
    ['sandbox', simulator.sandboxUrl],
  ] as const) {
    const answer = await fetch(`${new URL(base).origin}/openapi.yaml`)
    const { servers } = parse(await answer.text()) as { servers: { url: string; description: string }[] }
    t.strictSame(
      servers.map((server) => ({ ...server, url: new URL(server.url, answer.url).href })),
      [{ url: base, description }],
    )
  }
})

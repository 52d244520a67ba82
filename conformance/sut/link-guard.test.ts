// A link leads where its host resolves to: that is what is judged, and what is dialled.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createLinkGuard } from './link-guard.ts'
import { createWire } from './send.ts'

const names: Record<string, string[]> = {
  'files.example': ['93.184.216.34'],
  'rebound.example': ['93.184.216.34', '169.254.169.254'],
  'router.example': ['192.168.1.1'],
  'public.example': ['93.184.216.35'],
  'vpn.example': ['10.9.8.7'],
}

const guardOf = (target: string) =>
  createLinkGuard([new URL(target)], async (name) =>
    (names[name] ?? []).map((address) => ({ address, family: 4 as const })),
  )

const follow = (link: string, target: string) => guardOf(target)(new URL(link))

t.test('a name counts as what it resolves to', async (t) => {
  t.strictSame(await follow('https://files.example/x', 'https://public.example/v1'), [
    { address: '93.184.216.34', family: 4 },
  ])
  for (const host of ['rebound.example', 'router.example', '127.0.0.1'])
    await t.rejects(follow(`http://${host}/x`, 'https://public.example/v1'), /link to .*, an address inside/, host)
})

t.test('a target inside a network may lead to others there, and never to where credentials are', async (t) => {
  t.same((await follow('http://router.example/x', 'https://vpn.example/v1')).length, 1)
  await t.rejects(follow('http://rebound.example/x', 'https://vpn.example/v1'))
  t.strictSame(await follow('http://127.0.0.1:9/x', 'http://localhost:8/v1'), [], 'an address needs no look-up')
  t.strictSame(await follow('http://nowhere.example/x', 'https://public.example/v1'), [], 'the dial fails then')
})

t.test('the address that was judged is dialled, whatever the name resolves to then', async (t) => {
  const server = createServer((request, response) => response.end(request.headers.host))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire = createWire({ timeoutMs: 5_000, acceptAnyCertificate: false })
  t.teardown(async () => {
    await wire.close()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const { response, failure } = await wire.send({
    method: 'GET',
    url: `http://no-such-name.invalid:${port}/x`,
    headers: [],
    body: null,
    addresses: [{ address: '127.0.0.1', family: 4 }],
  })
  t.equal(failure, null)
  t.equal(Buffer.from(response!.body).toString(), `no-such-name.invalid:${port}`)
})

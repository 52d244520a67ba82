// The page /docs of the control port: who may call the service through it, what the service then sees, and where its files are from.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { startSimulator } from '../simulator/start/start-simulator.ts'
import { root } from './places.ts'
import { multipart } from './simulator/samples.ts'
import { start } from './simulator/support.ts'

const controlToken = 'a-token-of-this-test-alone-0123456789'
const own = { authorization: `Bearer ${controlToken}` }
const simulator = await startSimulator({ clock: { mode: 'manual' }, controlToken })
t.teardown(() => simulator.close())
const { main } = simulator.profile().credentials

const tokenOf = async (): Promise<string> => {
  const answer = await fetch(`${simulator.controlUrl}/tokens`, {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: main.client_id, expires_in: 600 }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return `Bearer ${access_token}`
}

const called = (path: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${simulator.controlUrl}/docs/service${path}`, { headers })

t.test(
  'a call comes to the service with its own token and address, and with no secret of the control port',
  async (t) => {
    const answer = await called('/sandbox/account', {
      ...own,
      'service-authorization': await tokenOf(),
      cookie: 'private=1',
    })
    t.equal(answer.status, 200)
    const recorded = JSON.stringify(simulator.journal.entries().at(-1))
    t.match(recorded, `${simulator.sandboxUrl}/account`)
    t.notMatch(recorded, controlToken)
    t.notMatch(recorded, /private=1|service-authorization/i)
    t.equal((await called('/sandbox/account', own)).status, 401, 'the token of the control port is none of the service')
  },
)

t.test('nobody else calls the service through it', async (t) => {
  const service = { 'service-authorization': await tokenOf() }
  t.equal((await called('/sandbox/account', service)).status, 401, 'without the token of the control port')
  t.equal((await called('/sandbox/account', { ...own, ...service, origin: 'https://elsewhere.example' })).status, 403)
  t.equal((await called('/elsewhere/account', { ...own, ...service })).status, 404)
})

t.test('the public port knows nothing of it, and answers no page of another origin', async (t) => {
  const { origin } = new URL(simulator.sandboxUrl)
  for (const path of ['/docs', '/docs/openapi.json', '/docs/service/sandbox/account'])
    t.equal((await fetch(`${origin}${path}`)).status, 404, path)
  const asked = await fetch(`${simulator.sandboxUrl}/account`, { headers: { origin: simulator.controlUrl } })
  t.equal(asked.headers.get('access-control-allow-origin'), null)
})

t.test('a file of a lender that comes through it is no page of the control port', async (t) => {
  const api = await start(t, { readings: { 'downloads.disposition': 'absent' } })
  const { id: order } = await api.create()
  const value = '<html xmlns="http://www.w3.org/1999/xhtml"><script>fetch("/reset", { method: "POST" })</script></html>'
  const xml = { name: 'file', value, filename: 'a.xml', type: 'application/xml' }
  const parts = multipart([{ name: 'kind', value: 'supporting' }, { name: 'description', value: 'A page.' }, xml])
  const { id } = (await api.call<{ id: string }>('main', 'POST', `/orders/${order}/documents`, parts)).body
  const { download } = await api.ok<{ download: { url: string } }>('main', 'GET', `/documents/${id}`)
  const { pathname, search } = new URL(download.url)
  const path = pathname.replace('/sandbox/v1', '/docs/service/sandbox')
  const { status, headers } = await fetch(`${api.simulator.controlUrl}${path}${search}`)
  t.strictSame([status, headers.get('content-type')], [200, 'application/xml'])
  t.match(headers.get('content-security-policy'), /default-src 'none';.* sandbox$/, 'no script of it runs')
  t.equal(headers.get('x-content-type-options'), 'nosniff')
})

t.test('the page may load and call its own port alone', async (t) => {
  const { headers } = await fetch(`${simulator.controlUrl}/docs`)
  const policy = headers.get('content-security-policy')
  t.match(policy, "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
  t.notMatch(policy, /unsafe/)
  const document = (await (await fetch(`${simulator.controlUrl}/docs/openapi.json`)).json()) as { servers: object[] }
  t.match(document.servers, [{ url: simulator.sandboxUrl }, { url: simulator.productionUrl }])
})

t.test('what renders it is the published file', async (t) => {
  const folder = join(root, 'simulator/console/swagger-ui')
  const { sha256 } = JSON.parse(readFileSync(join(folder, 'origin.json'), 'utf8')) as { sha256: Record<string, string> }
  for (const [name, hash] of Object.entries(sha256)) {
    const text = brotliDecompressSync(readFileSync(join(folder, `${name}.br`)))
    t.equal(createHash('sha256').update(text).digest('hex'), hash, name)
    const served = await fetch(`${simulator.controlUrl}/docs/${name}`)
    t.equal(await served.text(), text.toString(), name)
  }
})

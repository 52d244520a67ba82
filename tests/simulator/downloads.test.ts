// Signed links: what they open, for how long, and what breaks them (Endpoints / Downloading).
import t from 'tap'
import { loadFixture } from '../fixture-files.ts'
import { pdf } from './samples.ts'
import { refused } from './refusal.ts'
import { start } from './support.ts'
import type { Detail } from './wire-types.ts'

type Limits = { limits: { download_link_lifetime_seconds: { value: number } } }
const { limits } = loadFixture<Limits>('limits.yaml')

const api = await start(t)
const detailOf = (id: string) => api.ok<Detail>('main', 'GET', `/documents/${id}`)
const linkOf = async (id: string) => new URL((await detailOf(id)).download.url)
/** Fetches a link without a token and holds the answer against the document. */
const fetchLink = (link: URL) => api.call(null, 'GET', link.href.slice(api.simulator.sandboxUrl.length))
const broken = { status: 403, code: 'link_refused' }
const { id: order } = await api.create()

t.test('a link names its document and its expiry, its lifetime ahead, and nothing else', async (t) => {
  const { id } = await api.attach(order)
  const { download } = await detailOf(id)
  const link = new URL(download.url)
  t.equal(`${link.origin}${link.pathname}`, `${api.simulator.sandboxUrl}/download/${id}`)
  t.same([...link.searchParams.keys()], ['expires', 'signature'])
  const expires = Number(link.searchParams.get('expires'))
  t.equal(Date.parse(download.expires_at), expires * 1000)
  t.equal(expires, Math.floor(api.now() / 1000) + limits.download_link_lifetime_seconds.value)
})

t.test('a link gives the very bytes, without a token and as often as wanted', async (t) => {
  const bytes = Buffer.concat([pdf(), Buffer.from(Array.from({ length: 1024 }, (_, n) => n % 256))])
  const { id } = await api.attach(order, { value: bytes, filename: 'Grüße "1".pdf' })
  const link = await linkOf(id)
  for (let n = 0; n < 3; n++) {
    const { status, headers, bytes: got } = await fetchLink(link)
    t.equal(status, 200)
    t.ok(got.equals(bytes))
    t.match(headers, { 'content-type': 'application/pdf', 'content-length': String(bytes.length) })
    t.match(headers['content-disposition'], /^attachment; filename="[ -~]+"; filename\*=UTF-8''Gr%C3%BC%C3%9Fe/)
  }
  for (const authorization of ['Bearer nonsense', 'Basic xxxx', `Bearer ${await api.token('other_company')}`])
    t.equal(
      (await api.fetchRaw('GET', link.href, { headers: { authorization } })).status,
      200,
      'a header on it does nothing',
    )
  const head = await api.fetchRaw('HEAD', link.href)
  t.same([head.status, head.bytes.length, head.headers['content-length']], [200, 0, String(bytes.length)])
  t.equal((await api.fetchRaw('GET', link.href, { headers: { range: 'bytes=0-9' } })).bytes.length, bytes.length)
  const again = await linkOf(id)
  t.equal((await fetchLink(again)).status, 200)
  t.equal((await fetchLink(link)).status, 200, 'a second link does not end the first')
})

t.test('every delivered file can be fetched and is what it says', async (t) => {
  for (const [paths, data] of [
    [{}, '<?xml'],
    [{ order_type_code: 'URAR-36', loan_type_code: 'CONV' }, 'PK'],
  ] as const) {
    const { id } = await api.create(paths)
    const { documents } = await api.move(id, 'report_complete')
    for (const { id, kind, content_type, size_bytes } of documents) {
      const { headers, bytes } = await fetchLink(await linkOf(id))
      t.same([bytes.length, headers['content-type']], [size_bytes, content_type], kind)
      const magic = { 'application/pdf': '%PDF-', 'application/xml': '<?xml', 'application/zip': 'PK' }[content_type]
      t.ok(magic !== undefined && bytes.toString('latin1').startsWith(magic), `${kind} starts like ${content_type}`)
      if (kind === 'report_data') t.ok(bytes.toString('latin1').startsWith(data))
    }
  }
})

t.test('a link is good until the end of the second it names', async (t) => {
  const { id } = await api.attach(order)
  const link = await linkOf(id)
  const expires = Number(link.searchParams.get('expires')) * 1000
  const at = (milliseconds: number) => api.simulator.clock.advance(expires + milliseconds)
  await at(-1)
  t.equal((await fetchLink(link)).status, 200)
  await at(999)
  t.equal((await fetchLink(link)).status, 200)
  await at(1000)
  refused(t, await fetchLink(link), broken, 'expired')
  await api.simulator.advance(86_400)
  refused(t, await fetchLink(link), broken, 'long expired')
  t.equal((await fetchLink(await linkOf(id))).status, 200, 'a fresh one works')
})

t.test('a link that was changed in any part opens nothing', async (t) => {
  const one = await api.attach(order, { filename: 'one.pdf' })
  const two = await api.attach(order, { filename: 'two.pdf', value: pdf(99) })
  const link = await linkOf(one.id)
  const other = await linkOf(two.id)
  const expires = Number(link.searchParams.get('expires'))
  const signature = link.searchParams.get('signature')!
  const changed = (change: (url: URL) => void): URL => {
    const url = new URL(link)
    change(url)
    return url
  }
  const withParameter = (name: string, value: string | undefined) =>
    changed((url) => (value === undefined ? url.searchParams.delete(name) : url.searchParams.set(name, value)))
  const swapped = changed((url) => (url.pathname = other.pathname))
  refused(t, await fetchLink(swapped), broken, 'another document')
  refused(
    t,
    await fetchLink(changed((url) => (url.pathname = url.pathname.replace(one.id, 'doc_none')))),
    broken,
    'no document',
  )
  refused(
    t,
    await fetchLink(withParameter('signature', other.searchParams.get('signature')!)),
    broken,
    'another link’s signature',
  )
  for (const value of [
    String(expires + 1),
    String(expires - 1),
    String(expires + 86_400),
    '9999999999',
    '',
    '-1',
    'soon',
    `${expires}.5`,
    `${expires}e0`,
    ` ${expires}`,
    '0x10',
    '999999999999999999999999',
    undefined,
  ])
    refused(t, await fetchLink(withParameter('expires', value)), broken, `expires ${value}`)
  const flipped = (signature.startsWith('0') ? '1' : '0') + signature.slice(1)
  for (const value of [
    flipped,
    signature.slice(0, -1),
    `${signature}0`,
    [...signature].toReversed().join(''),
    '',
    '0'.repeat(64),
    '💥',
    undefined,
  ])
    refused(t, await fetchLink(withParameter('signature', value)), broken, `signature ${value}`)
  t.equal((await fetchLink(link)).status, 200, 'the link itself still works')
})

t.test('a link of one environment is not served by the other', async (t) => {
  const { id } = await api.attach(order)
  const link = await linkOf(id)
  const { sandboxUrl, productionUrl } = api.simulator
  const path = link.href.slice(sandboxUrl.length)
  refused(t, await api.call(null, 'GET', path, { base: productionUrl }), { status: 404, code: 'not_found' })
})

t.test('a link outlives the credential that fetched it', async (t) => {
  const { id } = await api.attach(order)
  const token = await api.token('main_second')
  const { download } = await api.ok<Detail>({ token }, 'GET', `/documents/${id}`)
  await api.company('/clients/cli_bluestem_sandbox_2/revoke')
  refused(t, await api.call({ token }, 'GET', `/documents/${id}`), { status: 401, code: 'client_revoked' })
  t.equal((await fetchLink(new URL(download.url))).status, 200)
})

t.test('a document that is not there is 404', async (t) => {
  for (const id of ['doc_none', 'x', order, '__proto__', 'doc_%00', encodeURIComponent('../orders')])
    refused(t, await api.call('main', 'GET', `/documents/${id}`), { status: 404, code: 'not_found' }, id)
})

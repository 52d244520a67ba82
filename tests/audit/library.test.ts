// The client library behind a violation: by its User-Agent, by the names of its headers where it sends none, in every report.
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { librariesOf } from '../../conformance/audit/library.ts'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { correctionOf, libraryWords } from '../../reports/library-words.ts'
import type { Report } from '../../reports/report-json.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { readEntries } from '../../lab/entry.ts'
import { readSeen } from '../../lab/seen.ts'
import { callAssay } from '../call-command.ts'
import { happens } from '../wait-for.ts'
import { everyText } from '../whole-page.ts'

const rule = 'downloads.client-sends-no-authorization'

const titlesOf = (headers: Headers, of = rule): string[] => librariesOf(of, [headers]).map(({ title }) => title)

const agent = (value: string): Headers => [['User-Agent', value]]
const names = (text: string): Headers => text.split(' ').map((name) => [name, 'x'])

t.test('a User-Agent names the libraries that have it, and one of its own none', async (t) => {
  const requests = [
    'Authlib on requests',
    "requests with urllib3's Retry",
    'requests-oauth2client',
    'requests-oauthlib with tenacity',
  ]
  t.strictSame(titlesOf(agent('python-requests/2.1.0')), requests)
  t.strictSame(titlesOf(agent('got (https://github.com/sindresorhus/got)')), ['got'])
  t.strictSame(titlesOf(agent('Java-http-client/17.0.15')), [
    "resilience4j's Retry on Java's HttpClient",
    "Spring's RestClient with Spring Security's OAuth client",
  ])
  t.strictSame(titlesOf(agent('our-own/1.0')), [])
  t.strictSame(titlesOf(agent('python-requests/2.1.0'), 'list.client-walks-all-pages'), [], 'it keeps that rule')
})

t.test('what corrects it is shown of one library alone, and where it is short', async (t) => {
  const got = librariesOf(rule, [agent('got (https://github.com/sindresorhus/got)')])
  t.equal(libraryWords(got), 'looks like got: docs/clients.md shows what corrects it')
  t.strictSame(correctionOf(got), ["await got(url, { responseType: 'buffer' })"])
  const several = librariesOf(rule, [agent('python-requests/2.1.0')])
  t.match(libraryWords(several), 'Authlib on requests, or requests with')
  t.strictSame(correctionOf(several), [])
})

/** The headers of calls as they came from the lab's clients and from others, where they send no User-Agent. */
const unnamed: [from: string, names: string, library: string[]][] = [
  ['undici, a create', 'host connection content-type authorization idempotency-key content-length', ['undici']],
  ['undici, a link', 'host connection', ['undici']],
  ['reqwest, a create', 'idempotency-key content-type accept authorization host content-length', ['reqwest']],
  ['reqwest, a list', 'accept authorization host', ['reqwest']],
  ['wreck, of simple-oauth2', 'Accept Authorization Content-Type host content-length Connection', []],
  ["Node's http", 'authorization Host Connection', []],
  ["Python's http.client", 'Accept-Encoding Host Authorization', []],
  ['Go, its User-Agent set to nothing', 'Host Authorization Accept-Encoding', []],
  ['.NET', 'Host Authorization', []],
  ['behind Envoy', 'host accept authorization x-forwarded-proto x-request-id', []],
  ['behind nginx', 'Host Connection accept authorization', []],
  ['over HTTP/2', 'accept authorization', []],
  ['hyper alone', 'authorization host', []],
]

for (const [from, header, library] of unnamed)
  t.test(`without a User-Agent: ${from}`, async (t) => {
    const found = titlesOf(names(header))
    t.equal(found.length, library.length, found.join())
    for (const [index, one] of library.entries()) t.ok(found[index]!.startsWith(one), found.join())
    t.strictSame(titlesOf([...names(header), ['User-Agent', 'our-own/1.0']]), [], 'a name of its own comes first')
  })

t.test('names of more letters than a library sends are of none', async (t) => {
  const long = (count: number): Headers => names(`accept authorization ${'x-own '.repeat(count)}host`)
  t.equal(titlesOf(long(100)).length, 1)
  t.strictSame(titlesOf(long(200)), [])
})

/** What a client calls itself in its calls, where its token request comes from another library or says nothing. */
const agentOfCalls: Record<string, string> = {
  'clients/okhttp-nimbus': 'okhttp/5.5.1',
  'clients/simple-oauth2': 'node',
  'clients/spring': 'Java-http-client/17.0.15',
}

t.test('each client of the lab is recognised, for each rule that it violates and that can be corrected', async (t) => {
  for (const { id, title, user_agent, header_names, corrections } of readEntries()) {
    if (!id.startsWith('clients/')) continue
    const said = agentOfCalls[id] ?? readSeen()[id]?.client?.user_agent ?? ''
    t.equal(user_agent !== null, said !== '', `${id} calls itself ${said}`)
    t.ok((user_agent ?? header_names) !== null, id)
    t.not(corrections.length, 0, id)
    if (user_agent !== null)
      for (const { rule: of } of corrections) t.ok(titlesOf(agent(said), of).includes(title), `${id}, ${of}`)
  }
})

type Send = (url: string, headers: Record<string, string>) => Promise<string>

const byUndici: Send = async (url, headers) => (await request(url, { headers })).body.text()

const byNode: Send = async (url, headers) => {
  const [answer] = await happens<[IncomingMessage]>(get(url, { headers }), 'response')
  return text(answer)
}

/** The journal of a client that sends its token to a signed link as well. */
const recordedBy = async (t: Test, send: Send): Promise<string> => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  await simulator.seedOrders({ statuses: ['report_complete'] })
  const { client_id, client_secret } = simulator.profile().credentials.main
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body })
  const { access_token } = (await answer.json()) as { access_token: string }
  const read = async <T>(path: string): Promise<T> =>
    JSON.parse(await send(simulator.sandboxUrl + path, { authorization: `Bearer ${access_token}` })) as T
  const [order] = (await read<{ data: { id: string }[] }>('/orders')).data
  const [document] = (await read<{ data: { id: string }[] }>(`/orders/${order!.id}/documents`)).data
  const { download } = await read<{ download: { url: string } }>(`/documents/${document!.id}`)
  await send(download.url, { authorization: `Bearer ${access_token}` })
  return JSON.stringify(simulator.journal.toHar())
}

const auditOf = async (t: Test, send: Send) => {
  const folder = t.testdir({ 'traffic.har': await recordedBy(t, send) })
  const { code, out } = await callAssay(['audit', join(folder, 'traffic.har'), '--report-dir', folder])
  t.equal(code, 1, out)
  const file = (name: string): string => everyText(readFileSync(join(folder, name), 'utf8'))
  return { out, report: JSON.parse(file('report.json')) as Report, pages: ['report.html', 'go-live.html'].map(file) }
}

t.test('a client without a name that is known by its spelling is named in each report', async (t) => {
  const { out, report, pages } = await auditOf(t, byUndici)
  t.match(
    out,
    /stack +looks like undici with its RetryAgent: docs\/clients\.md.*\n +such as +request\(url, \{ dispatcher \}\)/,
  )
  t.match(
    report.rules.find(({ id }) => id === rule),
    {
      verdict: 'fail',
      libraries: [{ title: 'undici with its RetryAgent', correction: ['request(url, { dispatcher })'] }],
    },
  )
  for (const page of pages)
    t.match(page, 'looks like undici with its RetryAgent: docs/clients.md shows what corrects it')
  t.match(pages[0], '<pre>request(url, { dispatcher })</pre>')
})

t.test('a client that nothing names is called nothing', async (t) => {
  const { out, report, pages } = await auditOf(t, byNode)
  t.equal(report.rules.find(({ id }) => id === rule)!.libraries, undefined)
  for (const text of [out, ...pages]) t.notMatch(text, 'looks like')
})

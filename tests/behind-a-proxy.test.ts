// What stands before a server, or before our receiver: its answers are named and are one cause, and nobody is blamed for another.
import { request as plainRequest } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import t, { type Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import type { Wire } from '../conformance/sut/send.ts'
import type { Finding } from '../reports/run-record.ts'
import { titleOf } from '../reports/violation-title.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { causesIn, judgedBehind, standing, type Before, type Sent } from './behind.ts'
import { judge, type JudgedRun } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const page = Buffer.from(
  '<html>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>',
)

/** What the report prints above each cause. */
const headlines = (judged: JudgedRun): string[] => {
  const findings = judged.events.filter((event): event is Finding & { type: 'finding' } => event.type === 'finding')
  const exchanges = judged.events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : []))
  return causesIn(judged).map(({ example }) =>
    titleOf(findings[example]!, { exchanges, deliveries: [], rules: [] }).replaceAll('`', ''),
  )
}

const ofOneMegabyte: Before = ({ body }, sent) =>
  (body?.length ?? 0) < 1024 * 1024
    ? sent
    : { ...sent, response: { status: 413, headers: [['Server', 'nginx']], body: new Uint8Array(page) } }

t.test('a limit of a proxy is one cause, which the status heads', async (t) => {
  const judged = await judgedBehind(t, ofOneMegabyte, 'documents.upload-limit-is-25-mb')
  t.match(causesIn(judged), [{ kind: 'not_the_service', key: 'nginx 413' }])
  t.strictSame(headlines(judged), [
    'Something before the service answered to POST /orders/{id}/documents: 413 by nginx',
  ])
})

const unknownPage = (status: number): Pick<Sent, 'response'> => ({
  response: {
    status,
    headers: [['Content-Type', 'text/html']],
    body: new Uint8Array(Buffer.from(`<!doctype html><title>Sorry</title><p>Something is wrong (${status}).`)),
  },
})

t.test('a page that names no proxy is one cause too, which the status heads', async (t) => {
  const tooLarge: Before = ({ body }, sent) =>
    (body?.length ?? 0) < 1024 * 1024 ? sent : { ...sent, ...unknownPage(413) }
  const judged = await judgedBehind(t, tooLarge, 'documents.upload-limit-is-25-mb')
  t.strictSame(headlines(judged), ['POST /orders/{id}/documents: expected 2xx, received 413'])
})

t.test('links that lead nowhere are one cause, which the status heads', async (t) => {
  const lost: Before = ({ url }, sent) => (url.includes('/download/') ? { ...sent, ...unknownPage(404) } : sent)
  const judged = await judgedBehind(t, lost, 'downloads.signed-link-is-what-it-says')
  t.strictSame(headlines(judged), ['GET /download/{id}: expected 2xx, received 404'])
})

t.test('a file that is too large for a proxy says nothing of the other parts of an upload', async (t) => {
  const verdicts = verdictsIn(await judgedBehind(t, ofOneMegabyte, 'documents.each-type-comes-back'))
  const violated = [...verdicts].filter(
    ([rule, verdict]) => rule.startsWith('documents.') && verdict.verdict === 'fail',
  )
  t.strictSame(
    violated.map(([rule]) => rule),
    ['documents.upload-of-plain-text-accepted'],
  )
})

t.test('what the HTTP layer of the server does not read is no answer of the service', async (t) => {
  const judged = await judgedBehind(
    t,
    ({ url }, sent) =>
      url.length < 16_384
        ? sent
        : { ...sent, response: { status: 431, headers: [['Connection', 'close']], body: new Uint8Array() } },
    'errors.odd-addresses-do-no-harm',
  )
  t.strictSame(
    judged.events.filter(({ type }) => type === 'cause'),
    [],
  )
  const read = judged.events.filter((event) => event.type === 'reading' && event.freedom === 'limits.long-addresses')
  t.match(read, [{ reading: 'status-414-or-431' }])
})

t.test('a ping out of a cache is no clock', async (t) => {
  const judged = await judgedBehind(t, ({ url }, sent) =>
    sent.response && url.endsWith('/ping')
      ? { ...sent, response: { ...sent.response, headers: [...sent.response.headers, ['Age', '72']] } }
      : sent,
  )
  t.ok(judged.findings.some(({ code }) => code === 'cached_ping'))
})

t.test('a ping that a cache has kept for a while makes no time of an order wrong', async (t) => {
  const check = 'order.created-at-is-when-it-was-created'
  const kept: Before = ({ url }, sent) => {
    if (!sent.response || !url.endsWith('/ping')) return sent
    const { status, time } = JSON.parse(Buffer.from(sent.response.body).toString()) as { status: string; time: string }
    const body = { status, time: new Date(Date.parse(time) - 72_000).toISOString() }
    const headers: [string, string][] = [...sent.response.headers, ['Age', '72']]
    return { ...sent, response: { ...sent.response, headers, body: new Uint8Array(Buffer.from(JSON.stringify(body))) } }
  }
  const judged = await judgedBehind(t, kept, check)
  t.strictSame(
    judged.events.filter(({ type }) => type === 'finding'),
    [],
  )
  t.match(verdictsIn(judged).get('order.created-at-never-changes'), { verdict: 'pass' })
})

t.test(
  'what a cache keeps is shown again by the check that fills it, where a cheaper one found it as well',
  async (t) => {
    const simulator = await createSimulator()
    t.teardown(() => simulator.close())
    const kept = new Map<string, Sent>()
    const caching = (wire: Wire): Wire => ({
      async send(message) {
        const known = kept.get(message.url)
        if (known) return known
        const sent = await wire.send(message)
        if (message.url.includes('signature=') && sent.response?.status === 200) kept.set(message.url, sent)
        return sent
      },
      close: () => wire.close(),
    })
    // In the order of a run: what moves the clock comes last.
    const order = ['signed-link-is-what-it-says', 'link-works-until-it-expires', 'link-read-early-dies-in-the-end']
    const all = await loadChecks()
    const checks = order.flatMap((name) => all.find(({ id }) => id === `downloads.${name}`) ?? [])
    const { events } = await judge(simulator.profile(), { checks, through: caching })
    const finders = events.flatMap((event) =>
      event.type === 'finding' && event.rule === 'downloads.link-dies-at-expiry' ? [event.check] : [],
    )
    t.equal(new Set(finders).size, 2, 'two checks find it')
    t.match(
      events.filter((event) => event.type === 'cause' && event.rule === 'downloads.link-dies-at-expiry'),
      [{ label: 'deterministic', plan: { run: { check: 'downloads.link-works-until-it-expires' } } }],
    )
  },
)

t.test('a link to another origin blocks what needs the link, and names the origin', async (t) => {
  const judged = await judgedBehind(
    t,
    (_message, sent) => {
      if (!sent.response) return sent
      const text = Buffer.from(sent.response.body).toString()
      if (!text.includes('"download":')) return sent
      const body = text.replace(/http:\/\/127\.0\.0\.1:\d+/, 'http://127.0.0.1:9')
      return { ...sent, response: { ...sent.response, body: new Uint8Array(Buffer.from(body)) } }
    },
    'errors.malformed-json-is-400',
    'downloads.signed-link-is-what-it-says',
  )
  const verdicts = verdictsIn(judged)
  t.equal(verdicts.get('errors.malformed-json-is-400')?.verdict, 'pass')
  const blocked = [...verdicts.values()].filter(({ reason_code: code }) => code === 'link-leads-elsewhere')
  t.ok(blocked.length > 0, 'rules of downloads are blocked')
  t.match(blocked[0]?.reason, /leads to http:\/\/127\.0\.0\.1:9, which is not the origin of the target/)
})

const listening = async (server: ReturnType<typeof createServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

type Gateway = { port: number; leadTo: (port: number, scheme: 'http' | 'https') => void }

/** Ends TLS before a port that is named later, and answers 502 where that cuts. */
const tlsGateway = async (t: Test): Promise<Gateway> => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  let behind: { port: number; send: typeof request | typeof plainRequest } | undefined
  const gateway = createServer({ cert, key }, (asked, answer) => {
    const { method, headers, url } = asked
    const { port, send } = behind!
    const options = { host: '127.0.0.1', port, method, headers, path: url, rejectUnauthorized: false }
    const onward = send({ ...options, agent: false }, (given) =>
      given.pipe(answer.writeHead(given.statusCode!, given.headers)),
    )
    onward.on('error', () => answer.writeHead(502).end('Bad Gateway'))
    asked.pipe(onward)
  })
  t.teardown(() => {
    gateway.closeAllConnections()
    gateway.close()
  })
  return {
    port: await listening(gateway),
    leadTo: (port, scheme) => (behind = { port, send: scheme === 'https' ? request : plainRequest }),
  }
}

t.test('a gateway before our receiver answers 502 where we cut, and the target reports that rightly', async (t) => {
  // A port that is free, for the receiver.
  const probe = createServer()
  const port = await listening(probe)
  await new Promise((resolve) => probe.close(resolve))
  const gateway = await tlsGateway(t)
  gateway.leadTo(port, 'https')
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const webhook = { listen: `127.0.0.1:${port}`, public_url: `https://127.0.0.1:${gateway.port}/hooks` }
  const checks = (await loadChecks()).filter(({ id }) => id === 'webhooks.test-shows-its-delivery')
  const judged = await judge({ ...simulator.profile(), webhook }, { checks, options: { rerun: false } })
  t.match(verdictsIn(judged).get('webhooks.test-answers-response-status'), { verdict: 'pass' })
})

/** An answer in which one address has lost its s. */
const plain = (sent: Sent, where: 'location' | 'link'): Sent => {
  if (!sent.response) return sent
  const { headers, body } = sent.response
  const unsafe = (text: string): string => text.replace('https://', 'http://')
  if (where === 'location')
    return {
      ...sent,
      response: {
        ...sent.response,
        headers: headers.map(([name, value]) => [name, /^location$/i.test(name) ? unsafe(value) : value]),
      },
    }
  const text = Buffer.from(body).toString()
  if (!text.includes('"download":')) return sent
  return { ...sent, response: { ...sent.response, body: new Uint8Array(Buffer.from(unsafe(text))) } }
}

for (const [wrong, verdict] of [
  [[], 'pass'],
  [['location'], 'fail'],
  [['link'], 'fail'],
] as const)
  t.test(`a base address over TLS, and plain HTTP in ${wrong[0] ?? 'no answer'}: ${verdict}`, async (t) => {
    const gateway = await tlsGateway(t)
    const simulator = await createSimulator({ publicOrigin: `https://127.0.0.1:${gateway.port}` })
    t.teardown(() => simulator.close())
    const { port } = new URL(simulator.sandboxUrl)
    gateway.leadTo(Number(port), 'http')
    const through = (url: unknown): string => `https://127.0.0.1:${gateway.port}${new URL(String(url)).pathname}`
    const profile = simulator.profile()
    const bases = {
      production_base_url: through(profile['production_base_url']),
      sandbox_base_url: through(profile['sandbox_base_url']),
    }
    const checks = (await loadChecks()).filter(({ id }) => id === 'transport.addresses-given-are-https')
    const judged = await judge(
      { ...profile, ...bases },
      {
        checks,
        through: standing((_message, sent) => wrong.reduce(plain, sent)),
        options: { rerun: false },
      },
    )
    t.match(verdictsIn(judged).get('transport.addresses-given-are-https'), { verdict })
    t.equal(judged.result.exit_code, verdict === 'pass' ? 0 : 1)
  })

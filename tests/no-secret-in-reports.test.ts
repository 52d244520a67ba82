// No report of a run holds a secret, a token, or a signature: those that went over the wire are looked for one by one.
import { createServer, request as send } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import type { Test } from 'tap'
import { loadChecks } from '../conformance/run/load-checks.ts'
import { jsonFileReporter } from '../reports/reporters/json-file.ts'
import { ndjsonReporter } from '../reports/reporters/ndjson.ts'
import type { RunEvent } from '../reports/run-record.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'

/** Passes everything on, and hears everything. */
const listening = async (t: Test, to: string, hear: (text: string) => void): Promise<string> => {
  const target = new URL(to)
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { method, url, headers } = request
    hear([url, ...request.rawHeaders, body.toString('latin1')].join('\n'))
    const onward = send({ host: target.hostname, port: target.port, method, path: url, headers })
    onward.on('error', () => response.destroy())
    onward.on('response', async (answer: IncomingMessage) => {
      const bytes = await buffer(answer)
      hear([...answer.rawHeaders, bytes.toString('latin1')].join('\n'))
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders).end(bytes)
    })
    onward.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const patterns = [
  /"(?:client_secret|access_token|secret)" ?: ?"([^"]+)"/g,
  /\bclient_secret=([^&\s]+)/g,
  /[?&]signature=([^&\s"\\]+)/g,
  /\b(?:Bearer|Basic) ([\w.~+/=-]+)/g,
]

const secretsIn = (heard: readonly string[]): string[] => {
  const found = new Set<string>()
  for (const text of heard)
    for (const pattern of patterns)
      for (const [, value] of text.matchAll(pattern)) {
        if (value === undefined || value.length < 12) continue
        found.add(value)
        found.add(decodeURIComponent(value.replaceAll('+', ' ')))
      }
  return [...found]
}

/** Where tokens are granted and misused, a credential is made over the control port, secrets are set, links are fetched. */
const wanted = /^(auth\.(token|revocation|every|made-up)|webhooks\..*(secret|configuration|put|write)|downloads\.)/

t.test('neither the run record nor the report holds one', async (t) => {
  const simulator = await createSimulator({})
  t.teardown(() => simulator.close())
  const heard: string[] = []
  const front = await listening(t, simulator.sandboxUrl, (text) => heard.push(text))
  const control = await listening(t, simulator.controlUrl, (text) => heard.push(text))
  const onFront = (address: string) => address.replace(new URL(address).origin, front)
  const profile = simulator.profile()
  const directory = t.testdir()
  const files = ['run.ndjson', 'report.json'].map((name) => join(directory, name))
  const reporters = [ndjsonReporter(files[0]!), jsonFileReporter(files[1]!)]
  const checks = (await loadChecks()).filter(({ id }) => wanted.test(id))
  const { result, events } = await judge(
    {
      ...profile,
      sandbox_base_url: onFront(profile.sandbox_base_url),
      production_base_url: onFront(profile.production_base_url),
      control_url: control,
    },
    // With something to find, so that findings with their evidence and scripts are in the report.
    { timeoutMs: 10_000, checks, options: { secondTries: false } },
  )
  t.match(result, { outcome: 'complete' })
  const finished = { type: 'run-finished', ...result, requests: 0, deliveries: 0, waited_ms: 0, ms: 0 }
  const everything = [...events, finding(events), finished].map((event) => ({ at: new Date().toISOString(), ...event }))
  for (const reporter of reporters) {
    for (const event of everything) reporter.event(event as RunEvent)
    await reporter.close?.()
  }

  const secrets = secretsIn(heard)
  t.ok(secrets.length > 30, `${secrets.length} secrets, tokens and signatures went over the wire`)
  t.ok(
    heard.some((text) => /\/clients\/[^/]+\/rotate/.test(text)),
    'a credential was made over the control port',
  )
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const shown = secrets.filter((secret) => text.includes(secret))
    t.strictSame(shown, [], `${file.slice(directory.length + 1)}, ${text.length} characters`)
    t.notMatch(text, /\bv1=[0-9a-f]{16}/i, 'no signature of a delivery')
    t.notMatch(text, /\bsignature=(?!•)[^&\s"\\]{16}/, 'no signature of a link')
    t.match(text, /•••/, 'they are masked')
  }
})

/** A finding about all exchanges and deliveries, so that the report shows each of them. */
const finding = (events: readonly { type: string }[]) => {
  const requests = events.flatMap((event) => {
    if (event.type === 'exchange') return [(event as unknown as { exchange: { id: string } }).exchange.id]
    return event.type === 'delivery' ? [(event as unknown as { delivery: { id: string } }).delivery.id] : []
  })
  return {
    type: 'finding',
    rule: 'auth.secret-is-never-shown-by-the-interface',
    check: 'auth.token-by-each-way',
    expected: null,
    received: null,
    pointer: null,
    requests,
  }
}

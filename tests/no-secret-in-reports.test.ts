// No report of a run holds a secret, a token, a signature or what a target shows of people: all that went over the wire is looked for.
import { createServer, request as send } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import type { Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createReporters, reporterNames } from '../reports/reporters/index.ts'
import { together } from '../reports/reporters/together.ts'
import type { RunEvent } from '../reports/run-record.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { everyText } from './whole-page.ts'

/** Passes everything on, and hears everything. */
const listening = async (
  t: Test,
  to: string,
  hear: (text: string) => void,
  alter: (body: Buffer) => Buffer = (body) => body,
): Promise<string> => {
  const target = new URL(to)
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { method, url, headers } = request
    hear([url, ...request.rawHeaders, body.toString('latin1')].join('\n'))
    const onward = send({ host: target.hostname, port: target.port, method, path: url, headers })
    onward.on('error', () => response.destroy())
    onward.on('response', async (answer: IncomingMessage) => {
      const bytes = alter(await buffer(answer))
      hear([...answer.rawHeaders, bytes.toString('latin1')].join('\n'))
      const headers = { ...answer.headers, 'content-length': String(bytes.length) }
      response.writeHead(answer.statusCode ?? 500, headers).end(bytes)
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

const secretsIn = (heard: readonly string[], focus = patterns): string[] => {
  const found = new Set<string>()
  for (const text of heard)
    for (const pattern of focus)
      for (const [, value] of text.matchAll(pattern)) {
        if (value === undefined || value.length < 12) continue
        found.add(value)
        found.add(decodeURIComponent(value.replaceAll('+', ' ')))
      }
  return [...found]
}

/** People whom this run has never heard of: a field that the contract does not have, and a name that is not the one sent. */
const people = {
  first_name: 'Wilhelmina',
  last_name: 'Featherstonehaugh',
  email: 'wilhelmina@people.example',
  phone: '+15125550188',
  ssn: '219-09-9999',
  address: { street: '77 Sycamore Hollow' },
  contacts: [{ type: 'phone', role: 'cell', value: '+1 (512) 555-0177' }],
  notes: [{ type: 'order', text: 'Call Rosalind Achterberg, who keeps the key.' }],
  remark: 'Her number is 078-05-1120 and her address rosalind@people.example.',
}
const names = ['Wilhelmina', 'Featherstonehaugh', '77 Sycamore Hollow', 'Achterberg']
const reached = ['wilhelmina@people.example', 'rosalind@people.example', '+15125550188', '+1 (512) 555-0177']
const personal = [...names, ...reached, '219-09-9999', '078-05-1120']

/** The control port asks for it, and this target even shows it in its answers. */
const controlToken = 'Control-token.of-this_run~5309'

const withPeople = (body: Buffer): Buffer => {
  const text = body.toString('utf8')
  if (!text.startsWith('{"id":"ord_')) return body
  const order = JSON.parse(text) as { borrowers?: { last_name: string }[] }
  for (const borrower of order.borrowers ?? []) borrower.last_name = people.last_name
  return Buffer.from(JSON.stringify({ ...order, seller: people, internal: controlToken }))
}

/** Where tokens are granted and misused, a credential is made over the control port, secrets are set, links are fetched. */
const wanted =
  /^(auth\.(token|revocation|every|made-up)|webhooks\..*(secret|configuration|put|write)|downloads\.|create\.(order-shows|answers-201))/

t.test('neither the run record nor the report holds one', async (t) => {
  const simulator = await createSimulator({ controlToken })
  t.teardown(() => simulator.close())
  const heard: string[] = []
  const front = await listening(t, simulator.sandboxUrl, (text) => heard.push(text), withPeople)
  const control = await listening(t, simulator.controlUrl, (text) => heard.push(text))
  const onFront = (address: string) => address.replace(new URL(address).origin, front)
  const profile = simulator.profile()
  const directory = t.testdir()
  const printed: string[] = []
  const broken: string[] = []
  const env = { GITHUB_ACTIONS: 'true' }
  const place = { directory, env, colour: false, write: (text: string) => void printed.push(text) }
  const reporters = together(createReporters(reporterNames, place, (message) => broken.push(message)))
  const checks = (await loadChecks()).filter(({ id }) => wanted.test(id))
  const { result, events } = await judge(
    {
      ...profile,
      sandbox_base_url: onFront(profile.sandbox_base_url),
      production_base_url: onFront(profile.production_base_url),
      control_url: control,
    },
    // With something to find, so that findings with their evidence and scripts are in the report.
    { timeoutMs: 10_000, checks, options: { rerun: false } },
  )
  t.match(result, { outcome: 'complete' })
  const finished = { type: 'run-finished', ...result, requests: 0, deliveries: 0, waited_ms: 0, ms: 0 }
  const everything = [...events, finding(events), finished].map((event) => ({ at: new Date().toISOString(), ...event }))
  for (const event of everything) reporters.event(event as RunEvent)
  await reporters.close()
  t.strictSame([...broken, ...reporters.broken], [], 'every reporter wrote')
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => [entry.name, everyText(readFileSync(join(entry.parentPath, entry.name), 'utf8'))])
  const outputs = new Map([...files, ['what was printed', printed.join('')]])
  t.ok(
    events.some((event) => event.type === 'finding' && JSON.stringify(event).includes('F••')),
    'a finding shows a name in outline',
  )

  const secrets = secretsIn(heard)
  for (const pattern of patterns) t.ok(secretsIn(heard, [pattern]).length > 0, `${pattern} went over the wire`)
  t.ok(
    heard.some((text) => /\/clients\/[^/]+\/rotate/.test(text)),
    'a credential was made over the control port',
  )
  t.ok(heard.some((text) => text.includes(people.last_name)))
  t.ok(secrets.includes(controlToken))
  t.ok(heard.some((text) => text.includes(`"internal":"${controlToken}"`)))
  for (const [name, text] of outputs) {
    const shown = [...secrets, ...personal].filter((secret) => text.includes(secret))
    t.strictSame(shown, [], `${name}, ${text.length} characters`)
    t.notMatch(text, /\bv1=[0-9a-f]{16}/i, 'no signature of a delivery')
    t.notMatch(text, /\bsignature=(?!•)[^&\s"'<>\\]{16}/, 'no signature of a link')
    t.notMatch(text, '%E2%80%A2', 'what is masked reads as masked')
  }
  for (const name of ['run.ndjson', 'report.json', 'report.html', 'run.har']) {
    t.match(outputs.get(name), /•••/, 'they are masked')
    t.match(outputs.get(name), 'W•••••••••', 'a name keeps its first letter and its length')
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
    check: 'auth.token-by-each-request-form',
    expected: null,
    received: null,
    pointer: null,
    requests,
  }
}

// What a stranger meets first: help, slips of the keyboard, a target that is not there, and what a second run leaves unsaid.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import t from 'tap'
import { stringify } from 'yaml'
import { conformOptions } from '../conformance/cli/conform-flags.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { callAssay } from './call-command.ts'
import { assay } from './places.ts'
import { ended, firstLine } from './wait-for.ts'

const one = ['--only', 'account.identifies-the-credential']

t.test('help and version, however they are asked for', async (t) => {
  const { output } = await callAssay(['conform', '--help'])
  for (const asked of [
    ['help', 'conform'],
    ['--help', 'conform'],
    ['conform', '-h'],
  ])
    t.strictSame(await callAssay(asked), { code: 0, out: output, err: '', output }, asked.join(' '))
  t.match(output, '--target <file>')
  for (const asked of ['-V', '--version', 'version'])
    t.match(await callAssay([asked]), { code: 0, output: /^1\.2\.3\n$/ })
  t.match(await callAssay(['help']), { code: 0, output: /^Usage: assay <command>/ })
  t.match(await callAssay([]), { code: 3, output: /^Usage: assay <command>/ })
})

t.test('a slip of the keyboard is met with what was meant', async (t) => {
  const cases: [string[], RegExp][] = [
    [['con\u001B[31m'], /^unknown_command: assay has no command con\\u001B\[31m; /],
    [['confrom'], /^unknown_command: assay has no command confrom; did you mean conform\?\n$/],
    [['help', 'wach'], /^unknown_command: .*did you mean watch\?/],
    [['conform', '--targt', 'x'], /^unknown_option: unknown option '--targt'; did you mean --target\? .*help conform/],
    [['replay', 'a.json', '--base-ur', 'x'], /^unknown_option: .*did you mean --base-url\?/],
    [['simulate', '--defct', 'x'], /^unknown_option: .*did you mean --defect\?/],
    [['simulate', 'extra'], /^excess_arguments: /],
    [['simulate', '--clock', 'manua'], /^invalid_argument: .*real, accelerated, manual/],
    [['replay', 'a.json', 'b.json'], /^unreadable_plan: a\.json cannot be read \(ENOENT\)/],
  ]
  for (const [args, words] of cases) {
    const { code, output } = await callAssay(args)
    t.equal(code, 3, args.join(' '))
    t.match(output, words)
    t.equal(output.trim().split('\n').length, 1, 'one line')
  }
})

t.test('watch --help lists the options of conform that it hands on', async (t) => {
  const { output } = await callAssay(['watch', '--help'])
  for (const { long, hidden } of conformOptions) if (!hidden) t.match(output, `${long}`)
  t.equal(output.match(/--report-dir <dir>/g)?.length, 1, 'its own is not listed twice')
})

t.test('defects and readings can be listed by area and by text', async (t) => {
  t.match(await callAssay(['simulate', '--list-defects', 'webhooks']), { code: 0, output: /^webhooks: \d+ defects/ })
  t.match(await callAssay(['simulate', '--list-readings', 'list']), { code: 0, output: /^list\./ })
  t.match(await callAssay(['simulate', '--list-defects', 'no-such-thing']), { code: 3, output: /^nothing_found: / })
})

t.test('a target profile that is no YAML is refused with file, line and column', async (t) => {
  const file = join(
    t.testdir({ 'target.yaml': 'sandbox_base_url: http://127.0.0.1:1/v1\ncredentials: [1\n' }),
    'target.yaml',
  )
  const { code, output } = await callAssay(['conform', file])
  t.equal(code, 3)
  t.ok(output.startsWith(`unreadable_profile: ${file}, line 3, column 1: `), output)
})

t.test('an address without a scheme is refused with what to write', async (t) => {
  const env = { ASSAY_CLIENT_SECRET: 's' }
  const of = async (address: string) => callAssay(['conform', '--base-url', address, '--client-id', 'cli_x'], env)
  for (const [address, write] of [
    ['127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1'],
    ['localhost:4010/v1', 'http://localhost:4010/v1'],
    ['sandbox.example.com/v1', 'https://sandbox.example.com/v1'],
  ] as const) {
    const { code, output } = await of(address)
    t.equal(code, 3)
    t.equal(
      output,
      `unusable_base_url: --base-url must be an http or https address, but is "${address}"; write ${write}.\n`,
    )
  }
  t.match(await of('ftp://example.com'), { code: 3, output: /^unusable_base_url: --base-url .* such as https:/ })
})

t.test('a failed start says why, once, and nothing of what it was to do', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const out = ['--report-dir', join(t.testdir(), 'out')]
  const starts: [what: string, code: RegExp, base: string, secret: string][] = [
    ['a wrong secret', /credential_refused/, simulator.sandboxUrl, 'wrong'],
    ['nobody there', /unreachable|no_answer|connection/, 'http://127.0.0.1:9/v1', 'any'],
  ]
  const { client_id } = simulator.profile().credentials.main
  for (const [what, code, base, secret] of starts) {
    const args = ['--base-url', base, '--client-id', client_id, '--environment', 'sandbox', ...out]
    const ran = await callAssay(['conform', ...args], { ASSAY_CLIENT_SECRET: secret })
    t.equal(ran.code, 2, what)
    const lines = ran.output.trim().split('\n')
    t.match(lines[0], code, what)
    t.equal(lines.filter((line) => line === lines[0]).length, 1, 'once')
    t.notMatch(ran.output, /planned|\b0\/\d/, 'no figures of a run that was none')
    t.ok(lines.length <= 5, ran.output)
  }
})

t.test('a second run does not speak of the receiver of the first', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const folder = t.testdir()
  const target = join(folder, 'target.yaml')
  writeFileSync(target, stringify(simulator.profile()))
  const run = () => callAssay(['conform', target, '--report-dir', join(folder, 'out'), ...one])
  const token = async (): Promise<string> => {
    const { client_id, client_secret } = simulator.profile().credentials.main
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const answer = await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const webhook = async (body?: object): Promise<unknown> => {
    const answer = await fetch(`${simulator.sandboxUrl}/webhook`, {
      method: body ? 'PUT' : 'GET',
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  await run()
  const second = await run()
  t.equal(second.code, 0, second.output.slice(-2000))
  t.notMatch(second.output, 'webhook points to')
  t.match(await webhook(), { enabled: false }, 'and leaves nothing switched on')

  const own = {
    url: 'https://127.0.0.1:9/hooks',
    enabled: true,
    events: ['*'],
    secret: 'their-own-secret-0123456789-0123456789-0123',
  }
  t.match(await webhook(own), { url: own.url })
  const third = await run()
  t.match(third.output, 'The webhook points to https://127.0.0.1:9/hooks again, but assay replaced its secret')
  t.match(await webhook(), { url: own.url, enabled: true })
})

t.test('the certificate of --tls can be written, and the printed curl lines trust it', async (t) => {
  const file = join(t.testdir(), 'certificate.pem')
  const args = ['simulate', '--port', '0', '--control-port', '0', '--tls', '--tls-cert-out', file]
  const child = spawn(process.execPath, [assay, ...args], { env: { ...process.env, NODE_OPTIONS: '' } })
  t.teardown(() => child.kill('SIGKILL'))
  let banner = ''
  child.stderr.on('data', (chunk: Buffer) => (banner += chunk))
  const line = await firstLine(child)
  const { sandbox_base_url, control_url } = JSON.parse(line) as Record<string, string>
  const status = await new Promise((resolve, reject) => {
    request(`${sandbox_base_url}/ping`, { ca: readFileSync(file) }, (answer) => resolve(answer.statusCode))
      .on('error', reject)
      .end()
  })
  t.equal(status, 200)
  t.match(banner, `curl -s --cacert ${file} -H`)
  t.notMatch(banner, '--insecure')
  const { operations } = (await (await fetch(`${control_url}/capabilities`)).json()) as { operations: string[] }
  const [, promised = ''] = /^ {2}control .* \((.*)\)$/m.exec(banner) ?? []
  const proofs: Record<string, string> = {
    "the company's side": 'deliverReport',
    'the clock': 'advanceClock',
    faults: 'addFault',
  }
  for (const what of promised.split(', ')) t.ok(operations.includes(proofs[what]!), `${what}: promised, and offered`)
  child.kill('SIGTERM')
  await ended(child)
  t.match(await callAssay(['simulate', '--tls-cert-out', file]), { code: 3, output: /--tls-cert-out .*give --tls/ })
})

t.test('createSimulator refuses a slip, and its profile has a main credential by type', async (t) => {
  const slip = { defct: 'x' } as object
  await t.rejects(createSimulator(slip), { code: 'unknown_option', message: /defct.*defect/ })
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const { client_id }: { client_id: string } = simulator.profile().credentials.main
  t.match(client_id, /^cli_/)
})

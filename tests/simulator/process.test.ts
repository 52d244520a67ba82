// The simulator as a process: its ready line, TLS, durability under SIGKILL, a graceful stop, and clear errors.
import { existsSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import { roles } from '../../fixtures/roles.ts'
import { simulateCommand } from '../../simulator/cli/command.ts'
import { callCommand } from '../call-command.ts'
import { assay } from '../places.ts'
import { runAssay, startAssay } from '../run-assay.ts'
import { simulatedTarget } from '../simulated-target.ts'
import { minimal } from './samples.ts'
import { firstLine } from '../wait-for.ts'

type Ready = { ready: boolean; sandbox_base_url: string; production_base_url: string; control_url: string; pid: number }

const anyPorts = ['--port', '0', '--control-port', '0']

const startProcess = async (t: Test, args: string[] = [], env: Record<string, string> = {}) => {
  const { child, ended } = startAssay(['simulate', ...anyPorts, ...args], { env })
  t.teardown(() => child.kill('SIGKILL'))
  const line = await firstLine(child)
  return { child, ended, ready: JSON.parse(line) as Ready }
}

/** In this process, as it ends before it listens. */
const simulate = (...args: string[]) => callCommand(simulateCommand(), args)

const insecure = new Agent({ connect: { rejectUnauthorized: false } })
t.teardown(() => insecure.destroy())

const tokenFor = async (base: string, id = 'cli_bluestem_sandbox', secret = 'bluestem-sandbox-demo-secret') => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await request(`${base}/oauth/token`, { method: 'POST', headers, body, dispatcher: insecure })
  return ((await reply.body.json()) as { access_token: string }).access_token
}

const draft = (reference: string) => ({ ...minimal(Date.now()), lender_reference: reference })

t.test('prints a ready line, writes the profile with all roles, and stops on SIGTERM', async (t) => {
  const file = join(t.testdir(), 'profile.json')
  const { child, ended, ready } = await startProcess(t, ['--profile-out', file])
  t.equal(ready.ready, true)
  const profile = JSON.parse(readFileSync(file, 'utf8')) as {
    credentials: object
    control_url: string
    sandbox_base_url: string
  }
  t.strictSame(Object.keys(profile.credentials).toSorted(), Object.keys(roles).toSorted())
  t.equal(profile.sandbox_base_url, ready.sandbox_base_url)
  const readyz = await request(`${ready.control_url}/readyz`)
  t.equal(readyz.statusCode, 200)
  child.kill('SIGTERM')
  t.equal((await ended).code, 0)
})

t.test('every acknowledged order survives SIGKILL', async (t) => {
  const data = join(t.testdir(), 'world.ndjson')
  const first = await startProcess(t, ['--data', data])
  const token = await tokenFor(first.ready.sandbox_base_url)
  const acknowledged: string[] = []
  let enough: () => void = () => undefined
  const many = new Promise<void>((resolve) => (enough = resolve))
  const create = async (index: number) => {
    const reply = await request(`${first.ready.sandbox_base_url}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(draft(`kill-${index}`)),
    })
    acknowledged.push(((await reply.body.json()) as { id: string }).id)
    if (acknowledged.length === 40) enough()
  }
  const stream = Promise.allSettled(Array.from({ length: 200 }, (_, index) => create(index)))
  await many
  first.child.kill('SIGKILL')
  await Promise.all([stream, first.ended])
  t.ok(acknowledged.length >= 40, `${acknowledged.length} orders were acknowledged before the kill`)

  const second = await startProcess(t, ['--data', data])
  const read = (id: string) =>
    request(`${second.ready.sandbox_base_url}/orders/${id}`, { headers: { authorization: `Bearer ${token}` } })
  const replies = await Promise.all(acknowledged.map(read))
  t.strictSame(
    replies.filter(({ statusCode }) => statusCode !== 200),
    [],
    'the token issued before the kill still works, and every order is there',
  )
  await Promise.all(replies.map(({ body }) => body.dump()))
  second.child.kill('SIGTERM')
  t.equal((await second.ended).code, 0)
})

t.test('with --tls it speaks TLS 1.2 and better, and refuses plain HTTP and TLS 1.1', async (t) => {
  const file = join(t.testdir(), 'profile.yaml')
  const { ready } = await startProcess(t, ['--tls'], { ASSAY_PROFILE_OUT: file })
  t.ok(existsSync(file), 'a flag can be given as an environment variable')
  const url = new URL(ready.sandbox_base_url)
  t.equal(url.protocol, 'https:')
  const reply = await request(`${ready.sandbox_base_url}/ping`, { dispatcher: insecure })
  t.equal(reply.statusCode, 200)
  await reply.body.dump()
  const plain = await new Promise<string>((resolve) => {
    httpRequest({ host: url.hostname, port: url.port, path: '/v1/ping' }, (answer) =>
      resolve(String(answer.statusCode)),
    )
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
      .end()
  })
  t.notMatch(plain, /^2/, `plain HTTP ended with ${plain}`)
  const old = await new Promise<string>((resolve) => {
    const socket = connect(
      {
        host: url.hostname,
        port: Number(url.port),
        rejectUnauthorized: false,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
      },
      () => resolve('connected'),
    )
    socket.on('error', () => resolve('refused'))
    socket.on('close', () => socket.destroy())
  })
  t.equal(old, 'refused')
})

t.test('mistakes of the user end in a code, a sentence and exit code 3', async (t) => {
  const bad = join(t.testdir({ 'bad.pem': 'garbage' }), 'bad.pem')
  const cases: [string[], RegExp][] = [
    [['--port', 'x'], /port/],
    [['--nonsense'], /--nonsense/],
    [['--defect', 'no-such-defect', ...anyPorts], /^unknown_defect: .*no-such-defect/m],
    [['--tls-cert', 'missing.pem', ...anyPorts], /--tls-key/],
    [['--world', 'no-such-world', ...anyPorts], /^unknown_world: .*no-such-world/m],
    [
      ['--public-origin', 'foo', ...anyPorts],
      /^invalid_argument: .*'foo'.* must be an http or https origin without a path/,
    ],
    [
      ['--rate', '5', ...anyPorts],
      /^unusable_options: --rate 5 is for an accelerated clock, but --clock is real; give/,
    ],
    [['--persona', 'punctual', '--persona', 'slow', ...anyPorts], /^invalid_option: One persona .* punctual and slow/],
    [
      ['--fault', 'ping:reset:client_id=cli_nobody', ...anyPorts],
      /^invalid_fault: .*client_id: There is no client cli_nobody; there are .*cli_/,
    ],
    [
      ['--tls-cert', bad, '--tls-key', bad, ...anyPorts],
      /^invalid_option: --tls-cert .*bad\.pem must be a certificate/,
    ],
  ]
  const expectRefused = (args: string[], { code, err }: { code: number | null; err: string }, message: RegExp) => {
    t.equal(code, 3, args.join(' '))
    t.match(err, message)
    t.notMatch(err, /\n {4}at /, 'no stack trace')
  }
  for (const [args, message] of cases) expectRefused(args, await simulate(...args), message)
  const outweighed = await callCommand(simulateCommand(), ['--clock', 'real', '--world', 'mars'], {
    env: { ASSAY_RATE: '5' },
  })
  t.match(outweighed.err, /^unknown_world/, 'a rate in the environment may be for another clock')
  const { err } = await runAssay(['simulate', '--clock', 'manual', '--world', 'mars'], { env: { ASSAY_RATE: '5' } })
  t.match(err, /"msg":"ASSAY_RATE is for an accelerated clock and without effect, as --clock is manual/)
  expectRefused(['frobnicate'], await runAssay(['frobnicate']), /^unknown_command: .*frobnicate/m)
})

t.test('a data file that is not ours is refused and left as it was', async (t) => {
  const directory = t.testdir({ 'notes.txt': 'my own notes\n' })
  const { code, err: stderr } = await runAssay(['simulate', ...anyPorts, '--data', join(directory, 'notes.txt')])
  t.equal(code, 3)
  t.match(stderr, /data_file_foreign/)
  t.equal(readFileSync(join(directory, 'notes.txt'), 'utf8'), 'my own notes\n')
})

t.test('a port that is taken is said to be taken', async (t) => {
  const { simulator } = await simulatedTarget(t)
  const { port } = new URL(simulator.sandboxUrl)
  const { code, err: stderr } = await simulate('--port', port, '--control-port', '0')
  t.equal(code, 3)
  t.match(stderr, /^listen_failed: Port \d+ .* is taken; give --port another port, or 0 for a free one\.$/m)
})

const showYoung = `
  import { getHeapSpaceStatistics } from 'node:v8'
  const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
  const before = young()
  process.on('exit', () => console.error('young: ' + young() / before))`

t.test('the young generation of the collector stays about as small as it begins', async (t) => {
  const module = join(t.testdir({ 'show.mjs': showYoung }), 'show.mjs')
  const { child, ended } = startAssay(['simulate', ...anyPorts], {
    program: ['--import', pathToFileURL(module).href, assay],
  })
  t.teardown(() => child.kill('SIGKILL'))
  await firstLine(child)
  child.kill('SIGTERM')
  const times = Number(/^young: ([\d.]+)$/m.exec((await ended).err)?.[1])
  t.ok(times <= 4, `${times} times as large`)
})

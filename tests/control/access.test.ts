// Beyond loopback the control port asks for its token: of callers, of the console's calls, of a conformance run.
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { simulateCommand } from '../../simulator/cli/command.ts'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import { callCommand, callAssay } from '../call-command.ts'
import { runAssay, startAssay } from '../run-assay.ts'
import { simulatedTarget } from '../simulated-target.ts'
import { removeMade } from '../remove-made.ts'

type Answer = { status: number; headers: Record<string, unknown>; body: string }

/** With any `Host`, which `fetch` does not send. */
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, (answer) => {
      let body = ''
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body }))
    })
    call.on('error', reject).end()
  })

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const open = await startSimulator({ controlHost: '0.0.0.0' })
t.teardown(() => open.close())
const token = open.controlToken!
const at = (path: string) => `${open.controlUrl}${path}`

t.test('a token of 24 random bytes is made, another one each time', async (t) => {
  t.equal(Buffer.from(token, 'base64url').length, 24)
  const other = await startSimulator({ controlHost: '0.0.0.0' })
  t.teardown(() => other.close())
  t.not(other.controlToken, token)
  t.equal(open.profile().control_token, token)
})

t.test('what a container asks, and the files of the console, need none', async (t) => {
  for (const path of ['/livez', '/readyz', '/', '/console', '/console/api.js', '/console/contract.json'])
    t.equal((await ask(at(path))).status, 200, path)
})

t.test('all else needs it', async (t) => {
  for (const [method, path] of [
    ['GET', '/capabilities'],
    ['GET', '/openapi.yaml'],
    ['GET', '/profile'],
    ['GET', '/changes'],
    ['POST', '/reset'],
    ['GET', '/console/none.js'],
    ['GET', '/nowhere'],
  ] as const)
    for (const headers of [
      {},
      { authorization: token },
      { authorization: `Basic ${token}` },
      bearer(`${token}x`),
      bearer(token.slice(1)),
      bearer('x'.repeat(token.length)),
    ] as Record<string, string>[]) {
      const refused = await ask(at(path), headers, method)
      t.equal(refused.status, 401, `${method} ${path} with ${JSON.stringify(headers)}`)
      t.equal(refused.headers['www-authenticate'], 'Bearer')
      t.match(JSON.parse(refused.body), { code: 'unauthorized', message: /--control-token/ })
      t.notOk(refused.body.includes(token))
    }
  t.equal((await ask(at('/capabilities'), bearer(token))).status, 200)
  t.equal((await ask(at('/capabilities'), { authorization: `bearer ${token}` })).status, 200, 'the scheme in any case')
  t.equal((await ask(at('/nowhere'), bearer(token))).status, 404)
})

t.test('Host may be any name; Origin must be that of Host; a delivery is turned away', async (t) => {
  const clock = at('/clock')
  const host = 'assay.internal:4011'
  t.equal((await ask(clock, { ...bearer(token), host })).status, 200)
  t.equal((await ask(clock, { host })).status, 401, 'without the token no name will do')
  for (const origin of [`http://${host}`, `https://${host}`])
    t.equal((await ask(clock, { ...bearer(token), host, origin })).status, 200, origin)
  for (const origin of ['http://localhost:4011', 'https://evil.example', 'null', `http://evil.${host}`]) {
    const refused = await ask(clock, { ...bearer(token), host, origin })
    t.equal(refused.status, 403, origin)
    t.match(JSON.parse(refused.body), { code: 'foreign_caller', message: /Origin/ })
  }
  const otherPage = { ...bearer(token), host, 'sec-fetch-site': 'cross-site' }
  t.equal((await ask(clock, otherPage, 'POST')).status, 403, 'a browser that leaves Origin out')
  t.equal((await ask(clock, { ...bearer(token), host: 'a b' })).status, 403, 'a host that is none')
  t.equal((await ask(clock, { ...bearer(token), 'X-Service-Signature': 't=1,v1=0' })).status, 403)
})

t.test('loopback asks for one only where it is given', async (t) => {
  const plain = await startSimulator()
  t.teardown(() => plain.close())
  t.equal(plain.controlToken, undefined)
  t.notOk('control_token' in plain.profile())
  t.equal((await ask(`${plain.controlUrl}/profile`)).status, 200)
  for (const controlHost of ['127.0.0.1', 'localhost']) {
    const given = await startSimulator({ controlHost, controlToken: 'sixteen-letters.' })
    t.teardown(() => given.close())
    t.equal((await ask(`${given.controlUrl}/profile`)).status, 401)
    t.equal((await ask(`${given.controlUrl}/profile`, bearer('sixteen-letters.'))).status, 200)
  }
})

t.test('a token that is too short, or cannot be sent, is refused without being repeated', async (t) => {
  for (const controlToken of ['', 'fifteen-letters', 'sixteen letters…', 'sixteen-letters\n']) {
    const starting = startSimulator({ controlToken })
    await t.rejects(starting, { code: 'unusable_control_token' }, JSON.stringify(controlToken))
    const { message } = (await starting.catch((error: unknown) => error)) as Error
    t.notOk(controlToken !== '' && message.includes(controlToken))
  }
  const { code, err } = await callCommand(simulateCommand(), ['--port', '0', '--control-token', 'fifteen-letters'])
  t.equal(code, 3)
  t.match(err, /^unusable_control_token: .* at least 16 .* but has 15/)
  t.notMatch(err, /fifteen/)
})

t.test('a made token is printed with the console, a given one is not', async (t) => {
  const start = async (...args: string[]) => {
    const started = startAssay(['simulate', '--port', '0', '--control-port', '0', '--control-host', '0.0.0.0', ...args])
    t.teardown(() => started.child.kill('SIGKILL'))
    await started.until(/"ready":true/)
    await started.until(/order-types/)
    const line = started
      .text()
      .split('\n')
      .find((one) => one.startsWith('{"ready"'))!
    return { ready: JSON.parse(line) as { control_url: string; control_token?: string }, text: started.text() }
  }
  const { ready, text } = await start()
  t.equal((await ask(`${ready.control_url}/profile`, bearer(ready.control_token!))).status, 200)
  t.ok(text.includes(`${ready.control_url}/console#token=${ready.control_token}`))
  const given = await start('--control-token', 'given-at-the-start')
  t.notOk('control_token' in given.ready)
  t.notOk(given.text.includes('given-at-the-start'))
  t.equal((await ask(`${given.ready.control_url}/profile`, bearer('given-at-the-start'))).status, 200)
})

t.test('a command beside it gets the token', async (t) => {
  const script = `
    const headers = { authorization: 'Bearer ' + process.env.ASSAY_CONTROL_TOKEN }
    const answer = await fetch(process.env.ASSAY_CONTROL_URL + '/clock', { headers })
    console.log(answer.status)`
  const node = [process.execPath, '--input-type=module', '--eval', script]
  const { code, out, err } = await runAssay(['exec', '--control-host', '0.0.0.0', '--', ...node])
  t.equal(code, 0, err)
  t.equal(out, '200\n')
})

t.test('a conformance run uses it, and writes it down nowhere', async (t) => {
  const { simulator, file } = await simulatedTarget(t, { controlHost: '0.0.0.0' })
  const reports = mkdtempSync(join(tmpdir(), 'assay-access-'))
  t.teardown(() => removeMade(reports))
  const args = ['conform', '--target', file, '--area', 'account', '--report-dir', reports, '--seed', '1']
  const { code, output } = await callAssay(args)
  t.equal(code, 0, output)
  const record = readFileSync(join(reports, 'run.ndjson'), 'utf8')
  t.match(record, /The control port answers at /)
  t.notOk(output.includes(simulator.controlToken!))
  for (const name of readdirSync(reports, { recursive: true, encoding: 'utf8' })) {
    const path = join(reports, name)
    if (statSync(path).isFile()) t.notOk(readFileSync(path, 'utf8').includes(simulator.controlToken!), name)
  }
})

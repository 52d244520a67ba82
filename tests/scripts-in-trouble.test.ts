// What a script does where curl is missing, the target is silent or under maintenance, and what it prints of an answer that gives access.
import { spawn, spawnSync } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { curlScript } from '../reports/curl-script.ts'
import { recordedExchange } from '../reports/recorded-exchange.support.ts'
import type { Finding } from '../reports/run-record.ts'
import { ended } from './wait-for.ts'

const finding: Finding = { rule: 'r', check: 'c', expected: 1, received: 2, pointer: null, requests: ['x1'] }

const answered = (status: number, answer: unknown, method = 'GET') =>
  recordedExchange({ operation: 'ping', role: null, method, path: '/ping', status, answer })

const ping = (received: string, answer: unknown): string =>
  curlScript({ ...finding, pointer: '/a', expected: 'absent', received }, { exchanges: [answered(200, answer)] })

t.test('without curl nothing is judged, and the script says so', async (t) => {
  const { status, stderr } = spawnSync('/bin/sh', ['-c', ping('x', { a: 'x' })], {
    env: { PATH: t.testdir() },
    encoding: 'utf8',
  })
  t.equal(status, 3)
  t.match(stderr, /^missing_program: curl must be there, .*install curl\.$/m)
})

const ranAgainst = async (t: Test, script: string, answer: (response: ServerResponse) => void) => {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const child = spawn('sh', ['-c', `exec 2>&1\n${script}`], {
    env: { PATH: process.env['PATH'], ASSAY_BASE_URL: base },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), ended(child)])
  server.closeAllConnections()
  return { output, code }
}

t.test('a target that holds the connection does not hold the script', async (t) => {
  const script = ping('x', { a: 'x' })
  t.match(script, '--max-time 60 "$@"')
  const { output, code } = await ranAgainst(t, script.replace('--max-time 60', '--max-time 1'), () => undefined)
  t.equal(code, 2, output)
  t.match(output, 'not judged: the last request got no answer.')
})

t.test('what gives access is not printed', async (t) => {
  const secrets = { access_token: 'tok_1', a: 'https://x/y?expires=1&signature=sig_1', webhook_secret: 'sec_1' }
  const { output, code } = await ranAgainst(t, ping(secrets.a, secrets), (response) =>
    response.end(JSON.stringify(secrets)),
  )
  t.equal(code, 1, output)
  t.notMatch(output, /tok_1|sig_1|sec_1/)
  t.match(output, 'expires=1&signature=***"')
})

t.test('during maintenance no bug is there or gone', async (t) => {
  const busy = (response: ServerResponse): void => void response.writeHead(503).end('{}')
  const { output, code } = await ranAgainst(t, ping('x', { a: 'x' }), busy)
  t.equal(code, 2, output)
  const found = { ...finding, pointer: 'status', expected: 200, received: 404 }
  const byStatus = await ranAgainst(t, curlScript(found, { exchanges: [answered(404, null)] }), busy)
  t.equal(byStatus.code, 2, byStatus.output)
  t.match(byStatus.output, /not judged: 503 says nothing of this bug\.\n$/)
})

t.test('a write that is refused now does not show that what it answered is right', async (t) => {
  const exchanges = [answered(201, { a: 'x' }, 'POST')]
  const ends = async (found: Partial<Finding>, status: number, answer: object): Promise<unknown> => {
    const script = curlScript({ ...finding, ...found }, { exchanges })
    const answering = (response: ServerResponse) => response.writeHead(status).end(JSON.stringify(answer))
    return (await ranAgainst(t, script, answering)).code
  }
  for (const expected of ['absent', 'not x', 'a text that nothing sent']) {
    const wrong = { pointer: '/a', expected, received: 'x' }
    t.equal(await ends(wrong, 201, { a: 'x' }), 1, expected)
    for (const status of [400, 403, 404, 409, 413, 415, 422, 429, 500])
      t.equal(await ends(wrong, status, { code: 'some' }), 2, `${expected}: ${status}`)
  }
  t.equal(await ends({ pointer: '/a', expected: 'absent', received: 'x' }, 200, {}), 0, 'another success')
  const accepted = { pointer: '/code', expected: 'not_allowed', received: 'absent' }
  t.equal(await ends(accepted, 403, { code: 'not_allowed' }), 0, 'where it was to be refused, that is right')
  t.equal(await ends(accepted, 422, { code: 'other' }), 2)
  t.equal(await ends(accepted, 201, { a: 'x' }), 1)
  const bare = { pointer: '/details', expected: 'present', received: 'absent' }
  t.equal(await ends(bare, 400, { code: 'some' }), 2)
  t.equal(await ends(bare, 400, { code: 'some', details: [] }), 0)
})

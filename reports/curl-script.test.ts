// The script of a finding sends what was sent, with the credentials of its environment: run against a server that shows what arrives.
import { recordedExchange } from './recorded-exchange.support.ts'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { curlScript } from './curl-script.ts'
import type { CauseFound, Finding, RecordedExchange } from './run-record.ts'
import { judgeAnswer } from './script-judge.ts'
import { scriptModel } from './script-model.ts'
import { causeScript } from './shortened-run.ts'
import { emptyRun } from './summary.ts'
import { ended } from '../tests/wait-for.ts'

type Sent = { operation: string; headers?: [string, string][]; body?: string; role?: string | null }

const secret = 'an-$odd-"secret"&more'
const basic = `Basic ${Buffer.from(`cli_one:${secret}`).toString('base64')}`

const exchangeOf = ({ operation, headers = [], body, role = 'cli_one' }: Sent): RecordedExchange =>
  recordedExchange({
    operation,
    role,
    method: body === undefined ? 'GET' : 'POST',
    url: `https://service.example.com/v1/${operation}`,
    headers,
    sent: body,
    status: null,
  })

const finding: Finding = { rule: 'r', check: 'c', expected: 1, received: 2, pointer: null, requests: ['x1'] }

const form = 'application/x-www-form-urlencoded'

const cases: Record<string, { sent: Sent; arrives: { authorization?: string; body: string } }> = {
  'a token request with Basic, as JSON': {
    sent: {
      operation: 'requestToken',
      headers: [
        ['authorization', 'Basic •••'],
        ['content-type', 'application/json'],
      ],
      body: '{"grant_type":"client_credentials"}',
    },
    arrives: { authorization: basic, body: '{"grant_type":"client_credentials"}' },
  },
  'a token request with its secret in a form': {
    sent: {
      operation: 'requestToken',
      headers: [['Content-Type', form]],
      body: 'grant_type=password&client_id=cli_one&client_secret=•••&scope=lender',
    },
    arrives: {
      body: `grant_type=password&client_id=cli_one&client_secret=${encodeURIComponent(secret)}&scope=lender`,
    },
  },
  'a call with another scheme': {
    sent: { operation: 'getAccount', headers: [['Authorization', 'Token •••']] },
    arrives: { authorization: 'Token the-token', body: '' },
  },
  'a call with Bearer': {
    sent: { operation: 'getAccount', headers: [['Authorization', 'Bearer •••']] },
    arrives: { authorization: 'Bearer the-token', body: '' },
  },
  'a call without a credential': { sent: { operation: 'getAccount' }, arrives: { body: '' } },
  'a call with a scheme alone': {
    sent: { operation: 'getAccount', headers: [['Authorization', 'Bearer']], role: null },
    arrives: { authorization: 'Bearer', body: '' },
  },
}

for (const [what, { sent, arrives }] of Object.entries(cases))
  t.test(what, async (t) => {
    let got: object | undefined
    const server = createServer(async (request, response) => {
      const body = await text(request)
      const { authorization } = request.headers
      const isPrelude = request.url === '/oauth/token'
      if (!isPrelude) got = { ...(authorization !== undefined && { authorization }), body }
      response.end('{"access_token":"the-token"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.close())
    const script = curlScript(finding, { exchanges: [exchangeOf(sent)] })
    t.notMatch(script, '•••', 'nothing is left to be put in')
    const env = {
      ...process.env,
      ASSAY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ASSAY_CLI_ONE_CLIENT_ID: 'cli_one',
      ASSAY_CLI_ONE_CLIENT_SECRET: secret,
    }
    const [code] = await ended(spawn('sh', ['-c', script], { env, stdio: 'ignore' }))
    t.equal(code, 2, 'a record without an answer has nothing to compare with')
    t.strictSame(got, arrives)
  })

t.test('beside `assay exec` nothing is to be set', async (t) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'nobody'}`)
    response.end('{"access_token":"the-token"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const script = curlScript(finding, {
    exchanges: [exchangeOf({ operation: 'getAccount', headers: [['Authorization', 'Bearer •••']], role: 'main' })],
  })
  const { port } = server.address() as AddressInfo
  const env = {
    PATH: process.env['PATH'],
    ASSAY_SANDBOX_URL: `http://127.0.0.1:${port}`,
    ASSAY_MAIN_CLIENT_ID: 'cli_one',
    ASSAY_MAIN_CLIENT_SECRET: secret,
  }
  const [code] = await ended(spawn('sh', ['-c', script], { env, stdio: 'ignore' }))
  t.equal(code, 2, 'a record without an answer has nothing to compare with')
  t.strictSame(
    asked.map((one) => one.split(' ').at(-1)),
    ['nobody', 'the-token'],
  )
})

t.test('an unset variable is named, before anything is sent', (t) => {
  const script = curlScript(finding, {
    exchanges: [exchangeOf({ operation: 'getAccount', headers: [['Authorization', 'Bearer •••']], role: 'main' })],
  })
  const names = ['ASSAY_CLIENT_ID', 'ASSAY_CLIENT_SECRET']
  for (const missing of names) {
    const env = {
      PATH: process.env['PATH'],
      ...Object.fromEntries(names.filter((name) => name !== missing).map((name) => [name, 'x'])),
    }
    const { status, stderr, stdout } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' })
    t.equal(status, 3)
    t.match(stderr, `missing_variable: ${missing} must be set`)
    t.equal(stdout, '')
  }
  t.end()
})

t.test('a secret in JSON is a variable, and the script names what it needs', async (t) => {
  const body = '{"grant_type":"password","client_secret":"•••"}'
  const script = curlScript(finding, {
    exchanges: [exchangeOf({ operation: 'requestToken', body, role: 'unknown client 1' })],
  })
  t.match(
    script,
    `--data-binary '{"grant_type":"password","client_secret":"'"$ASSAY_UNKNOWN_CLIENT_1_CLIENT_SECRET"'"}'`,
  )
  t.match(script, '# Needs ASSAY_UNKNOWN_CLIENT_1_CLIENT_SECRET in the environment.')
  const plain = curlScript(finding, { exchanges: [exchangeOf({ operation: 'ping', role: null })] })
  t.match(plain, '# Needs nothing in the environment.')
})

t.test('what a target, a client or a record says is no command, and nothing of it is hidden', async (t) => {
  const folder = t.testdir()
  const run = `$(touch$IFS${folder}/ran)`
  const hostile = exchangeOf({
    operation: `ping\n${run}`,
    headers: [['x-note', `a\u202E\u001B]0;b\u0007'${run}`]],
    body: `{"a":"\u2066b\r\u061C'${run}"}`,
    role: null,
  })
  hostile.request.method = run
  hostile.request.url = `http://127.0.0.1:1/${run}/v1/x`
  // A program in the place of curl prints what it is given.
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nprintf '%s\\n' "$@" >&2\n`)
  chmodSync(join(folder, 'curl'), 0o755)
  t.match(hostile.request.url, new URL(hostile.request.url).href, 'the address is one that a target may name')
  const answered = { ...hostile, response: { status: 200, headers: [], body: hostile.request.body } }
  const spoiled = { ...finding, rule: `r\n${run}`, check: `c\r${run}` }
  const values = { ...spoiled, pointer: `/a${run}'`, expected: `one of ${run}, '"`, received: `\u202E${run}'` }
  for (const [one, exchange] of [
    [finding, hostile],
    [spoiled, hostile],
    [values, answered],
    [{ ...values, expected: 'present', received: undefined }, answered],
    [{ ...values, pointer: 'status' }, answered],
    [{ ...values, pointer: `header:x${run}` }, answered],
  ] as const) {
    const script = curlScript(one, { exchanges: [exchange] })
    t.notMatch(script, /(?!\n)\p{Cc}|\p{Bidi_Control}/u)
    const { stderr, status } = spawnSync('sh', ['-c', script], {
      env: { PATH: `${folder}:${process.env['PATH']}` },
      encoding: 'utf8',
    })
    t.equal(status, 2)
    t.strictSame(readdirSync(folder), ['curl'], 'nothing was run')
    const { method, url, headers, body } = hostile.request
    for (const sent of [method, url, headers[0]!.join(': '), body!.text!])
      t.ok(stderr.includes(`${sent}\n`), `${JSON.stringify(sent)} is sent as it was`)
  }
})

t.test('an instant or an id of one run is compared in no other', (t) => {
  const read = exchangeOf({ operation: 'getWebhook', role: null })
  const answered = (value: string) => ({
    ...read,
    response: {
      status: 200,
      headers: [],
      body: { text: JSON.stringify({ a: value }), bytes: 9, sha256: '', cut: false },
    },
  })
  for (const expected of ['2026-03-02T15:04:05.000Z', 'includes doc_01M8JM7072Z2TKNYY58DCNM0M7', 'evt_01M8'])
    t.match(
      curlScript({ ...finding, pointer: '/a', expected, received: 'x' }, { exchanges: [answered('x')] }),
      'stop 2 "not judged',
    )
  t.match(
    curlScript({ ...finding, pointer: '/a', expected: 'new', received: 'x' }, { exchanges: [answered('x')] }),
    'node -e',
  )
  t.end()
})

t.test('a token request that had to be refused for its secret alone has another one', async (t) => {
  const sent = {
    operation: 'requestToken',
    headers: [
      ['authorization', 'Basic •••'],
      ['content-type', form],
    ] as [string, string][],
    role: null,
  }
  const exchanges = [exchangeOf({ ...sent, body: 'grant_type=client_credentials' })]
  const accepted = curlScript({ ...finding, kind: 'accepted' }, { exchanges })
  t.match(accepted, '-u "$ASSAY_CLIENT_ID:$ASSAY_CLIENT_SECRET-of-another"')
  t.notMatch(curlScript({ ...finding, kind: 'refused' }, { exchanges }), '-of-another')
  const other = [exchangeOf({ ...sent, body: 'grant_type=password' })]
  t.notMatch(curlScript({ ...finding, kind: 'accepted' }, { exchanges: other }), '-of-another')
})

t.test('what fails where a step before it went another way than in the run accuses nobody', async (t) => {
  const answered = (id: string, method: string, status: number, body: string): RecordedExchange => ({
    ...exchangeOf({ operation: 'getOrder', role: null }),
    id,
    request: { method, url: 'https://service.example.com/v1/orders/1', headers: [], body: null },
    response: { status, headers: [], body: { text: body, bytes: body.length, sha256: '', cut: false } },
  })
  const exchanges = [answered('x1', 'PATCH', 200, '{}'), answered('x2', 'GET', 200, '{"a":2}')]
  const wrong = { ...finding, pointer: '/a', requests: ['x1', 'x2'] }
  const script = curlScript(wrong, { exchanges })
  const endOf = async (statuses: Record<string, number>, given = script): Promise<[number | null, string]> => {
    const server = createServer((request, response) => {
      response.writeHead(statuses[request.method!]!).end('{"a":2}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = { ...process.env, ASSAY_BASE_URL: base, ASTRAY: 'of somebody else' }
    const child = spawn('sh', ['-c', `exec 2>&1\n${given}`], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const [output, [code]] = await Promise.all([text(child.stdout), ended(child)])
    server.close()
    return [code as number | null, output.trimEnd().split('\n').at(-1)!]
  }
  t.same(await endOf({ PATCH: 204, GET: 200 }), [1, 'expected 1, received 2'])
  t.same(await endOf({ PATCH: 409, GET: 200 }), [2, 'not judged: step 1 answered 2xx in the run, and 409 now.'])
  t.same(await endOf({ PATCH: 200, GET: 404 }), [2, 'not judged: step 2 answered 2xx in the run, and 404 now.'])
  const instant = '2026-03-02T15:04:05Z'
  const first = answered('x0', 'GET', 200, `{"at":"${instant}","b":1}`)
  const after = { ...wrong, pointer: '/at', expected: `after ${instant}`, received: instant }
  const late = answered('x2', 'GET', 200, `{"at":"${instant}"}`)
  const change = answered('x1', 'PATCH', 200, `{"at":"${instant}"}`)
  const taking = curlScript({ ...after, requests: ['x0', 'x1', 'x2'] }, { exchanges: [first, change, late] })
  t.match(taking, /^sleep 2\nANSWER=.* -X PATCH /m, 'what must be later is done a second later')
  const alone = curlScript(after, { exchanges: [change, late] })
  t.match(alone, /^stop 2 "not judged: /m, 'what a change itself answered is not what was before it')
  t.same(await endOf({ PATCH: 200, GET: 200 }, taking), [
    2,
    'step 1: its answer has nothing at /at; the rest depends on it.',
  ])
  const failed = { ...wrong, kind: 'server_error' as const, pointer: 'status', received: 500 }
  const fatal = curlScript(failed, { exchanges: [exchanges[0]!, answered('x2', 'GET', 500, '{}')] })
  t.equal((await endOf({ PATCH: 409, GET: 500 }, fatal))[0], 1, 'a failure of the server is one whatever came before')
  t.equal((await endOf({ PATCH: 409, GET: 200 }, fatal))[0], 2, 'a success is one of what came before')
  t.equal((await endOf({ PATCH: 200, GET: 200 }, fatal))[0], 0)
})

t.test('a script that was tried and misleads judges nothing', (t) => {
  const one = { ...exchangeOf({ operation: 'ping', role: null }), response: { status: 200, headers: [], body: null } }
  const run = Object.assign(emptyRun(), { exchanges: [one], findings: [{ ...finding, pointer: 'status' }] })
  const cause = { example: 0, script: 'accuses' } as CauseFound
  t.match(causeScript(run.findings[0]!, cause, run), /^stop 2 "not judged: a server that keeps the contract fails/m)
  t.match(
    causeScript(run.findings[0]!, { ...cause, script: 'misses' }, run),
    /^stop 2 "not judged: the target was sent/m,
  )
  t.notMatch(causeScript(run.findings[0]!, null, run), /^stop 2 "not judged: (?:a server|the target)/m)
  t.end()
})

const judgedIn = (about: Partial<Finding>, body: object, headers: [string, string][] = []) => {
  const printed = JSON.stringify(body)
  const one: RecordedExchange = {
    ...exchangeOf({ operation: 'getOrder', role: null }),
    response: { status: 200, headers, body: { text: printed, bytes: printed.length, sha256: '', cut: false } },
  }
  const verdict = scriptModel({ ...finding, ...about }, { exchanges: [one] }, 'all')?.verdict
  return verdict?.by === 'answer' ? verdict.asked : null
}

t.test('what an answer is held to', (t) => {
  const reset = { pointer: 'header:X-RateLimit-Reset', expected: 'Unix seconds of about 1795962902' }
  const inMilliseconds: [string, string][] = [['X-RateLimit-Reset', '1795962963000']]
  const now = judgedIn({ ...reset, received: '1795962963000' }, {}, inMilliseconds)!
  t.equal(now.form, 'seconds of now', 'when the window ends is near now')
  const at = (seconds: number) => judgeAnswer(`HTTP/1.1 200\r\nX-RateLimit-Reset: ${seconds}\r\n\r\n`, now).passed
  t.equal(at(Math.round(Date.now() / 1000) + 60), true)
  t.equal(at(Date.now() + 60_000), false)
  const second = { pointer: '/borrowers/1/contacts', expected: 'includes b@example.com', received: [{ value: 'c' }] }
  const borrowers = [{ contacts: [{ value: 'a@example.com' }] }, { contacts: [{ value: 'c' }] }]
  t.equal(judgedIn(second, { borrowers })?.at, '/borrowers/1/contacts', 'one entry includes what others do not')
  const list = { pointer: '/data', expected: '≤ 1', received: 2 }
  t.same(judgedIn(list, { data: [1, 2] }), { at: '/data', form: '≤', values: ['1'] }, 'a list is counted')
  const sorted = { pointer: null, expected: { events: ['c'] }, received: { events: ['a', 'b'] } }
  t.equal(judgedIn(sorted, { events: ['b', 'a'], url: 'u' })?.form, 'with fields', 'a check may have sorted a list')
  t.end()
})

t.test('an instant that was given to the company', (t) => {
  const [given, held] = ['2026-12-19T12:00:00.000Z', '2026-12-09T12:00:00.000Z']
  const read: RecordedExchange = {
    ...exchangeOf({ operation: 'getOrder', role: null }),
    response: { status: 200, headers: [], body: { text: `{"at":"${held}"}`, bytes: 40, sha256: '', cut: false } },
  }
  const acts = [{ by: 'c', act: 'POST /policies', body: { at: given }, made: [], after: 0 }]
  const about = { ...finding, pointer: '/at', expected: given, received: held }
  const verdict = (kept?: 'all') => scriptModel(about, { exchanges: [read], acts }, kept)?.verdict
  t.match(verdict('all'), { asked: { at: '/at', form: 'equal', values: [JSON.stringify(given)] } })
  t.equal(verdict(), null, 'nor where that was not tried')
  t.end()
})

t.test('a list that has too much: what was refused is sent again', (t) => {
  const refusal = { ...exchangeOf({ operation: 'orders', body: '{}', role: null }), id: 'x1' }
  const listed: RecordedExchange = {
    ...exchangeOf({ operation: 'orders', role: null }),
    id: 'x2',
    response: { status: 200, headers: [], body: { text: '{"data":[1,2]}', bytes: 14, sha256: '', cut: false } },
  }
  const about = { ...finding, pointer: '/data', expected: '≤ 1', received: 2, requests: ['x2'] }
  const model = scriptModel(about, {
    exchanges: [{ ...refusal, response: { status: 409, headers: [], body: null } }, listed],
  })
  t.same(
    model?.needed.map(({ id }) => id),
    ['x1', 'x2'],
  )
  t.end()
})

t.test('an answer to one call too many: the rate is used up first', (t) => {
  const body = '{"code":"too_many"}'
  const script = (sent: Sent): string => {
    const one: RecordedExchange = {
      ...exchangeOf({ role: null, ...sent }),
      response: { status: 429, headers: [], body: { text: body, bytes: body.length, sha256: '', cut: false } },
    }
    const about = { ...finding, pointer: '/code', expected: 'rate_limited', received: 'too_many' }
    return curlScript(about, { exchanges: [one] })
  }
  t.match(script({ operation: 'account' }), /^curl -sk -o \/dev\/null .*'\/account''#\[1-\d+\]'.*\n(?:.*\n)?ANSWER=/m)
  for (const operation of ['orders', 'oauth/token']) {
    const write = script({ operation, body: '{}' })
    t.notMatch(write, /#\[1-|rate is used up/, `not with POST /${operation}, which makes something each time`)
    t.equal(write.match(/\bcurl -s/g)?.length, 1, 'it is sent once')
    t.match(write, 'came 1 4', 'and judged only where it is refused again')
  }
  t.end()
})

t.test('what a server made and a query names is taken from an answer of the script', (t) => {
  const answered = (id: string, operation: string, body: string): RecordedExchange => ({
    ...exchangeOf({ operation, role: null }),
    id,
    response: { status: 200, headers: [], body: { text: body, bytes: body.length, sha256: '', cut: false } },
  })
  const made = answered('x1', 'orders/ord_1', '{"id":"ord_1","order_number":"26-10004"}')
  const listed = answered('x2', 'orders?order_number=26-10004&per_page=100', '{"data":[{"id":"ord_2"}]}')
  const about = { ...finding, pointer: '/data/0/id', expected: 'present', received: 'absent', requests: ['x1', 'x2'] }
  const script = curlScript(about, { exchanges: [made, listed] })
  t.match(script, /^VALUE_\d=.* '\/order_number'\)$/m)
  t.match(script, /order_number='"\$VALUE_\d"'&per_page=100/)
  t.end()
})

t.test('a call that a server that keeps the contract refuses', async (t) => {
  const sent = recordedExchange({ id: 'x1', operation: 'sendMessage', method: 'POST', sent: {}, answer: {} })
  const read = recordedExchange({ id: 'x2', path: '/messages', answer: { data: ['kept'] } })
  const about = { ...finding, pointer: '/data', expected: [], received: ['kept'], requests: ['x1', 'x2'] }
  const of = { kept: new Set(['x1', 'x2']) }
  const ends = (refused?: string) => curlScript(about, { exchanges: [sent, read] }, { ...of, refused }).match(/stop 0/g)
  t.equal(ends('x1')?.length, 1)
  t.notOk(ends())
})

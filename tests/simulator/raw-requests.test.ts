// Requests as bytes that a client library would not send: each is answered as one request or refused, and none hides another.
import { connect } from 'node:net'
import t from 'tap'
import { start, unlimited } from './support.ts'

const exchange = (origin: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin)
    let said = ''
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      said += chunk
    })
    socket.on('error', () => resolve(said)).on('close', () => resolve(said))
  })

const statusesIn = (said: string): string =>
  [...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status).join(' ')

t.test('each is one answer with the headers of all, and the next is the next', async (t) => {
  const api = await start(t, unlimited)
  const base = new URL(api.simulator.sandboxUrl)
  const host = `Host: ${base.host}\r\n`
  const token = `Authorization: Bearer ${await api.token('main')}\r\n`
  const json = 'Content-Type: application/json\r\n'
  const last = 'Connection: close\r\n\r\n'
  const at = (path: string): string => base.pathname + path
  const next = `GET ${at('/ping')} HTTP/1.1\r\n${host}${last}`
  const orders = `POST ${at('/orders')} HTTP/1.1\r\n${host}${token}${json}`
  const account = `GET ${at('/account')} HTTP/1.1\r\n${host}${token}`
  const cases: [what: string, text: string, statuses: string][] = [
    [
      'another host in the target',
      `GET http://elsewhere.example${at('/account')} HTTP/1.1\r\n${host}${token}${last}`,
      '200',
    ],
    ['a target without a path', `GET http:// HTTP/1.1\r\n${host}${token}${last}`, '404'],
    ...['http://[::1', 'http://[::1]:x/', 'http://a:99999999/', 'http://xn--0/', 'ws://%00@%/#?', '/#'].map(
      (target): [string, string, string] => [
        `the target ${target}`,
        `GET ${target} HTTP/1.1\r\n${host}${token}\r\n${next}`,
        '404 200',
      ],
    ),
    ['two slashes', `GET //elsewhere.example${at('/account')} HTTP/1.1\r\n${host}${token}${last}`, '404'],
    ['a star', `OPTIONS * HTTP/1.1\r\n${host}${last}`, '404'],
    ['TRACE', `TRACE ${at('/account')} HTTP/1.1\r\n${host}${token}X-Secret: kept\r\n${last}`, '404'],
    ['an upgrade', `${account}Connection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`, '200'],
    [
      'a request behind an upgrade, which nobody reads',
      `${account}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n${next}`,
      '200',
    ],
    [
      'a request behind an upgrade with a body',
      `${orders}Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 2\r\n\r\n{}${next}`,
      '422',
    ],
    ['an expectation', `${orders}Expect: tea\r\nContent-Length: 2\r\n\r\n{}${next}`, '422 200'],
    ['a body of a read', `${account}Content-Length: 5\r\n\r\nHELLO${next}`, '200 200'],
    ['chunks of a read', `${account}Transfer-Encoding: chunked\r\n\r\n5\r\nHELLO\r\n0\r\n\r\n${next}`, '200 200'],
    [
      'a body that nobody reads',
      `POST ${at('/nowhere')} HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nHELLO${next}`,
      '404 200',
    ],
    ['length and chunks', `${orders}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${next}`, '400'],
    ['two lengths', `${orders}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}X${next}`, '400'],
    ['a length with a sign', `${orders}Content-Length: +2\r\n\r\n{}${next}`, '400'],
    ['a coding that is nearly chunked', `${orders}Transfer-Encoding: xchunked\r\n\r\n${next}`, '400'],
    ['a trailer', `${orders}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n${next}`, '400'],
    ['a fold', `${account}X-A: b\r\n  c\r\n${last}`, '400'],
    ['a blank before a colon', `${orders}Content-Length : 5\r\n\r\n${next}`, '400'],
    ['line feeds alone', `${account}${last}`.replaceAll('\r\n', '\n'), '400'],
    [
      'a control character in Host',
      `GET ${at('/account')} HTTP/1.1\r\nHost: a\u000bX-Injected: 1\r\n${token}${last}`,
      '400',
    ],
    ['a port that is none', `POST ${at('/orders')} HTTP/1.1\r\nHost: a.example:99999\r\n${token}${last}`, '400'],
    ['names of an object', `${account}__proto__: x\r\nconstructor: y\r\n${last}`, '200'],
    ['a hundred at once', `${account}\r\n`.repeat(100) + next, `${'200 '.repeat(100)}200`],
    [
      'creates and reads in turn',
      `${orders}Content-Length: 2\r\n\r\n{}${account}\r\n`.repeat(20) + next,
      `${'422 200 '.repeat(20)}200`,
    ],
  ]
  for (const [what, text, statuses] of cases) {
    const said = await exchange(base.origin, text)
    t.equal(statusesIn(said), statuses, what)
    t.equal(said.match(/^x-ratelimit-limit: /gim)?.length, statuses.split(' ').length, `${what}: rate headers`)
    t.notMatch(said, /x-injected|kept/i, what)
  }
})

t.test('the control port answers each, and fails at none', async (t) => {
  const api = await start(t)
  const { origin, host } = new URL(api.simulator.controlUrl)
  const head = `Host: ${host}\r\nConnection: close\r\n\r\n`
  for (const [target, status] of [
    ['http://', '200'],
    ['http://elsewhere.example/clock', '200'],
    ['http://[::1', '200'],
    ['http://a:99999999/clock', '200'],
    ['//elsewhere.example/clock', '404'],
    ['/%', '404'],
  ] as const)
    t.equal(statusesIn(await exchange(origin, `GET ${target} HTTP/1.1\r\n${head}`)), status, target)
  t.equal(statusesIn(await exchange(origin, `OPTIONS * HTTP/1.1\r\n${head}`)), '404')
})

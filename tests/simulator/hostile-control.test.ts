// What answers in the place of a control port may be anything: each command ends, with one sentence, and gives its token to nobody else.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { createControlClient, type RemoteError } from '../../simulator/cli/remote/control-client.ts'
import { happens } from '../wait-for.ts'

const served = async (t: Test, listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await happens(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const alive = '{"status":"alive"}'

/** A control port at first sight. */
const then =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    request.url === '/livez' ? response.end(alive) : listener(request, response)

const flood: RequestListener = (_request, response) => {
  const chunk = Buffer.alloc(1 << 20, '[')
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

const ends: Record<string, [RequestListener, code: string]> = {
  'answers without end': [flood, 'control_unreachable'],
  'answers without end, later': [then(flood), 'control_unreachable'],
  'breaks off': [
    then((_request, response) => response.writeHead(200, { 'content-length': '9' }).end('{')),
    'control_unreachable',
  ],
  'resets the connection': [then(({ socket }) => socket.destroy()), 'control_unreachable'],
  'sends bytes': [then((_request, response) => response.end(Buffer.from([0, 255, 254, 10]))), 'no_control_port'],
  'sends a number': [then((_request, response) => response.end('7')), 'no_control_port'],
  'refuses with an object for a code': [
    then((_request, response) => response.writeHead(500).end('{"code":{"toString":1},"message":[]}')),
    'refused',
  ],
}

for (const [what, [listener, code]] of Object.entries(ends))
  t.test(`one that ${what}`, async (t) => {
    const control = createControlClient({ controlUrl: await served(t, listener) })
    const error = await control.call('GET', '/clock').then(
      () => t.fail('it was taken'),
      (error: RemoteError) => error,
    )
    t.match(error, { code, message: /^[^\n]{20,300}\.$/ })
  })

t.test('a redirect is not followed, and the token goes nowhere', async (t) => {
  const seen: (string | undefined)[] = []
  const elsewhere = await served(t, ({ headers }, response) => {
    seen.push(headers.authorization)
    response.end(alive)
  })
  for (const listener of [
    (_request, response) => response.writeHead(307, { location: `${elsewhere}/livez` }).end(),
    then((_request, response) => response.writeHead(307, { location: `${elsewhere}/clock` }).end()),
  ] as RequestListener[]) {
    const control = createControlClient({ controlUrl: await served(t, listener), controlToken: 'of-ours' })
    await t.rejects(control.call('POST', '/reset', {}), { code: 'no_control_port' })
  }
  t.same(seen, [])
})

t.test('what a terminal would carry out comes without effect', async (t) => {
  const hostile = JSON.stringify({ code: 'x', message: 'a\u001b[2Jb\u009b31m\u202ec' })
  const listener = then((_request, response) => response.writeHead(422).end(hostile))
  const control = createControlClient({ controlUrl: await served(t, listener) })
  await t.rejects(control.call('GET', '/clock'), { code: 'x', message: 'a\uFFFD[2Jb\uFFFD31m\uFFFDc' })
})

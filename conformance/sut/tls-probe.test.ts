// Which version of HTTP is chosen where both are offered, of servers that speak one, both, or no TLS at all.
import { createSecureServer } from 'node:http2'
import { createServer as createHttps } from 'node:https'
import { createServer as createPlain } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { generate } from 'selfsigned'
import { chosenHttp } from './tls-probe.ts'

const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })

const chosenAt = async (t: Test, server: Server): Promise<string | null> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return chosenHttp(new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/v1/ping`))
}

t.test('a server of HTTP/1.1, one of both, and one without TLS', async (t) => {
  t.equal(await chosenAt(t, createHttps({ cert, key })), 'http/1.1')
  t.equal(await chosenAt(t, createSecureServer({ cert, key, allowHTTP1: true })), 'h2')
  t.equal(
    await chosenAt(
      t,
      createPlain((socket) => socket.end('no TLS\n')),
    ),
    null,
  )
})

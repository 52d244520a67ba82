// Hosts to which a client may send without TLS, as they stand in a URL.
import t from 'tap'
import { isNearHost } from './near-host.ts'

t.test(
  'the machine itself and the one around its container are near, and names that begin like theirs are not',
  async (t) => {
    const hostOf = (url: string): string => new URL(url).hostname
    for (const host of ['localhost', '127.0.0.1:3000', '0.0.0.0', '[::]:3000', '[::1]', 'host.docker.internal:3000'])
      t.ok(isNearHost(hostOf(`http://${host}/hooks`)), host)
    for (const host of [
      'localhost.example.com',
      '127.example.com',
      '[2001:db8::1]',
      'host.docker.internal.example.com',
    ])
      t.notOk(isNearHost(hostOf(`http://${host}/hooks`)), host)
  },
)

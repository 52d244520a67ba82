// Which addresses lead to this machine.
import { hostname } from 'node:os'
import t from 'tap'
import { isLoopback, isOnThisMachine } from './addresses.ts'

const near = [
  'localhost',
  'LOCALHOST.',
  'api.localhost',
  '127.0.0.1',
  '127.1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
]
const far = [
  'api.lender.example',
  'localhost.example.com',
  '127.0.0.1.example.com',
  '10.0.0.1',
  '[2001:db8::1]',
  '1.0.0.0',
]

const vouched = ['localhost', '127.0.0.1', '127.1', '[::1]']

t.test('addresses that stay on this machine, with a port and without', async (t) => {
  for (const host of near)
    for (const end of ['', ':8080/sandbox/v1']) {
      t.ok(isOnThisMachine(`http://${host}${end}`), host + end)
      t.equal(isLoopback(`http://${host}${end}`), vouched.includes(host), `${host + end}: certificates count`)
    }
  for (const host of far) t.notOk(isOnThisMachine(`http://${host}/v1`), host)
})

t.test('its own name leads there, and certificates count', async (t) => {
  const own = `https://${hostname()}:8443/v1`
  t.ok(isOnThisMachine(own))
  if (hostname() !== 'localhost') t.notOk(isLoopback(own))
})

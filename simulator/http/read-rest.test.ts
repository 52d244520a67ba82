// When a request whose body comes after its head is answered.
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { startSimulator } from '../start/start-simulator.ts'
import { closed } from '../../tests/wait-for.ts'

const body = JSON.stringify({ text: 'x'.repeat(400) })

const begun = async (t: Test, path: string) => {
  const simulator = await startSimulator()
  t.teardown(() => simulator.close())
  const { host, hostname, port, pathname } = new URL(simulator.sandboxUrl)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  t.teardown(() => socket.destroy())
  const heads = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${body.length}`]
  socket.write(`POST ${pathname}${path} HTTP/1.1\r\nHost: ${host}\r\n${heads.join('\r\n')}\r\n\r\n`)
  let said = ''
  socket.on('data', (text: string) => (said += text))
  return { simulator, socket, said: () => said }
}

/** Until the simulator has the head: another request, on a connection of its own, is answered. */
const settled = async (sandboxUrl: string): Promise<void> => {
  for (let calls = 0; calls < 3; calls += 1) await (await fetch(`${sandboxUrl}/ping`)).text()
}

t.test('a refusal that needs no body is sent once the body is read: the connection ends after it', async (t) => {
  const { simulator, socket, said } = await begun(t, '/orders/ord_1/documents')
  await settled(simulator.sandboxUrl)
  t.equal(said(), '', 'nothing yet')
  socket.write(body)
  await closed(socket)
  t.match(said(), /^HTTP\/1\.1 401 /)
})

t.test('a body that never comes is not waited for', async (t) => {
  const { socket, said } = await begun(t, '/orders/ord_1/documents')
  await closed(socket)
  t.match(said(), /^HTTP\/1\.1 401 /)
})

// The way to the control port: what takes its time there is waited for.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { happens } from '../../tests/wait-for.ts'
import { createControl } from './control.ts'
import { createWire } from './send.ts'

t.test('a clock is waited for until all that falls due is done, and nothing else is', async (t) => {
  const advances: ServerResponse[] = []
  const server = createServer((req, res) => {
    if (req.url === '/clock/advance') advances.push(res)
    // It is answered once another call was given up.
    else res.on('close', () => advances.map((advance) => advance.end(JSON.stringify({ now: '2026-02-03T10:00:00Z' }))))
  })
  server.listen(0, '127.0.0.1')
  await happens(server, 'listening')
  const wire = createWire({ timeoutMs: 400, acceptAnyCertificate: true })
  t.teardown(async () => {
    await wire.close()
    server.closeAllConnections()
    server.close()
  })
  const control = createControl({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, wire)
  const advanced = control.advanceClock(86_400)
  await t.rejects(control.holdClock(10), { message: /did not carry out POST .clock.hold/ })
  t.equal(await advanced, Date.parse('2026-02-03T10:00:00Z'))
})

t.test('an answer without what it made is no success', async (t) => {
  const server = createServer((req, res) => {
    req.resume()
    res.writeHead(201, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify(req.url === '/orders' ? { id: 'ord_1' } : { document: { id: 'doc_1' } }))
  })
  server.listen(0, '127.0.0.1')
  await happens(server, 'listening')
  const wire = createWire({ timeoutMs: 10_000, acceptAnyCertificate: true })
  t.teardown(async () => {
    await wire.close()
    server.close()
  })
  const control = createControl({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, wire)
  await t.rejects(control.ask('POST', '/orders', {}), { message: /POST .orders \(201 without `order\.id`\)/ })
  t.match(await control.ask('POST', '/orders/ord_1/documents', {}), { document: { id: 'doc_1' } })
})

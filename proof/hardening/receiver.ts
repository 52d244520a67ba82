// Who the simulator delivers its webhooks to, and connections that stay silent.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Lab } from './lab.ts'

/** A webhook receiver on this machine; `status` can be set to another. */
export const receiver = async (lab: Lab, status: number) => {
  const it = { status, events: new Set<string>(), url: '' }
  const server = createServer((request, response) => {
    if (it.status < 300) it.events.add(String(request.headers['x-service-event-id']))
    request.resume().on('end', () => response.writeHead(it.status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  lab.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return it
}

/** A connection that sends what it is given and nothing more. */
export const silent = (url: string, text = ''): Promise<() => void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => {
      if (text !== '') socket.write(text)
      resolve(() => socket.destroy())
    })
    socket.on('error', () => resolve(() => undefined))
  })

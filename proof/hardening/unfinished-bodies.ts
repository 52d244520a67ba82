// Request bodies that never end: what many of them hold of memory together.
import { connect as connectHttp2 } from 'node:http2'
import type { ClientHttp2Session } from 'node:http2'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { json } from './lab.ts'
import type { Simulator } from './lab.ts'
import { fileOf } from './uploads.ts'

const megabyte = 1024 * 1024

/** A request that announces one byte more than it sends, and waits. */
const unfinished = async (simulator: Simulator, path: string, type: string, body: Buffer): Promise<() => void> => {
  const { hostname, port, pathname } = new URL(`${simulator.sandbox}${path}`)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${simulator.token}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length + 1}\r\n\r\n`
  socket.write(head)
  await new Promise<void>((resolve) => {
    socket.write(body, () => resolve())
    socket.once('close', () => resolve())
  })
  return () => socket.destroy()
}

/** Sends all of a body but its end, as far as it is taken, and waits no longer than a second. */
const unfinishedOverHttp2 = (session: ClientHttp2Session, simulator: Simulator, body: Buffer): Promise<unknown> => {
  const stream = session.request({
    ':method': 'POST',
    ':path': `${new URL(simulator.sandbox).pathname}/orders`,
    authorization: `Bearer ${simulator.token}`,
    ...json,
  })
  stream.on('error', () => undefined)
  return Promise.race([new Promise((resolve) => stream.write(body, resolve)), sleep(1000)])
}

const statusOverHttp2 = (session: ClientHttp2Session, path: string): Promise<unknown> =>
  new Promise((resolve) => {
    const stream = session.request({ ':path': path })
    stream.on('response', (headers) => resolve(headers[':status'])).on('error', () => resolve(0))
    stream.setTimeout(10_000, () => resolve(0))
    stream.resume()
  })

const unfinishedOutcome = (held: number, most: number, isWell: boolean) =>
  outcome(
    `${Math.round(held)} MB held, ${Math.round(most)} MB at most, others are ${isWell ? '' : 'not '}answered`,
    held <= 100 && most <= 300 && isWell,
  )

export const unfinishedBodies: Attack[] = [
  {
    id: 'H3c',
    sent: '100 bodies of 25 MB, each one byte short of its end, half JSON, half uploads',
    first: '25 hold 1,036 MB',
    bound: '≤ 100 MB held together, ≤ 300 MB at any moment, the service goes on',
    isSlow: true,
    make: async (lab) => {
      const simulator = await lab.weighedSimulator()
      const id = await simulator.order()
      const before = { rss: simulator.rss(), held: await simulator.held() }
      const file = fileOf(25 * megabyte)
      const text = Buffer.alloc(25 * megabyte, 0x20)
      const ends: (() => void)[] = []
      let most = 0
      for (let n = 0; n < 100; n += 1) {
        const isText = n % 2 === 0
        const path = isText ? '/orders' : `/orders/${id}/documents`
        const type = isText ? 'application/json' : file.headers['content-type']!
        ends.push(await unfinished(simulator, path, type, isText ? text : file.body.subarray(0, 25 * megabyte)))
        if (n % 10 === 9) await sleep(100)
        most = Math.max(most, simulator.rss() - before.rss)
      }
      const held = (await simulator.held()) - before.held
      const isWell = await simulator.isWell()
      for (const end of ends) end()
      return unfinishedOutcome(held, most, isWell)
    },
  },
  {
    id: 'H3c, HTTP/2',
    sent: 'the same over ten connections of HTTP/2, where that is offered: 100 JSON bodies of 15 MB',
    first: 'not tried',
    bound: '≤ 100 MB held together, ≤ 300 MB at any moment, the service goes on',
    isSlow: true,
    make: async (lab) => {
      const simulator = await lab.weighedSimulator('--tls', '--reading', 'transport.http-version=http-2-offered')
      const { origin, pathname } = new URL(simulator.sandbox)
      const open = (): ClientHttp2Session => {
        const session = connectHttp2(origin, { rejectUnauthorized: false })
        session.on('error', () => undefined)
        lab.teardown(() => session.destroy())
        return session
      }
      const before = { rss: simulator.rss(), held: await simulator.held() }
      const body = Buffer.alloc(15 * megabyte, 0x20)
      let most = 0
      for (let n = 0; n < 10; n += 1) {
        const session = open()
        await Promise.all(Array.from({ length: 10 }, () => unfinishedOverHttp2(session, simulator, body)))
        most = Math.max(most, simulator.rss() - before.rss)
      }
      const held = (await simulator.held()) - before.held
      const isWell = (await statusOverHttp2(open(), `${pathname}/ping`)) === 200
      return unfinishedOutcome(held, most, isWell)
    },
  },
]

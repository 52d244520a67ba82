// Many clients at once, and slow ones: others are served meanwhile, and what they took comes back.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { minimal } from '../../tests/simulator/samples.ts'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { send } from './lab.ts'
import type { Lab, Simulator } from './lab.ts'
import { silent } from './receiver.ts'

/** A server of bare Node in this process: what it takes to answer is the machine's doing. */
const bare = async (lab: Lab): Promise<string> => {
  const server = createServer((_request, response) => response.end('ok'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  lab.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** One that answers after nine seconds, which a receiver may. */
const slowReceiver = async (lab: Lab): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume()
    setTimeout(() => response.writeHead(204).end(), 9_000)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  lab.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Milliseconds that stand still while the simulator waits for a core that others have: so a busy machine measures as an idle one does. */
const clockOf = ({ pid }: Simulator) => {
  const waited = (): number => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  return () => performance.now() - waited()
}

const timed = async (url: string, now = () => performance.now()): Promise<number> => {
  const begun = now()
  return (await send('GET', url)).status === 200 ? now() - begun : Infinity
}

const p99 = (all: readonly number[]): number =>
  Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)]!)

/** Opens a connection that sends a letter of `rest` each time, or reads nothing. */
const slow = (url: string, head: string, rest: string): Promise<() => void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(head)
      let sent = 0
      const timer = setInterval(() => rest !== '' && socket.write(rest[sent++ % rest.length]!), 200)
      socket.on('close', () => clearInterval(timer))
      if (rest === '') socket.pause()
      resolve(() => socket.destroy())
    })
    socket.on('error', () => resolve(() => undefined))
  })

const seconds = 60
const eachSecond = 200

export const load: Attack[] = [
  {
    id: 'Load',
    sent: `1,000 connections that stay, and ${eachSecond} creates a second for a minute, beside a receiver that takes 9 s for each webhook`,
    first: 'not tried',
    bound: 'no error, p99 of /ping ≤ 100 ms beyond that of bare Node, memory back to within 150 MB after a reset',
    isSlow: true,
    make: async (lab) => {
      const simulator = await lab.simulator('--allow-http-webhooks')
      const comparison = await bare(lab)
      const hook = { url: await slowReceiver(lab), enabled: true, events: ['*'], secret: 's'.repeat(40) }
      await simulator.lender('PUT', '/webhook', { body: JSON.stringify(hook) })
      const before = simulator.rss()
      const ends = await Promise.all(Array.from({ length: 1_000 }, () => silent(simulator.sandbox)))
      const body = JSON.stringify(minimal(Date.now()))
      const [statuses, pings, bares] = [new Map<number, number>(), [] as number[], [] as number[]]
      const creates: Promise<unknown>[] = []
      const now = clockOf(simulator)
      const begun = now()
      for (let tick = 0; tick < seconds * 10; tick += 1) {
        for (let left = 0; (left = begun + tick * 100 - now()) > 0;) await sleep(left)
        if (tick % 20 === 0) await simulator.company('POST', '/rate-limit/renew')
        for (let n = 0; n < eachSecond / 10; n += 1)
          creates.push(
            simulator
              .lender('POST', '/orders', { body })
              .then(({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1)),
          )
        creates.push(
          timed(`${simulator.sandbox}/ping`, now).then((ms) => pings.push(ms)),
          timed(comparison).then((ms) => bares.push(ms)),
        )
      }
      const tookSeconds = (now() - begun) / 1000
      await Promise.all(creates)
      for (const end of ends) end()
      await simulator.company('POST', '/reset')
      let grown = Infinity
      for (let look = 0; look < 10 && grown > 150; look += 1) {
        await sleep(1_000)
        await simulator.isWell()
        grown = Math.round(simulator.rss() - before)
      }
      const created = statuses.get(201) ?? 0
      const others = [...statuses].filter(([status]) => status !== 201).map(([status, n]) => `${n} answered ${status}`)
      const [ping, plain] = [p99(pings), p99(bares)]
      const said = `${[`${created} created in ${Math.round(tookSeconds)} s`, ...others].join(', ')}; p99 ${ping} ms (bare Node ${plain} ms); ${grown} MB more`
      return outcome(said, others.length === 0 && ping - plain <= 100 && grown <= 150)
    },
  },
  {
    id: 'Slow clients',
    sent: 'at both ports 100 heads and 100 bodies of a letter each 200 ms, and 100 connections with 10 requests whose answers nobody reads',
    first: 'not tried',
    bound: 'a ping within 1 s beyond bare Node, ≤ 150 MB, no 5xx',
    make: async (lab) => {
      const simulator = await lab.simulator()
      const comparison = await bare(lab)
      const before = simulator.rss()
      const now = clockOf(simulator)
      const open: Promise<() => void>[] = []
      for (const url of [simulator.sandbox, simulator.control]) {
        const { host, pathname } = new URL(url)
        const base = pathname === '/' ? '' : pathname
        const headOf = (method: string, path: string, more = '') =>
          `${method} ${base}${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${simulator.token}\r\n${more}`
        const posted = 'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n'
        for (let n = 0; n < 100; n += 1)
          open.push(
            slow(url, headOf('GET', '/orders'), 'x-a: b\r\n'),
            slow(url, headOf('POST', '/orders', posted), ' '),
            slow(url, `${headOf('GET', '/orders')}\r\n`.repeat(10), ''),
          )
      }
      const ends = await Promise.all(open)
      const [pings, bares] = [[] as number[], [] as number[]]
      let most = 0
      for (let n = 0; n < 50; n += 1) {
        pings.push(await timed(`${simulator.sandbox}/ping`, now))
        bares.push(await timed(comparison))
        most = Math.max(most, simulator.rss() - before)
        await sleep(100)
      }
      for (const end of ends) end()
      const isWell = await simulator.isWell()
      const [worst, plain] = [Math.max(...pings), Math.max(...bares)].map(Math.round) as [number, number]
      const held = worst - plain <= 1_000 && most <= 150 && isWell
      return outcome(`ping ${worst} ms at worst (bare Node ${plain} ms), ${Math.round(most)} MB`, held)
    },
  },
]

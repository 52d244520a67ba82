// Who reaches what: the control port through a webhook or a page, addresses inside a network, the end of time, and connections that hold on.
import { execFileSync, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { minimal } from '../../tests/simulator/samples.ts'
import { notHere, outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import type { Lab, Simulator } from './lab.ts'
import { send } from './lab.ts'
import { silent } from './receiver.ts'

const hook = (simulator: Simulator, url: string) =>
  simulator.lender('PUT', '/webhook', {
    body: JSON.stringify({ url, enabled: true, events: ['*'], secret: 's'.repeat(40) }),
  })

const specimen = (simulator: Simulator) =>
  simulator.lender('POST', '/webhook/test', { body: JSON.stringify({ type: 'order.created' }) })

/** Answers each connection with these bytes once it has sent something. */
const speaking = async (lab: Lab, text: string, port = 0): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(text))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  lab.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const statusOfRaw = async (url: string, text: string): Promise<number> => {
  const { connect } = await import('node:net')
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('error', () => resolve(0))
    socket.on('close', () => resolve(0))
    socket.once('data', (data: Buffer) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 0))
      socket.destroy()
    })
  })
}

/** Connections that send so much and nothing more, until no descriptor is left. */
const held = (id: string, sent: string, first: string, text: string, args: readonly string[]): Attack => ({
  id,
  sent,
  first,
  bound: 'others are answered within 60 s',
  isSlow: true,
  make: async (lab) => {
    if (spawnSync('prlimit', ['--version']).status !== 0) return notHere('prlimit is not installed')
    const running = lab.program(['simulate', '--port', '0', '--control-port', '0', ...args])
    await running.until(/"ready":true.*\n/)
    const ready = JSON.parse(/^\{.*$/m.exec(running.text())![0]) as Record<string, string>
    execFileSync('prlimit', ['--pid', String(running.child.pid), '--nofile=256'])
    const url = ready['sandbox_base_url']!
    const ends = await Promise.all(Array.from({ length: 300 }, () => silent(url, text)))
    const begun = performance.now()
    const { Agent, request } = await import('undici')
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false, timeout: 5000 }, headersTimeout: 5000 })
    let seconds: number | undefined
    while (seconds === undefined && performance.now() - begun < 90_000) {
      const status = await request(`${url}/ping`, { dispatcher }).then(
        ({ statusCode, body }) => body.dump().then(() => statusCode),
        () => 0,
      )
      if (status === 200) seconds = Math.round((performance.now() - begun) / 1000)
      else await sleep(1000)
    }
    await dispatcher.destroy()
    for (const end of ends) end()
    return outcome(seconds === undefined ? 'not within 90 s' : `answered after ${seconds} s`, (seconds ?? 90) <= 60)
  },
})

export const reach: Attack[] = [
  {
    id: 'M1',
    sent: "a webhook address at the control port's operations, then a specimen",
    first: '/rate-limit/renew, revoke, rotate and /reset are carried out',
    bound: 'nothing is carried out',
    make: async (lab) => {
      const simulator = await lab.simulator('--allow-http-webhooks')
      await simulator.order()
      const reached: string[] = []
      for (const path of ['/reset', '/rate-limit/renew', '/clients/cli_juniper_sandbox/revoke']) {
        const set = await hook(simulator, `${simulator.control}${path}`)
        if (set.status !== 200) continue
        const { delivered } = simulator.parsed<{ delivered: boolean }>(await specimen(simulator))
        if (delivered) reached.push(path)
      }
      const { total } = simulator.parsed<{ total: number }>(await simulator.lender('GET', '/orders'))
      return outcome(`${reached.join(' ') || 'none'} carried out, ${total} order`, reached.length === 0 && total === 1)
    },
  },
  held(
    'M5',
    '`--tls`, 256 descriptors, 300 connections that send nothing',
    'nobody else is answered, at 260 s either',
    '',
    ['--tls'],
  ),
  held(
    'M5, half heads',
    'without TLS, 300 connections that send half the head of a request, and keep their end open',
    'nobody else is answered',
    'GET / HTTP/1.1\r\nHost:',
    [],
  ),
  held(
    'M5, both',
    'the same half heads where TLS and plain HTTP are answered at one port',
    'nobody else is answered',
    'GET / HTTP/1.1\r\nHost:',
    ['--tls', '--reading', 'transport.plain-http-refusal=redirect-answer'],
  ),
  {
    id: 'L10',
    sent: '400 events for a receiver that never answers, then a specimen and a move of the clock',
    first: '49 s and over 60 s (400 events)',
    bound: 'the specimen within 12 s, reads within 1 s, the move within 60 s',
    isSlow: true,
    make: async (lab) => {
      const simulator = await lab.simulator('--allow-http-webhooks')
      await hook(simulator, await speaking(lab, ''))
      for (let n = 0; n < 400; n += 1) await simulator.order()
      const begun = performance.now()
      const tested = specimen(simulator).then(() => performance.now() - begun)
      const moved = simulator.company('POST', '/clock/advance', { seconds: 1 }).then(() => performance.now() - begun)
      let worst = 0
      for (let n = 0; n < 20; n += 1) {
        const asked = performance.now()
        await simulator.lender('GET', '/orders?per_page=1')
        worst = Math.max(worst, performance.now() - asked)
        await sleep(100)
      }
      const seconds = (await tested) / 1000
      const moveSeconds = (await moved) / 1000
      const said = `specimen ${seconds.toFixed(1)} s, the move ${moveSeconds.toFixed(1)} s, reads ${Math.round(worst)} ms at worst`
      return outcome(said, seconds <= 12 && worst <= 1000 && moveSeconds <= 60)
    },
  },
  {
    id: 'L11',
    sent: 'an advance of the clock by 1e12 s',
    first: 'taken; every create is answered 500 from then on',
    bound: '422, and creates go on',
    make: async (lab) => {
      const simulator = await lab.simulator()
      const { status } = await simulator.company('POST', '/clock/advance', { seconds: 1e12 })
      const created = await simulator.lender('POST', '/orders', { body: JSON.stringify(minimal(Date.now())) })
      return outcome(`${status}, then ${created.status}`, status === 422 && created.status === 201)
    },
  },
  {
    id: 'L12',
    sent: 'POST /reset from a page at http://localhost:3000, as text/plain',
    first: 'carried out',
    bound: '403',
    make: async (lab) => {
      const simulator = await lab.simulator()
      await simulator.order()
      const headers = { origin: 'http://localhost:3000', 'content-type': 'text/plain' }
      const { status } = await send('POST', `${simulator.control}/reset`, { headers, body: '' })
      const { total } = simulator.parsed<{ total: number }>(await simulator.lender('GET', '/orders'))
      return outcome(`${status}, ${total} order stays`, status === 403 && total === 1)
    },
  },
  {
    id: 'L13',
    sent: 'a webhook to fd00:42::42; a request with two Host headers',
    first: 'taken; taken',
    bound: 'not delivered; 400 or 403',
    make: async (lab) => {
      const simulator = await lab.simulator('--allow-http-webhooks')
      const set = await hook(simulator, 'http://[fd00:42::42]/')
      const isInside =
        set.status === 200 && simulator.parsed<{ delivered: boolean }>(await specimen(simulator)).delivered
      const two = await statusOfRaw(
        simulator.control,
        `POST /reset HTTP/1.1\r\nHost: ${new URL(simulator.control).host}\r\nHost: elsewhere.example\r\nContent-Length: 0\r\n\r\n`,
      )
      const held = !isInside && (two === 400 || two === 403)
      return outcome(`${isInside ? '' : 'not '}delivered; ${two}`, held)
    },
  },
  {
    id: 'Names',
    sent: 'worlds to import with a status `__proto__`, an id `../x`, an instant in the year 0, a billing `never`, a currency `$`',
    first: 'taken, or refused without a sentence',
    bound: '422 each, nothing changed',
    make: async (lab) => {
      const simulator = await lab.simulator('--data', lab.data)
      await simulator.order()
      type File = {
        checksum?: string
        tables: {
          orders: { id: string; created_at: number; status: { code: string }; fees: { currency: string } }[]
          lenders: { billing: string }[]
        }
      }
      const file = simulator.parsed<File>(await simulator.company('GET', '/world'))
      delete file.checksum
      const statuses: number[] = []
      for (const spoil of [
        (one: File) => (one.tables.orders[0]!.status.code = '__proto__'),
        (one: File) => (one.tables.orders[0]!.id = '../x'),
        (one: File) => (one.tables.orders[0]!.created_at = -6.3e13),
        (one: File) => (one.tables.lenders[0]!.billing = 'never'),
        (one: File) => (one.tables.orders[0]!.fees.currency = '$'),
      ]) {
        const copy = structuredClone(file)
        spoil(copy)
        statuses.push((await simulator.company('POST', '/world', copy)).status)
      }
      const { total } = simulator.parsed<{ total: number }>(await simulator.lender('GET', '/orders'))
      return outcome(statuses.join(', '), statuses.every((status) => status === 422) && total === 1)
    },
  },
]

// Commands that call a control port, and one that listens, against what stands there in its place: each ends in a sentence, and the token stays here.
import { createServer, type RequestListener } from 'node:http'
import { connect as connectTls } from 'node:tls'
import { connect, createServer as createPlain, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { endWithin, memoryOf, type Lab } from './lab.ts'
import { measured, peakOf } from './receivers.ts'
import { receiver } from './receiver.ts'

const token = 'a-token-of-a-control-port-0123456789'

const listening = async (lab: Lab, server: Server): Promise<string> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  lab.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Writes until nobody reads any more. */
const endlessly = (stream: NodeJS.WritableStream & { destroyed?: boolean }, chunk: string): void => {
  const more = (): void => {
    while (!stream.destroyed && stream.write(chunk));
  }
  stream.on('drain', more)
  more()
}

const raw = (onSocket: (socket: Socket) => void): Server => createPlain(onSocket)
const http = (listener: RequestListener): Server => createServer(listener)

const typed = { 'content-type': 'application/json' }
const alive: RequestListener = (_request, response) => response.writeHead(200, typed).end('{"status":"alive"}')

/** A control port by its first answer, and something else by the next ones. */
const then = (listener: RequestListener): Server =>
  http((request, response) => (request.url === '/livez' ? alive : listener)(request, response))

const escapes = '\u001B]0;x\u0007\u202E\n::error::x'

const bomb = gzipSync(Buffer.alloc(300_000_000, ' '), { level: 9 })

const deep = '['.repeat(5_000_000)

const half = 'POST / HTTP/1.1\r\nHost: x\r\n'
const whole = `${half}Content-Length: 8000000\r\n\r\n${'x'.repeat(7_000_000)}`

const ports: [string, () => Server][] = [
  ['bytes that are no HTTP', () => raw((socket) => void socket.end(Buffer.alloc(5_000, 0x9b)))],
  [
    'a head without end',
    () =>
      raw((socket) =>
        endlessly(socket.resume().write('HTTP/1.1 200 OK\r\n') ? socket : socket, `x-a: ${'b'.repeat(1_000)}\r\n`),
      ),
  ],
  [
    'a body without end',
    () => http((_request, response) => endlessly(response.writeHead(200, typed), ' '.repeat(65_536))),
  ],
  [
    'a letter at a time',
    () =>
      http((_request, response) => {
        const timer = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(timer))
      }),
  ],
  ['nothing', () => raw(() => undefined)],
  ['an end', () => raw((socket) => void socket.destroy())],
  [
    'an unpacked body of 300 MB',
    () => http((_request, response) => response.writeHead(200, { ...typed, 'content-encoding': 'gzip' }).end(bomb)),
  ],
  ['five million levels', () => http((_request, response) => response.writeHead(200, typed).end(deep))],
  [
    'a service of another kind',
    () => http((_request, response) => response.writeHead(200, typed).end('{"__proto__":{"status":"alive"}}')),
  ],
  ['null after a first answer', () => then((_request, response) => response.writeHead(200, typed).end('null'))],
  [
    'wrong shapes after a first answer',
    () =>
      then((_request, response) =>
        response.writeHead(200, typed).end('{"order":7,"raised":{"length":-1},"data":[null]}'),
      ),
  ],
  [
    'commands for a terminal',
    () =>
      then((_request, response) =>
        response.writeHead(409, typed).end(JSON.stringify({ code: escapes, message: escapes })),
      ),
  ],
  [
    'five million levels after a first answer',
    () => then((_request, response) => response.writeHead(200, typed).end(deep)),
  ],
]

const commands: readonly (readonly string[])[] = [
  ['trigger', 'order.created'],
  ['listen', '--forward-to', 'http://127.0.0.1:9/'],
  ['advance', '1h'],
  ['reset'],
  ['fault', 'list'],
]

const isSentence = (err: string): boolean => /^[a-z_]+: [^\n]+\.$/.test(err.replace(/\npeak \d+\s*$/, '').trim())

export const hostilePorts: Attack[] = [
  {
    id: 'Control ports',
    sent: `\`assay ${commands.map(([name]) => name).join('`, `')}\` to ports that answer with ${ports.length} other things, or elsewhere`,
    first: 'not tried',
    bound:
      'each ends with 1 to 3 in a sentence, in 30 s and 512 MB; a port that is none, and where it points to, get no token',
    isSlow: true,
    make: async (lab) => {
      const got: string[] = []
      const note = (server: Server): Server => {
        server.on('request', ({ url, headers }) => url !== '/livez' && headers.authorization && got.push(url))
        return server
      }
      const witness = await listening(lab, note(http((_request, response) => response.end('{}'))))
      const elsewhere = http((_request, response) => response.writeHead(307, { location: `http://${witness}/` }).end())
      const wrong: string[] = []
      let [runs, slowest, most] = [0, 0, 0]
      for (const [n, [name, make]] of [...ports, ['another address', () => elsewhere] as const].entries()) {
        const isPort = name.includes('after a first') || name.startsWith('commands')
        const server = make()
        const address = await listening(lab, isPort ? server : note(server))
        for (const args of [commands[n % commands.length]!, commands[(n + 2) % commands.length]!]) {
          const begun = performance.now()
          const running = lab.program([...args, '--control-url', `http://${address}`], {
            program: ['--import', measured, lab.path],
            env: { ASSAY_CONTROL_TOKEN: token },
          })
          const end = await endWithin(running, 60)
          const seconds = (performance.now() - begun) / 1_000
          runs += 1
          slowest = Math.max(slowest, seconds)
          const peak = end === null ? Infinity : peakOf(end.err)
          most = Math.max(most, peak)
          const isWell =
            end !== null && [1, 2, 3].includes(end.code ?? 0) && isSentence(end.err) && !end.output.includes(token)
          if (!isWell || seconds > 30 || peak > 512)
            wrong.push(`${args[0]} to ${name}: ${end?.code}, ${Math.round(peak)} MB, ${end?.err.slice(0, 120)}`)
        }
      }
      const said = `${runs} runs, ${Math.round(slowest)} s and ${Math.round(most)} MB at most, ${got.length} got the token`
      return outcome([said, ...wrong.slice(0, 3)].join('; '), wrong.length === 0 && got.length === 0)
    },
  },
  {
    id: 'Listen, crowd',
    sent: 'to the port of `assay listen`: 60 bodies of 7 MB that do not end, 200 half heads, 50 connections without TLS',
    first: 'not tried',
    bound: '≤ 200 MB more, and a delivery is passed on once they are gone',
    make: async (lab) => {
      const simulator = await lab.simulator()
      const server = await receiver(lab, 204)
      const listen = lab.program(['listen', '--control-url', simulator.control, '--forward-to', server.url])
      await listen.until(/Stop with Ctrl-C/)
      const { url } = simulator.parsed<{ url: string }>(await simulator.lender('GET', '/webhook'))
      const { port } = new URL(url)
      const { pid } = listen.child
      const before = memoryOf(pid!, 'VmRSS')
      const sockets = Array.from({ length: 310 }, (_, n) => {
        const socket = n < 260 ? connectTls({ port: Number(port), rejectUnauthorized: false }) : connect(Number(port))
        socket.on('error', () => undefined)
        socket.write(n < 60 ? whole : n < 260 ? half : 'no TLS')
        return socket
      })
      let most = 0
      for (let look = 0; look < 30; look += 1) {
        await sleep(200)
        most = Math.max(most, memoryOf(pid!, 'VmRSS') - before)
      }
      for (const socket of sockets) socket.destroy()
      await simulator.order()
      const isPassed = await listen.until(/order\.created/).then(
        () => true,
        () => false,
      )
      return outcome(`${Math.round(most)} MB more, ${isPassed ? 'then a delivery' : 'ended'}`, most <= 200 && isPassed)
    },
  },
]

// The load generator in a process of its own: plain sockets and ready bytes, so that it is not what is measured.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { answerTo } from './worker.ts'

export type Load = {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  paths: string[]
  /** Each connection goes from one to the next. */
  tokens: string[]
  body?: string
  /** Of the body: JSON where nothing is said. */
  type?: string
  /** With an idempotency key of its own for each request. */
  keyed?: boolean
  connections?: number
  amount: number
}

/** Times in milliseconds. */
export type Measured = { requests: number; perSecond: number; p50: number; p99: number }

const stars = '*'.repeat(16)

/** All but the key, which is put in the place of as many stars. */
const bytesOf = ({ url, method, paths, tokens, body, type = 'application/json', keyed = false }: Load): Buffer[] => {
  const { host, pathname } = new URL(url)
  const length = body === undefined ? [] : [`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`]
  const more = keyed ? [`idempotency-key: ${stars}`] : []
  // Both take turns, so that few requests of many paths do not spend the window of the first client.
  return Array.from({ length: tokens.length * paths.length }, (_, at) => {
    const start = `${method} ${pathname.replace(/\/$/, '')}${paths[at % paths.length]} HTTP/1.1`
    const lines = [start, `host: ${host}`, `authorization: Bearer ${tokens[at % tokens.length]}`, ...more, ...length]
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
  })
}

const keyOf = () => randomBytes(12).toString('base64url')

const end = Buffer.from('\r\n\r\n')

/** Where the answer at the beginning ends, once it is whole: by its length, or by the last chunk. */
const endOf = (bytes: Buffer): number | undefined => {
  const head = bytes.indexOf(end)
  if (head < 0) return undefined
  const text = bytes.toString('latin1', 0, head)
  if (!text.startsWith('HTTP/1.1 2')) throw new Error(`an answer was ${bytes.toString('latin1', 0, 600)}`)
  const length = /\r\ncontent-length: *([0-9]+)/i.exec(text)?.[1]
  if (length !== undefined) {
    const all = head + 4 + Number(length)
    return bytes.length >= all ? all : undefined
  }
  const last = bytes.indexOf('\r\n0\r\n\r\n', head + 2, 'latin1')
  return last < 0 ? undefined : last + 7
}

const run = (host: string, port: number, next: () => Buffer | undefined, took: (ms: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect(port, host)
    let pending: Buffer = Buffer.alloc(0)
    let sentAt = 0
    const send = () => {
      const bytes = next()
      if (!bytes) return void socket.end()
      sentAt = performance.now()
      socket.write(bytes)
    }
    socket.setNoDelay(true).once('connect', send)
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      try {
        const at = endOf(pending)
        if (at === undefined) return
        took(performance.now() - sentAt)
        pending = pending.subarray(at)
        send()
      } catch (error) {
        socket.destroy(error as Error)
      }
    })
    socket.once('error', reject)
    socket.once('close', () => resolve())
  })

const load = async (given: Load): Promise<Measured> => {
  const { hostname, port } = new URL(given.url)
  const requests = bytesOf(given)
  let sent = 0
  const next = () => {
    if (sent >= given.amount) return undefined
    const bytes = requests[sent % requests.length]!
    sent += 1
    if (!given.keyed) return bytes
    const copy = Buffer.from(bytes)
    copy.write(keyOf(), bytes.indexOf(stars))
    return copy
  }
  const times: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: given.connections ?? 8 }, () => run(hostname, Number(port), next, (ms) => times.push(ms))),
  )
  const seconds = (performance.now() - began) / 1000
  if (times.length !== given.amount) throw new Error(`${times.length} of ${given.amount} requests were answered`)
  times.sort((a, b) => a - b)
  const part = (of: number) => times[Math.min(times.length - 1, Math.floor(times.length * of))]!
  return { requests: times.length, perSecond: times.length / seconds, p50: part(0.5), p99: part(0.99) }
}

answerTo({ load })

// A webhook receiver of the suite's own: HTTPS, every byte kept, every signature checked, answers as set.
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer } from 'node:https'
import { createServer as createFront, type AddressInfo, type Server, type Socket } from 'node:net'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { headerOf, jsonOf, type Headers } from '../evidence/exchange.ts'
import { fieldsIn } from '../evidence/parts.ts'
import { createAnswers, describeAnswer, giveAnswer, takes, usualAnswer, type Answer, type Answers } from './answers.ts'
import { certificateFor } from './certificate.ts'
import { envelopeOf, orderOf, type Delivery } from '../evidence/delivery.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { createIntake } from './intake.ts'
import { createLateness } from './lateness.ts'
import { faultOf, parseSignature } from './signature.ts'
import type { SignatureFault } from '../evidence/signature-fault.ts'
import { runAt } from '../evidence/run-marks.ts'
import { mistakeIn } from './signature-diagnosis.ts'
import type { Mistake } from '../evidence/signature-fault.ts'

/** A request for another path, and the event that it says it delivers. */
type Stray = { path: string; eventId: string | null }

type Contacts = {
  /** TLS handshakes that were begun. */
  handshakes: number
  requests: number
  /** Our own requests through the public address. */
  probes: number
}

export type Receiver = {
  /** The address to give to the target. */
  url: string
  /** The port that it listens on, whichever address leads there. */
  port: number
  inbox: Inbox
  answers: Omit<Answers, 'next'>
  /** The secret in force from now on; earlier ones are kept to distinguish a late rotation from a wrong signature. */
  useSecret(secret: string): void
  /** A secret on its way to the target: taken beside the one in force until `useSecret`; null calls it off. */
  expectSecret(secret: string | null): void
  /** The secrets so far, the one in force last. */
  readonly secrets: readonly string[]
  /** Requests that were not for this path. */
  readonly strays: readonly Stray[]
  /** What came to the port so far. */
  readonly contacts: Readonly<Contacts>
  /** Ids of deliveries whose answer left so late that a sender need not have had it in time. */
  readonly late: ReadonlySet<string>
  close(): Promise<void>
}

type ReceiverOptions = {
  listen?: string | undefined
  publicUrl?: string | undefined
  tls?: { cert: string; key: string } | undefined
  /** The path of this run: requests elsewhere belong to others. */
  path: string
  now?: () => number
  onDelivery?: (delivery: Delivery) => void
  /** Called when a POST asked whether the address answers. */
  onProbe?: () => void
  /** Called once, when so much came that nothing more is taken. */
  onFull?: () => void
  /** Called with every secret before it is used, so that it can be masked. */
  onSecret?: (secret: string) => void
}

const mostStrays = 10

// Longer than senders keep a connection that is idle: one that we end may just then be used once more, and what is sent is lost.
const idleMs = 120_000

// An attempt that was signed just before a rotation may arrive just after it, or later where its own time says so.
const overlapMs = 2_000
const underwayMs = 30_000

const rawHeadersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers: Headers = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.push([rawHeaders[index]!, rawHeaders[index + 1]!])
  return headers
}

const listening = async (server: Server, listen: string): Promise<AddressInfo> => {
  const [, host = '127.0.0.1', port = '0'] = /^(?:\[?([^\]]*?)\]?:)?(\d+)$/.exec(listen) ?? []
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new CodedError(
          'receiver_not_started',
          `webhook.listen ${listen} cannot be listened on (${error.code}); give a free address such as 127.0.0.1:0.`,
          exitCodes.couldNotJudge,
        ),
      ),
    )
    server.listen(Number(port), host, () => resolve(server.address() as AddressInfo))
    // A run that only waits for deliveries that never come is at a standstill, and must notice.
    server.unref()
  })
}

export const startReceiver = async (options: ReceiverOptions): Promise<Receiver> => {
  const {
    listen = '127.0.0.1:0',
    publicUrl,
    tls,
    path,
    now = Date.now,
    onDelivery,
    onProbe,
    onSecret,
    onFull,
  } = options
  const inbox = createInbox()
  const intake = createIntake(() => onFull?.())
  const answers = createAnswers()
  const lateness = createLateness(now)
  // What was shown is for events that are still to be taken: one that was may come again at any time.
  const taken = new Set<string | undefined>()
  const came = new Set<string | undefined>()
  const secrets: string[] = []
  const strays: Stray[] = []
  const contacts: Contacts = { handshakes: 0, requests: 0, probes: 0 }
  const late = new Set<string>()
  let expected: string | null = null
  let former: { secret: string; rotatedAt: number } | null = null

  const faultUnder = (headers: Headers, body: Uint8Array, at: number): SignatureFault | null => {
    const header = headerOf(headers, 'x-service-signature')
    const mayBeFormer = (rotatedAt: number): boolean => {
      const signedAt = parseSignature(header ?? '')?.t ?? Number.POSITIVE_INFINITY
      return at < rotatedAt + (signedAt * 1000 <= rotatedAt ? underwayMs : overlapMs)
    }
    const overlapping = former && mayBeFormer(former.rotatedAt) ? former.secret : null
    const taken = [secrets.at(-1) ?? '', expected, overlapping].filter((secret) => secret !== null)
    const faults = taken.map((secret) => faultOf({ header, body, secret, now: Math.floor(at / 1000) }))
    return faults.includes(null) ? null : faults[0]!
  }

  const mistakeUnder = (headers: Headers, body: Uint8Array): Mistake | null => {
    const header = headerOf(headers, 'x-service-signature')
    const [secret = '', ...earlier] = secrets.toReversed()
    const candidates = expected === null ? [secret] : [secret, expected]
    const found = candidates.map((key) => mistakeIn({ header, body, json: jsonOf(body), secret: key, earlier }))
    return found.find((mistake) => mistake !== null) ?? null
  }

  /** What asks whether the address answers delivers nothing. */
  const isProbe = ({ method, headers }: IncomingMessage): boolean =>
    (method === 'HEAD' || method === 'OPTIONS') && !('x-service-event-id' in headers)

  /** A POST that asks whether the address answers: without a header of ours, and with a body that is no event. */
  const isAsking = ({ method, headers }: IncomingMessage, body: Uint8Array): boolean =>
    method === 'POST' &&
    !Object.keys(headers).some((name) => name.startsWith('x-service-')) &&
    !['id', 'data', 'created_at'].some((field) => field in fieldsIn(jsonOf(body)))

  const accept = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isLate = lateness.begun(request.socket)
    const body = await intake.read(request)
    if (isAsking(request, body)) {
      response.writeHead(204).end()
      onProbe?.()
      return
    }
    const headers = rawHeadersOf(request)
    const receivedAt = now()
    const fault = faultUnder(headers, body, receivedAt)
    const unanswered: Delivery = {
      id: `d${inbox.all.length + 1}`,
      receivedAt,
      method: request.method ?? '',
      path: request.url ?? '',
      // What stands in front of us at a public address may end TLS for us.
      secure: publicUrl !== undefined || 'encrypted' in request.socket,
      headers,
      body,
      json: jsonOf(body),
      fault,
      mistake: fault !== null && fault.fails !== 'timestamp' ? mistakeUnder(headers, body) : null,
      answer: '',
    }
    const { id, type } = envelopeOf(unanswered)
    const shown: Answer = fault
      ? { kind: 'status', status: 401 }
      : taken.has(id)
        ? usualAnswer
        : answers.next(orderOf(unanswered), type, came.has(id))
    if (id !== undefined) came.add(id)
    if (id !== undefined && takes(shown)) taken.add(id)
    const delivery = { ...unanswered, answer: describeAnswer(shown) }
    response.once('close', () => isLate() && late.add(delivery.id))
    giveAnswer(response, shown)
    inbox.add(delivery)
    onDelivery?.(delivery)
  }

  // Some proxies keep the path of the public address, and others take it off.
  const folder = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')
  const withoutFolder = (asked: string): string =>
    folder !== '' && asked.startsWith(`${folder}${path}`) ? asked.slice(folder.length) : asked

  const onRequest: RequestListener = (request, response) => {
    // While it is idle, a connection keeps no process alive: a standstill is noticed beside it.
    request.socket.ref()
    response.once('close', () => request.socket.unref())
    const asked = withoutFolder((request.url ?? '').split('?')[0]!)
    if (asked === `${path}/reached`) {
      contacts.probes += 1
      response.writeHead(204).end()
      return
    }
    contacts.requests += 1
    if (asked === path && isProbe(request)) {
      response.writeHead(204).end()
      return
    }
    // With a slash behind it, it is another address, which may be ours as well. A retry may still be due to that of an earlier run.
    if (asked !== path && asked !== `${path}/`) {
      const eventId = headerOf(rawHeadersOf(request), 'x-service-event-id') ?? null
      const run = runAt(asked)
      const isFormer = run !== null && run !== runAt(path)
      if (!isFormer && strays.length < mostStrays) strays.push({ path: asked ?? '', eventId })
      response.writeHead(404).end()
    } else if (intake.isFull()) response.writeHead(503, { Connection: 'close' }).end()
    else accept(request, response).catch(() => response.destroy())
  }
  const secure = createServer({ ...(await certificateFor(tls)), keepAliveTimeout: idleMs }, onRequest)
  secure.on('secureConnection', lateness.secured)
  const plain = createPlainServer({ keepAliveTimeout: idleMs }, onRequest)
  // The first byte of a TLS connection is that of a handshake: what comes without one is shown as such.
  const open = new Set<Socket>()
  const server = createFront((socket) => {
    open.add(socket)
    lateness.came(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('data', (first) => {
      socket.pause()
      if (first[0] === 22) contacts.handshakes += 1
      const taker = first[0] === 22 ? secure : plain
      taker.emit('connection', socket)
      socket.unshift(first)
      process.nextTick(() => socket.resume())
    })
  })
  const address = await listening(server, listen)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `${(publicUrl ?? `https://${host}:${address.port}`).replace(/\/+$/, '')}${path}`,
    port: address.port,
    inbox,
    answers,
    secrets,
    strays,
    contacts,
    late,
    useSecret(secret) {
      const before = secrets.at(-1)
      former = before === undefined ? null : { secret: before, rotatedAt: now() }
      expected = null
      onSecret?.(secret)
      secrets.push(secret)
    },
    expectSecret(secret) {
      expected = secret
      if (secret !== null) onSecret?.(secret)
    },
    close: () =>
      new Promise((resolve) => {
        lateness.close()
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

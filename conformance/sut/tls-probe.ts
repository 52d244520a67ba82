// One ping over a connection of our own making: TLS of chosen versions, or none; what the HTTP client would hide is shown.
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, type SecureVersion, type TLSSocket } from 'node:tls'
import { isPlain } from './addresses.ts'

type Versions = { min: SecureVersion; max: SecureVersion }

export type Probed =
  /** Something answered: the status and the start of the body. */
  | { kind: 'answered'; protocol: string | null; status: number; text: string }
  /** The connection was refused, closed, or answered with what is no HTTP. */
  | { kind: 'refused'; why: string }
  /** Our own TLS library does not offer these versions. */
  | { kind: 'unable'; why: string }

const waitMs = 8_000
const keptBytes = 4_096

// Raised before a byte is sent: they are about this machine, not the target.
const ownLimits =
  /NO_PROTOCOLS_AVAILABLE|NO_CIPHERS_AVAILABLE|INVALID_PROTOCOL|INVALID_MIN_PROTO|UNSUPPORTED_PROTOCOL_LOCAL/

const requestOf = ({ pathname, host }: URL): string =>
  `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\nUser-Agent: assay-conform/0.1\r\nConnection: close\r\n\r\n`

const parse = (text: string, protocol: string | null): Probed => {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]
  return status === undefined
    ? { kind: 'refused', why: text === '' ? 'the connection was closed' : 'the answer is no HTTP' }
    : { kind: 'answered', protocol, status: Number(status), text: text.slice(text.indexOf('\r\n\r\n') + 4) }
}

const talk = (socket: Socket, ready: 'connect' | 'secureConnect', url: URL): Promise<Probed> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const protocol = () => (ready === 'secureConnect' ? (socket as TLSSocket).getProtocol() : null)
    let version: string | null = null
    const settle = (probed: Probed) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(probed)
    }
    const ended = () => settle(parse(Buffer.concat(chunks).toString('latin1'), version))
    const timer = setTimeout(ended, waitMs)
    socket.once(ready, () => {
      version = protocol()
      socket.write(requestOf(url))
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (Buffer.concat(chunks).length > keptBytes) ended()
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (chunks.length > 0) return ended()
      const why = error.code ?? error.message
      settle({ kind: ownLimits.test(why) ? 'unable' : 'refused', why })
    })
    socket.once('close', ended)
  })

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const servernameOf = (host: string) => (/[a-z]/i.test(host) && !host.includes(':') ? { servername: host } : {})

/** A ping over TLS of these versions alone. Whose certificate it is does not matter here: nothing secret is sent. */
export const pingOverTls = async (url: URL, { min, max }: Versions): Promise<Probed> => {
  const host = hostOf(url)
  // The old versions sign with SHA-1, which OpenSSL offers at its lowest security level only.
  const ciphers = max === 'TLSv1.1' || max === 'TLSv1' ? { ciphers: 'DEFAULT:@SECLEVEL=0' } : {}
  const options = { host, port: Number(url.port || 443), minVersion: min, maxVersion: max, rejectUnauthorized: false }
  try {
    return await talk(connectTls({ ...options, ...ciphers, ...servernameOf(host) }), 'secureConnect', url)
  } catch (error) {
    return { kind: 'unable', why: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

/** The protocol that the other side chooses of those offered; '' where it chooses none, null where the handshake fails. No request is sent. */
const chosenOf = (url: URL, ALPNProtocols: string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const host = hostOf(url)
    const socket = connectTls({
      host,
      port: Number(url.port || 443),
      rejectUnauthorized: false,
      ALPNProtocols,
      ...servernameOf(host),
    })
    const settle = (chosen: string | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(chosen)
    }
    const timer = setTimeout(() => settle(null), waitMs)
    socket.once('secureConnect', () => settle(socket.alpnProtocol || ''))
    socket.once('error', () => settle(null))
    socket.once('close', () => settle(null))
  })

/** Which version of HTTP is chosen where both are offered; null where no handshake shows it. */
export const chosenHttp = async (url: URL): Promise<string | null> => {
  const chosen = await chosenOf(url, ['h2', 'http/1.1'])
  return chosen === '' ? 'http/1.1' : chosen
}

/** Whether an https address takes HTTP/2 and nothing else. */
export const speaksOnlyHttp2 = async (address: string): Promise<boolean> => {
  if (isPlain(address)) return false
  const url = new URL(address)
  if ((await chosenOf(url, ['h2'])) !== 'h2' || (await chosenHttp(url)) !== 'h2') return false
  return !(await chosenOf(url, ['http/1.1']))
}

/** A ping without TLS to a port of the same host. */
export const pingOverPlain = (url: URL, port: number): Promise<Probed> =>
  talk(connectPlain({ host: hostOf(url), port }), 'connect', url)

// Whether a server at an https address takes HTTP/2 and nothing else, by what it chooses in the handshake.
import { connect } from 'node:tls'
import { isPlain } from './addresses.ts'

const waitMs = 5_000

/** The protocol that the server chooses of some offered; null where it chooses none or ends the handshake. */
const chosen = (url: URL, offered: string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const servername = /[a-z]/i.test(host) && !host.includes(':') ? { servername: host } : {}
    const socket = connect({
      host,
      port: Number(url.port || 443),
      ALPNProtocols: offered,
      rejectUnauthorized: false,
      ...servername,
    })
    const settle = (protocol: string | null): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(protocol)
    }
    const timer = setTimeout(() => settle(null), waitMs)
    socket.once('secureConnect', () => settle(socket.alpnProtocol || null))
    socket.once('error', () => settle(null))
    socket.once('close', () => settle(null))
  })

export const speaksOnlyHttp2 = async (address: string): Promise<boolean> => {
  if (isPlain(address)) return false
  const url = new URL(address)
  return (await chosen(url, ['h2'])) === 'h2' && (await chosen(url, ['h2', 'http/1.1'])) === 'h2'
    ? (await chosen(url, ['http/1.1'])) === null
    : false
}

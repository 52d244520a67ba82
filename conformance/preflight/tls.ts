// The TLS of a base address: which version is used, whose certificate it is, until when, and why it is not trusted.
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { isLoopback, isPlain } from '../sut/addresses.ts'
import { proxyFor } from '../sut/env-proxy.ts'
import type { Facts, Findings } from './findings.ts'

type TlsLook =
  | { kind: 'answered'; facts: Facts; distrust: string | null; names: string; validTo: string }
  | { kind: 'silent'; why: string }

const waitMs = 8_000
const soonMs = 14 * 24 * 3_600_000

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const factsOf = (socket: TLSSocket, certificate: PeerCertificate): Facts => ({
  version: socket.getProtocol(),
  cipher: socket.getCipher().name,
  subject: certificate.subject?.CN ?? null,
  names: certificate.subjectaltname ?? null,
  issuer: certificate.issuer?.CN ?? certificate.issuer?.O ?? null,
  valid_from: certificate.valid_from ?? null,
  valid_to: certificate.valid_to ?? null,
  trusted: socket.authorized,
})

/** One handshake without a request. */
const lookAtTls = (address: string): Promise<TlsLook> => {
  const url = new URL(address)
  const host = hostOf(url)
  const servername = /[a-z]/i.test(host) && !host.includes(':') ? { servername: host } : {}
  return new Promise((resolve) => {
    const settle = (look: TlsLook): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(look)
    }
    const socket = connect({ host, port: Number(url.port || 443), rejectUnauthorized: false, ...servername })
    const timer = setTimeout(() => settle({ kind: 'silent', why: `no handshake within ${waitMs / 1000} s` }), waitMs)
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate()
      const { authorizationError } = socket as { authorizationError?: unknown }
      settle({
        kind: 'answered',
        facts: factsOf(socket, certificate),
        distrust: socket.authorized ? null : String(authorizationError ?? 'not trusted'),
        names: String(certificate.subjectaltname ?? certificate.subject?.CN ?? 'no name'),
        validTo: certificate.valid_to ?? '',
      })
    })
    socket.once('error', (error: NodeJS.ErrnoException) => settle({ kind: 'silent', why: error.code ?? error.message }))
    socket.once('close', () => settle({ kind: 'silent', why: 'the connection was closed' }))
  })
}

const remedyOf = (distrust: string, { names, validTo }: Extract<TlsLook, { kind: 'answered' }>): [string, string] => {
  if (distrust.includes('EXPIRED')) return ['certificate_expired', `it ended on ${validTo}; renew it`]
  if (distrust.includes('NOT_YET')) return ['certificate_not_yet_valid', 'see its dates and the clock of this machine']
  if (distrust.includes('ALTNAME'))
    return ['certificate_for_another_host', `it is for ${names}; correct the host name or the certificate`]
  return ['certificate_not_trusted', 'trust its issuer with NODE_EXTRA_CA_CERTS, or have it issued by a known one']
}

/** Fatal where no connection can be trusted; `address` is that of the main credential. */
export const checkTls = async (findings: Findings, subject: string, address: string): Promise<void> => {
  if (isPlain(address)) {
    if (isLoopback(address))
      return findings.ok('tls', subject, `${address} is plain HTTP on loopback, which stands in for TLS.`)
    return findings.warn(
      'tls',
      subject,
      'plain_http',
      `${address} is a plain HTTP address, which the contract refuses: secrets travel readably; give its https address.`,
    )
  }
  const proxy = proxyFor(address)
  if (proxy !== null)
    return findings.ok(
      'tls',
      subject,
      `${address} is called through the proxy ${proxy}; each call verifies its certificate.`,
    )
  const look = await lookAtTls(address)
  // Why there is no connection, the ping shows better.
  if (look.kind === 'silent')
    return findings.warn('tls', subject, 'no_handshake', `The TLS handshake with ${address} failed (${look.why}).`)
  const { facts, distrust } = look
  if (distrust === null) {
    const soon = Date.parse(look.validTo) - Date.now() < soonMs
    if (soon)
      return findings.warn(
        'tls',
        subject,
        'certificate_ends_soon',
        `The certificate of ${address} ends on ${look.validTo}; renew it in time.`,
        facts,
      )
    return findings.ok('tls', subject, `${String(facts['version'])} with a trusted certificate.`, facts)
  }
  const [code, remedy] = remedyOf(distrust, look)
  const message = `The certificate of ${address} must be trusted, but is not (${distrust}): ${remedy}.`
  if (isLoopback(address))
    return findings.ok('tls', subject, `${String(facts['version'])}; on loopback any certificate is taken.`, facts)
  findings.fatal('tls', subject, code, message, facts)
}

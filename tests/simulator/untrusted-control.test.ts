// A control port that serves HTTPS beyond loopback: its certificate must be trusted, and a command says which file makes it so.
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import t, { type Test } from 'tap'
import { runAssay, startAssay } from '../run-assay.ts'
import { firstLine } from '../wait-for.ts'

/** Reaches this machine, and is no loopback address, whose certificate no command verifies. */
const address = '0.0.0.0'

const writeCertificate = async (
  folder: string,
  ip: string,
  dates: { notBeforeDate?: Date; notAfterDate?: Date } = {},
): Promise<[cert: string, key: string]> => {
  const extensions = [
    { name: 'basicConstraints' as const, cA: true, critical: true },
    { name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip }] },
  ]
  const made = await generate([{ name: 'commonName', value: ip }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions,
    ...dates,
  })
  const files = [join(folder, 'cert.pem'), join(folder, 'key.pem')] as [string, string]
  writeFileSync(files[0], made.cert)
  writeFileSync(files[1], made.private)
  return files
}

const control = async (cert: string, key: string): Promise<{ url: string; token: string; stop(): void }> => {
  const options = ['--port', '0', '--control-port', '0', '--control-tls', '--tls-cert', cert, '--tls-key', key]
  const token = 'a-token-of-the-test'
  const started = startAssay(['simulate', ...options, '--control-host', address, '--control-token', token])
  const { control_url } = JSON.parse(await firstLine(started.child)) as { control_url: string }
  const url = `https://${address}:${new URL(control_url).port}`
  return { url, token, stop: () => void started.child.kill() }
}

t.test('a certificate is taken once its file is named, and a wrong host name is said', async (t) => {
  const folder = t.testdir()
  const [cert, key] = await writeCertificate(folder, address)
  const { url, token, stop } = await control(cert, key)
  t.teardown(stop)
  const reset = (env: Record<string, string> = {}) =>
    runAssay(['reset', '--control', url, '--control-token', token], { env })

  const distrusted = await reset()
  t.equal(distrusted.code, 2)
  t.equal(
    distrusted.output,
    `control_untrusted: The certificate of the control port at ${url} must be trusted, but is not (DEPTH_ZERO_SELF_SIGNED_CERT); name the file of the certificate, or of its issuer, in NODE_EXTRA_CA_CERTS.\n`,
  )
  t.equal((await reset({ NODE_EXTRA_CA_CERTS: cert })).code, 0)
})

t.test('a certificate for another host has a reason of its own', async (t) => {
  const [cert, key] = await writeCertificate(t.testdir(), '192.0.2.77')
  const { url, token, stop } = await control(cert, key)
  t.teardown(stop)
  const { code, output } = await runAssay(['reset', '--control', url, '--control-token', token], {
    env: { NODE_EXTRA_CA_CERTS: cert },
  })
  t.equal(code, 2)
  t.match(
    output,
    /^control_untrusted: .*\(ERR_TLS_CERT_ALTNAME_INVALID\); call it by a name that is in the certificate,/,
  )
})

/** Its handshake is all that matters. */
const serving = async (t: Test, [cert, key]: [string, string], host: string, more = {}): Promise<string> => {
  const files = { cert: readFileSync(cert), key: readFileSync(key), ...more }
  const server = createServer(files, (_request, answer) => answer.end())
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.teardown(() => server.close())
  return `https://${host}:${(server.address() as AddressInfo).port}`
}

t.test('one that is over is said to be so: no file makes it trusted', async (t) => {
  const dates = { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2021-01-01') }
  const files = await writeCertificate(t.testdir(), address, dates)
  const url = await serving(t, files, address)
  const { code, output } = await runAssay(['reset', '--control', url], { env: { NODE_EXTRA_CA_CERTS: files[0] } })
  t.equal(code, 2)
  t.match(
    output,
    /^control_untrusted: .*\(CERT_HAS_EXPIRED\); start the simulator with a certificate that is valid now/,
  )
})

t.test('a server that asks for a certificate of the caller is not reached', async (t) => {
  const files = await writeCertificate(t.testdir(), '127.0.0.1')
  const url = await serving(t, files, '127.0.0.1', { requestCert: true, rejectUnauthorized: true })
  const { code, output } = await runAssay(['reset', '--control', url])
  t.equal(code, 2)
  t.match(output, /^control_unreachable: No control port answers at /)
})

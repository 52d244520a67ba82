// A certificate of our own, made at start for the names that a loopback client uses.
import type { Tls } from './listen.ts'

/** PEM texts of a fresh key and of a self-signed certificate for localhost, 127.0.0.1 and ::1. */
export const makeCertificate = async (): Promise<Tls> => {
  const { generate } = await import('selfsigned')
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 365 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  return { cert, key }
}

// The receiver's certificate: the profile's own files, or one made at start for the loopback addresses.
import { readPem } from '../contract/read-pem.ts'

type Certificate = { cert: string; key: string }

const makeCertificate = async (): Promise<Certificate> => {
  const { generate } = await import('selfsigned')
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
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

let made: Promise<Certificate> | undefined

/** Its own is made once: the receivers of one process stand for the same party. */
export const certificateFor = async (files: { cert: string; key: string } | undefined): Promise<Certificate> =>
  files ? { cert: readPem(files.cert), key: readPem(files.key) } : (made ??= makeCertificate())

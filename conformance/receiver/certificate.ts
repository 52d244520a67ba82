// The receiver's certificate: the profile's own files, or one made at start for the loopback addresses.
import { loopbackCertificate } from '../../fixtures/loopback-certificate.ts'
import { readPem } from '../contract/read-pem.ts'

type Certificate = { cert: string; key: string }

let made: Certificate | undefined

/** Its own is made once: the receivers of one process stand for the same party. */
export const certificateFor = (files: { cert: string; key: string } | undefined): Certificate =>
  files ? { cert: readPem(files.cert), key: readPem(files.key) } : (made ??= loopbackCertificate(false))

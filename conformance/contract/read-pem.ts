// The PEM files of the receiver's certificate.
import { readText } from './read-text.ts'

/** @throws CodedError unreadable_certificate */
export const readPem = (file: string): string =>
  readText(
    file,
    'unreadable_certificate',
    (why) => `webhook.tls names ${file}, which cannot be read (${why}); give a PEM file.`,
  )

// Signed download links: bound to one document and one expiry (Endpoints / Downloading).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Contract } from '../contract/contract.ts'
import type { Document } from '../domain/records.ts'
import type { Answer } from './wire.ts'

export type LinkFault = 'tampered' | 'expired' | 'missing' | 'authorized'

export const links = (contract: Contract) => ({
  lifetimeSeconds: contract.limits.download_link_lifetime_seconds,

  expires(now: number, _documentId: string): number {
    return Math.floor(now / 1000) + this.lifetimeSeconds
  },

  sign: (documentId: string, expires: number, key: string): string =>
    createHmac('sha256', key).update(`${documentId}\n${expires}`).digest('hex'),

  signatureMatches(documentId: string, expires: string, signature: string, key: string): boolean {
    const [expected, given] = [Buffer.from(this.sign(documentId, Number(expires), key)), Buffer.from(signature)]
    return /^[0-9]{1,12}$/.test(expires) && expected.length === given.length && timingSafeEqual(expected, given)
  },

  /** A link works until the end of the second that it names. */
  isExpired: (expires: number, now: number): boolean => Math.floor(now / 1000) > expires,

  url: (baseUrl: string, documentId: string, expires: number, signature: string): string =>
    `${baseUrl}/download/${documentId}?expires=${expires}&signature=${signature}`,

  /** The base address that a link leads to. */
  base: (asCalled: string, _ownAddress: string): string => asCalled,

  /** Called with every link given out. */
  given: (_signature: string, _clientId: string): void => undefined,
  /** Whether a link counts beside its signature and expiry. */
  counts: (_signature: string, _isRevoked: (clientId: string) => boolean): boolean => true,

  /** Whether the base address under which a link was fetched serves documents of that environment. */
  servedAt: (environment: string, documents: string): boolean => environment === documents,
  /** Whether a request that a link suffices for may bring a token as well. */
  takesAuthorization: true,
  takesHead: true,

  /** Status and code of a refused link: not shown. */
  refusedStatus: { tampered: 403, expired: 403, missing: 403, authorized: 400 } as Record<LinkFault, number>,
  refusedCode: (_status: number): string => 'link_refused',

  contentType: (document: Document): string => document.content_type,
  /** RFC 6266: an ASCII name for old clients, the exact name for the rest. */
  disposition: (name: string): string | null => {
    // Half of a surrogate pair has no UTF-8.
    const filename = Buffer.from(name).toString()
    const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
    const exact = encodeURIComponent(filename).replace(
      /['()*]/g,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`
  },
  /** Where a link that counts leads on to, by the path that was called; null where the file is there. */
  storedAt: (_path: string): string | null => null,

  /** The last look at a file before it is sent. */
  sent: (answer: Answer, _range: string | undefined): Answer => answer,
})

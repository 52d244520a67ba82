// Signed download links: bound to one document and one expiry, good for five minutes (Endpoints / Downloading).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Contract } from '../contract.ts'

export const links = (contract: Contract) => ({
  lifetimeSeconds: contract.limits.download_link_lifetime_seconds,

  expires(now: number): number {
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

  /** Status and code of a refused link: not shown. */
  refusedStatus: 403,
  refusedCode: 'link_refused',
})

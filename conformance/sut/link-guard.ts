// Keeps a link of the target from leading the suite into the network behind it, by what its host resolves to when it is dialled.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupAddress } from 'node:dns'
import { blocked, reason } from '../evidence/inconclusive.ts'
import { leadsInside } from './inside-addresses.ts'

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const lookUp: Resolve = (hostname) => lookup(hostname, { all: true }).catch(() => [])

const isName = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) === 0

/**
 * The addresses to dial for a link: a name that is looked up again may lead elsewhere by then. None where the link has an address, leads to
 * the target, or resolves to nothing.
 */
type LinkGuard = (link: URL) => Promise<LookupAddress[]>

/** The guard throws that the check is blocked. */
export const createLinkGuard = (targets: readonly URL[], resolve: Resolve = lookUp): LinkGuard => {
  const found = async ({ hostname }: URL) => (isName(hostname) ? await resolve(hostname) : [])
  const hostOf = ({ hostname }: URL, found: readonly LookupAddress[]) => [hostname, ...found.map((one) => one.address)]
  let known: Promise<string[][]> | undefined
  return async (link) => {
    if (targets.some(({ hostname }) => hostname === link.hostname)) return []
    known ??= Promise.all(targets.map(async (target) => hostOf(target, await found(target))))
    const addresses = await found(link)
    if (leadsInside(hostOf(link, addresses), await known))
      throw blocked(reason('link-leads-inside', { host: link.host }))
    return addresses
  }
}

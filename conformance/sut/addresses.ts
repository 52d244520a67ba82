// Which base address serves which environment, and what kind of address it is.
import { hostname as ownName } from 'node:os'
import { CodedError } from '../contract/coded-error.ts'
import { isInside } from './inside-addresses.ts'
import type { Profile } from './profile.ts'
import type { Environment } from '../evidence/roles.ts'

/** @throws CodedError when the profile has no address for that environment. */
export const baseUrl = (profile: Profile, environment: Environment): string => {
  const url = environment === 'sandbox' ? profile.sandbox_base_url : profile.production_base_url
  if (url === undefined) {
    throw new CodedError(
      'missing_base_url',
      `The profile has no ${environment}_base_url, which a credential for ${environment} needs; give it.`,
    )
  }
  return url.replace(/\/+$/, '')
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether any certificate of it is taken, and plain HTTP: nothing on the way can answer in its place. */
export const isLoopback = (url: string): boolean => loopback.test(new URL(url).hostname)

/** Further names for this machine, as a URL has them; a call to the address of all interfaces stays on it, too. */
const ownAddress = /^(.+\.localhost\.?|localhost\.|0\.0\.0\.0|\[::\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/

export const isOwnHost = (hostname: string): boolean => loopback.test(hostname) || ownAddress.test(hostname)

/** By its own name, too. */
export const isOnThisMachine = (url: string): boolean => {
  const { hostname } = new URL(url)
  return isOwnHost(hostname) || hostname === ownName().toLowerCase()
}

/** Whether an address is one of this machine or of a network of its own, as far as it shows. */
export const isPrivate = (url: string): boolean => {
  const { hostname } = new URL(url)
  return isInside(hostname) || !/[.:]/.test(hostname)
}

export const isPlain = (url: string): boolean => new URL(url).protocol === 'http:'

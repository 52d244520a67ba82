// Which base address serves which environment, and what kind of address it is.
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

export const isLoopback = (url: string): boolean => loopback.test(new URL(url).hostname)

/** Whether an address is one of this machine or of a network of its own, as far as it shows. */
export const isPrivate = (url: string): boolean => {
  const { hostname } = new URL(url)
  return isInside(hostname) || !/[.:]/.test(hostname)
}

export const isPlain = (url: string): boolean => new URL(url).protocol === 'http:'

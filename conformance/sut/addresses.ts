// Which base address serves which environment, and what kind of address it is.
import { BlockList, isIP } from 'node:net'
import { CodedError } from '../contract/coded-error.ts'
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

const inside = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(net, prefix, 'ipv4')
inside.addAddress('::1', 'ipv6')
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addSubnet('fe80::', 10, 'ipv6')

/** Whether an address is one of this machine or of a network of its own, as far as it shows. */
export const isPrivate = (url: string): boolean => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const version = isIP(host)
  if (version === 0) return host === 'localhost' || !host.includes('.') || /\.(internal|local|localhost)$/.test(host)
  return inside.check(host, version === 6 ? 'ipv6' : 'ipv4')
}

export const isPlain = (url: string): boolean => new URL(url).protocol === 'http:'

// Addresses inside a network, where a link that a target gives may not lead the suite: its answers would end in a report.
import { BlockList, isIP } from 'node:net'

const inside = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(network, prefix, 'ipv6')

const names = /(?:^|\.)(?:localhost|local|internal)\.?$/i

/** By what is written alone: a name is not looked up. */
export const isInside = (host: string): boolean => {
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  return version === 0 ? names.test(host) : inside.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

const secretive = new BlockList()
for (const [network, prefix] of [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
] as const)
  secretive.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['fd00:42::', 32],
  ['fd20:ce::', 32],
] as const)
  secretive.addSubnet(network, prefix, 'ipv6')

/** Link-local addresses and those beside them where clouds hand out what a machine may do. */
const keepsCredentials = (host: string): boolean => {
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  return version !== 0 && secretive.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Name or address of a host, and what it resolves to. */
type Host = readonly string[]

/** Whether a link leads into a network that its target is not in itself, or to where machines keep their credentials. */
export const leadsInside = (link: Host, targets: readonly Host[]): boolean => {
  if (targets.some(([name]) => name === link[0])) return false
  return link.some(keepsCredentials) || (link.some(isInside) && !targets.every((target) => target.some(isInside)))
}

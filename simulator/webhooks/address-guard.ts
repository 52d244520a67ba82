// Which network addresses a delivery may dial: anything but link-local and cloud metadata, whatever form they are written in.
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { remembered } from '../lib/remembered.ts'
import { deliveryError } from './delivery-error.ts'

export type Address = { address: string; family: 4 | 6 }

export type Checked = {
  /** What the host resolved to, in the resolver's order: the sender dials these and resolves nothing again. */
  addresses: Address[]
  /** Every one of them is this very machine. */
  loopback: boolean
}

/** Resolves a host name, or a literal of a URL at once. Throws or rejects with a DeliveryError: `dns_failure`, `address_refused`. */
export type AddressGuard = (hostname: string) => Checked | Promise<Checked>

const refused = new BlockList()
refused.addSubnet('169.254.0.0', 16, 'ipv4')
refused.addSubnet('fe80::', 10, 'ipv6')
// Metadata services that sit outside link-local: AWS, Google and Scaleway over IPv6, Alibaba, Oracle, Azure's host agent.
refused.addAddress('fd00:ec2::254', 'ipv6')
refused.addAddress('fd20:ce::254', 'ipv6')
refused.addAddress('fd00:42::42', 'ipv6')
refused.addAddress('100.100.100.200', 'ipv4')
refused.addAddress('192.0.0.192', 'ipv4')
refused.addAddress('168.63.129.16', 'ipv4')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const hexGroups = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)))

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes the dotted tail of a mapped address as two groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const [left, right] = [hexGroups(head), hexGroups(tail ?? '')]
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The IPv4 addresses that an IPv6 address may be translated or tunnelled to. */
function embedded(address: string): string[] {
  const g = groupsOf(address) as [number, number, number, number, number, number, number, number]
  const last = dotted(g[6], g[7])
  const startsWith = (...prefix: number[]) => prefix.every((group, at) => g[at] === group)
  const found: string[] = []
  // Mapped, compatible and translated (RFC 4291, RFC 2765).
  if (startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0, 0, 0, 0, 0xffff, 0) || startsWith(0, 0, 0, 0, 0, 0))
    found.push(last)
  // NAT64 (RFC 6052), the local prefix (RFC 8215) with each of the places its length may give the address.
  if (startsWith(0x64, 0xff9b)) {
    found.push(last, dotted(g[3], ((g[4] & 255) << 8) | (g[5] >> 8)))
    found.push(
      dotted(((g[3] & 255) << 8) | (g[4] & 255), g[5]),
      dotted(((g[4] & 255) << 8) | (g[5] >> 8), ((g[5] & 255) << 8) | (g[6] >> 8)),
    )
  }
  // 6to4 (RFC 3056); Teredo's server and its client, which is stored inverted (RFC 4380); ISATAP (RFC 5214).
  if (startsWith(0x2002)) found.push(dotted(g[1], g[2]))
  if (startsWith(0x2001, 0)) found.push(dotted(g[2], g[3]), dotted(g[6] ^ 0xffff, g[7] ^ 0xffff))
  if ((g[4] === 0 || g[4] === 0x200) && g[5] === 0x5efe) found.push(last)
  return found
}

const bare = (address: string) => address.split('%', 1)[0]!

/** Whether a delivery must not go to this IP address. */
export const isRefused = remembered((address: string): boolean => {
  const ip = bare(address)
  if (isIP(ip) === 4) return refused.check(ip, 'ipv4')
  return refused.check(ip, 'ipv6') || embedded(ip).some((inner) => refused.check(inner, 'ipv4'))
}, 1_000)

/** Whether this IP address is the machine itself. */
export const isLoopback = remembered((address: string): boolean => {
  const ip = bare(address)
  return loopback.check(ip, isIP(ip) === 4 ? 'ipv4' : 'ipv6')
}, 1_000)

async function lookUp(hostname: string): Promise<Address[]> {
  const found = await lookup(hostname, { all: true, verbatim: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

function judged(hostname: string, addresses: Address[]): Checked {
  if (addresses.length === 0) throw deliveryError('dns_failure', `The host ${hostname} resolved to no address.`)
  // One bad address is enough: which of several gets dialled is not for the owner of the name to decide.
  const bad = addresses.find(({ address }) => isRefused(address))
  if (bad) {
    throw deliveryError(
      'address_refused',
      `The host ${hostname} is ${bad.address}, a link-local or cloud metadata address; webhooks never go there.`,
    )
  }
  return { addresses, loopback: addresses.every(({ address }) => isLoopback(address)) }
}

/** Undefined for a name. */
const judgedLiteral = remembered((hostname: string): Checked | undefined => {
  const address = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  return version === 0 ? undefined : judged(hostname, [{ address, family: version === 6 ? 6 : 4 }])
}, 1_000)

/** `resolve` is asked again at every attempt, and never for a literal address. */
export const createAddressGuard = (resolve: (hostname: string) => Promise<Address[]> = lookUp): AddressGuard => {
  const named = async (hostname: string): Promise<Checked> => {
    const addresses = await resolve(hostname).catch((error: unknown) => {
      throw deliveryError(
        'dns_failure',
        `The host ${hostname} did not resolve (${error instanceof Error ? error.message : String(error)}).`,
      )
    })
    return judged(hostname, addresses)
  }
  return (hostname) => judgedLiteral(hostname) ?? named(hostname)
}

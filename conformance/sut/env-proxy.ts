// The proxy that the variables of the environment name for an address: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case; none for this machine.
import { isOnThisMachine, isPlain } from './addresses.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Lower case wins, as with other tools. */
const valueOf = (variables: Variables, name: string): string | undefined =>
  [variables[name], variables[name.toUpperCase()]].find((value) => value !== undefined && value !== '')

/** `example.com` and `.example.com` stand for its subdomains too, `*` for every host; a port narrows it. */
const isNamed = (entry: string, { hostname, port, protocol }: URL): boolean => {
  if (entry === '*') return true
  const [, host = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
  const isHost = hostname === host || hostname.endsWith(`.${host}`)
  return host !== '' && isHost && (only === undefined || only === (port || (protocol === 'http:' ? '80' : '443')))
}

/** The host of the proxy, or null where the target is called without one. */
export const proxyFor = (address: string, variables: Variables = process.env): string | null => {
  if (isOnThisMachine(address)) return null
  const own = isPlain(address) ? undefined : valueOf(variables, 'https_proxy')
  const proxy = own ?? valueOf(variables, 'http_proxy')
  if (proxy === undefined) return null
  const url = new URL(address)
  const spared = (valueOf(variables, 'no_proxy') ?? '')
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && isNamed(entry, url))
  if (spared) return null
  return URL.canParse(proxy) ? new URL(proxy).host : proxy
}

// Which addresses of a recording are the service: other APIs have an `/orders` and an `/oauth/token` too.
import { jsonOf, headerOf } from '../../evidence/exchange.ts'
import { at, textAt } from '../../model/body.ts'
import { bytesIn, headersIn, type HarEntry } from './har-entry.ts'
import { isOwn } from './recording.ts'

/** A call to an operation of the contract, by its path. */
type Row = { entry: HarEntry; base: string | null }

/** A host, whatever its scheme: a call over plain HTTP is one to the same service. */
export const hostKey = ({ hostname, port }: URL): string => (port === '' ? hostname : `${hostname}:${port}`)

/** Host and path of a base address. */
export const baseKey = (base: string): string => {
  const url = new URL(base)
  return hostKey(url) + (url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname)
}

const prefixed = /^(ord|doc|msg|rr|evt)_/
const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

const isOfContract = (answer: unknown): boolean =>
  (textAt(answer, 'access_token') !== null && (textAt(answer, 'scope') ?? '').split(' ').includes('lender')) ||
  (textAt(answer, 'code') !== null && textAt(answer, 'correlation_id') !== null) ||
  prefixed.test(textAt(answer, 'id') ?? '') ||
  prefixed.test(textAt(answer, 'data', 0, 'id') ?? '') ||
  (textAt(answer, 'lender', 'id') ?? '').startsWith('len_') ||
  at(answer, 'secret_set') !== undefined

/** What an entry shows of its address: 2 what the contract alone has, 1 the headers that many services have, 0 nothing. */
const proofIn = ({ response }: HarEntry): number => {
  const bytes = bytesIn(response?.content)
  if (bytes !== null && isOfContract(jsonOf(bytes))) return 2
  const headers = headersIn(response?.headers)
  return rateHeaders.every((name) => headerOf(headers, name) !== undefined) ? 1 : 0
}

const isVersioned = (key: string): boolean => /\/v\d+$/.test(key)

/** Sandbox and production may share a host. */
const withoutSandbox = (key: string): string => key.replace(/\/sandbox(?=\/)/, '')

/**
 * The base addresses that are the service, as keys.
 * @param named by the user, who knows
 */
export const servicesIn = (rows: readonly Row[], named: readonly string[]): ReadonlySet<string> => {
  if (named.length > 0) return new Set(named.map(baseKey))
  const proofs = new Map<string, number>()
  for (const { entry, base } of rows) {
    if (base === null || isOwn(entry)) continue
    const key = baseKey(base)
    const known = proofs.get(key) ?? 0
    proofs.set(key, known === 2 ? 2 : Math.max(known, proofIn(entry)))
  }
  const best = Math.max(0, ...proofs.values())
  const keys = [...proofs.keys()]
  if (best === 0) {
    const likely = keys.some(isVersioned) ? keys.filter(isVersioned) : keys
    const hosts = new Set(likely.map((key) => key.split('/')[0]))
    return new Set(hosts.size === 1 ? likely : [])
  }
  const proved = keys.filter((key) => proofs.get(key) === best)
  const pairs = new Set(proved.map(withoutSandbox))
  return new Set(keys.filter((key) => pairs.has(withoutSandbox(key))))
}

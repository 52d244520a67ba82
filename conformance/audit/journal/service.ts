// Which addresses of a recording are the service: other APIs have an `/orders` and an `/oauth/token` too.
import { errorTable } from '../../contract/contract.ts'
import { jsonOf, headerOf } from '../../evidence/exchange.ts'
import { at, textAt } from '../../model/body.ts'
import { bytesIn, headersIn, type HarEntry } from './har-entry.ts'
import { isMasked } from './masked.ts'
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

/** A token of a lender, or the account of one. */
const isOfLender = (answer: unknown): boolean =>
  (textAt(answer, 'access_token') !== null && (textAt(answer, 'scope') ?? '').split(' ').includes('lender')) ||
  (textAt(answer, 'lender', 'id') ?? '').startsWith('len_')

/** Stripe has ids that begin with `evt_`, too: a prefix counts beside another name of the contract. */
const isRecord = (value: unknown): boolean =>
  prefixed.test(textAt(value, 'id') ?? '') && (textAt(value, 'order_id') ?? textAt(value, 'order_number')) !== null

const isError = (answer: unknown): boolean =>
  textAt(answer, 'correlation_id') !== null && errorTable().codes.some(({ code }) => code === textAt(answer, 'code'))

const isOfContract = (answer: unknown): boolean =>
  isError(answer) ||
  isRecord(answer) ||
  isRecord(at(answer, 'data', 0)) ||
  (prefixed.test(textAt(answer, 'data', 0, 'id') ?? '') && at(answer, 'next_cursor') !== undefined) ||
  at(answer, 'secret_set') !== undefined

const answerIn = ({ response }: HarEntry): unknown => {
  const bytes = bytesIn(response?.content)
  return bytes === null ? null : jsonOf(bytes)
}

/** What an entry shows of its address: 3 a lender's, 2 what the contract has, 1 headers that many services have, 0 nothing. */
const proofIn = (entry: HarEntry): number => {
  const { response } = entry
  const answer = answerIn(entry)
  if (isOfLender(answer)) return 3
  if (isOfContract(answer)) return 2
  const headers = headersIn(response?.headers)
  return rateHeaders.every((name) => headerOf(headers, name) !== undefined) ? 1 : 0
}

const isVersioned = (key: string): boolean => /\/v\d+$/.test(key)

/** Sandbox and production may share a host. */
const withoutSandbox = (key: string): string => key.replace(/\/sandbox(?=\/)/, '')

const bearerIn = ({ request }: HarEntry): string | null => {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(headerOf(headersIn(request.headers), 'authorization') ?? '') ?? []
  return token === '' || isMasked(token) ? null : token
}

/** Only these operations show whose an address is. */
const mayShowLender = ({ request }: HarEntry): boolean => /\/(?:oauth\/token|account)(?:\?|$)/.test(request.url)

/** Addresses where no token is one of the lender's: another service may answer as the contract has it. */
const foreignIn = (rows: readonly Row[], isLenders: (key: string) => boolean): ReadonlySet<string> => {
  const own = new Set<string>()
  const others = new Map<string, Set<string>>()
  for (const { entry, base } of rows) {
    if (base === null || isOwn(entry)) continue
    const key = baseKey(base)
    const bearer = bearerIn(entry)
    if (!isLenders(key)) {
      if (bearer !== null) others.set(key, (others.get(key) ?? new Set()).add(bearer))
      continue
    }
    const issued = mayShowLender(entry) ? textAt(answerIn(entry), 'access_token') : null
    for (const token of [bearer, issued]) if (token !== null) own.add(token)
  }
  return new Set([...others].flatMap(([key, tokens]) => ([...tokens].some((token) => own.has(token)) ? [] : [key])))
}

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
    if (known < 2 || (known === 2 && mayShowLender(entry))) proofs.set(key, Math.max(known, proofIn(entry)))
  }
  const best = Math.max(0, ...proofs.values())
  const keys = [...proofs.keys()]
  if (best === 0) {
    const likely = keys.some(isVersioned) ? keys.filter(isVersioned) : keys
    const hosts = new Set(likely.map((key) => key.split('/')[0]))
    return new Set(hosts.size === 1 ? likely : [])
  }
  const foreign = best === 3 ? foreignIn(rows, (key) => proofs.get(key) === 3) : new Set()
  const proved = keys.filter((key) => proofs.get(key)! >= Math.min(best, 2) && !foreign.has(key))
  const pairs = new Set(proved.map(withoutSandbox))
  return new Set(keys.filter((key) => pairs.has(withoutSandbox(key))))
}

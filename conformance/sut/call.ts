// A call as a check writes it, and the request it becomes.
import { operations } from '../contract/contract.ts'
import type { Headers } from '../evidence/exchange.ts'
import type { Environment, Role } from '../evidence/roles.ts'
import type { WireRequest } from './send.ts'

export type Scalar = string | number | boolean

export type CallOptions = {
  params?: Record<string, string>
  query?: Record<string, Scalar | undefined>
  /** Sent as it is behind the parameters of `query`. */
  search?: string
  /** What is no call of the operation: its request by another method, or at an address made of its own. */
  unlisted?: { method?: string; address?: (url: string) => string }
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as multipart/form-data. */
  form?: FormData
  /** Sent as it is; give its content type in `headers`. */
  body?: string | Uint8Array
  /** Whose token to send; `main` by default. */
  role?: Role
  /** Instead of a role's token: this one, or null for no `Authorization` at all. */
  token?: string | null
  environment?: Environment
  /** False where the answer to this very token is asked for, and no other after a 401. */
  renew?: false
  /** Sent at once, and a 429 or 503 is an answer like any other: for what is asked about the rate itself. */
  unpaced?: boolean
  /** How long the whole answer may take, where that is less than usual. */
  limitMs?: number
}

const userAgent = 'assay-conform/0.1'

const encodeBody = async ({ json, form, body }: CallOptions): Promise<{ bytes: Uint8Array | null; type?: string }> => {
  if (json !== undefined) return { bytes: Buffer.from(JSON.stringify(json)), type: 'application/json' }
  if (form !== undefined) {
    const encoded = new Response(form)
    return { bytes: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get('content-type')! }
  }
  if (body === undefined) return { bytes: null }
  return { bytes: typeof body === 'string' ? Buffer.from(body) : body }
}

/** The address of an operation with its parameters filled in. */
const urlOf = (base: string, operationId: string, { params = {}, query = {}, search = '' }: CallOptions): string => {
  const operation = operations().get(operationId)
  if (!operation) throw new Error(`The contract has no operation ${operationId}.`)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${operationId} needs the parameter ${name}.`)
    return encodeURIComponent(value)
  })
  const given = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) given.append(key, String(value))
  const text = [given.toString(), search].filter((part) => part !== '').join('&')
  return text === '' ? base + path : `${base}${path}?${text}`
}

export const requestOf = async (
  operationId: string,
  base: string,
  token: string | null,
  options: CallOptions,
): Promise<WireRequest> => {
  const { bytes, type } = await encodeBody(options)
  const own = Object.entries(options.headers ?? {})
  const isGiven = (wanted: string): boolean => own.some(([name]) => name.toLowerCase() === wanted)
  const headers: Headers = [
    ...(isGiven('accept') ? [] : [['Accept', 'application/json'] as [string, string]]),
    ['User-Agent', userAgent],
  ]
  if (token !== null) headers.push(['Authorization', `Bearer ${token}`])
  if (type !== undefined && !isGiven('content-type')) headers.push(['Content-Type', type])
  const { method, address = (url: string) => url } = options.unlisted ?? {}
  return {
    method: method ?? operations().get(operationId)!.method,
    url: address(urlOf(base, operationId, options)),
    headers: [...headers, ...own],
    body: bytes,
    ...(options.limitMs !== undefined && { limitMs: options.limitMs }),
  }
}

/** A plain request to an address that the target handed out, such as a signed link: no token, no extra headers. */
export const plainRequest = (method: string, url: string, headers: Headers = []): WireRequest => ({
  method,
  url,
  headers: [['User-Agent', userAgent], ...headers],
  body: null,
})

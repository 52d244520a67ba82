// A response that is ready to go out, and its head.
import type { Outgoing } from '../behaviour/wire.ts'
import type { Exchange } from './exchange.ts'

/** A response whose text need not have become bytes yet. */
export type Ready = Omit<Outgoing, 'body'> & { body: Buffer | string | undefined }

/** An answer of these has no body. */
const bodiless = new Set([204, 205, 304])

const without = (headers: Record<string, string>, left: RegExp): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !left.test(name)))

export const isBare = ({ status, body }: Ready): boolean => body === undefined || bodiless.has(status)

export const writeHead = ({ res }: Exchange, ready: Ready): void => {
  const { status, headers, chunked } = ready
  if (isBare(ready)) res.writeHead(status, without(headers, /^(content-(type|length|encoding)|transfer-encoding)$/i))
  else res.writeHead(status, chunked ? without(headers, /^content-length$/i) : headers)
}

// How many bytes of a body went over the wire, as far as an entry says, whatever it holds of them.
import { headerOf, type Headers } from '../../evidence/exchange.ts'

/** Null where it is not known: what is encoded for the way has another length. */
export const lengthIn = (headers: Headers, bodySize = -1): number | null => {
  const text = headerOf(headers, 'content-length')?.trim() ?? ''
  if (/^\d+$/.test(text)) return headerOf(headers, 'content-encoding') === undefined ? Number(text) : null
  return bodySize > 0 ? bodySize : null
}

/** Charles writes the bodies of requests in base64 and does not say so: that the bytes are as many as were sent says it. */
export const isUnmarkedBase64 = (text: string, length: number | null): boolean =>
  length !== null &&
  length > 0 &&
  text.length === 4 * Math.ceil(length / 3) &&
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) &&
  Buffer.byteLength(text, 'base64') === length

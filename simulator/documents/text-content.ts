// Whether bytes are text: UTF-8, UTF-16 with a byte order mark, or Windows-1252, and no control characters besides white space.

import { isUtf8 } from 'node:buffer'

const beginning = 1024

/** The first letters of a text, or undefined when the bytes are not text. */
export function beginningOfText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, 'utf-16be')
  const encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1252'
  for (const byte of bytes) {
    if (isControl(byte)) return undefined
    if (encoding === 'windows-1252' && unassigned.has(byte)) return undefined
  }
  return new TextDecoder(encoding).decode(bytes.subarray(0, beginning))
}

/** Bytes that mean nothing in Windows-1252. */
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

const isControl = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0c && code !== 0x0d) || code === 0x7f

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    return /[\u0000-\u0008\u000B\u000E-\u001F\u007F]/.test(text) ? undefined : text.slice(0, beginning)
  } catch {
    return undefined
  }
}

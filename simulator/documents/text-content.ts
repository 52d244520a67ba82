// Whether bytes are text: UTF-8, UTF-16 with a byte order mark, or Windows-1252, and no control characters besides white space.

import { isUtf8 } from 'node:buffer'

const beginning = 1024

/** The first letters of a text, or undefined when the bytes are not text. */
export function beginningOfText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, 'utf-16be')
  const encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1252'
  const barred = encoding === 'utf-8' ? controls : controlsAndUnassigned
  for (let at = 0; at < bytes.length; at++) if (barred[bytes[at]!]) return undefined
  return new TextDecoder(encoding).decode(bytes.subarray(0, beginning))
}

/** 1 for each control character but tab, line feed, form feed and carriage return. */
const controls = Uint8Array.from({ length: 256 }, (_byte, code) =>
  Number(code === 0x7f || (code < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(code))),
)

/** Five bytes mean nothing in Windows-1252. */
const controlsAndUnassigned = controls.map((barred, code) =>
  Number(barred === 1 || [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(code)),
)

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    return /[\u0000-\u0008\u000B\u000E-\u001F\u007F]/.test(text) ? undefined : text.slice(0, beginning)
  } catch {
    return undefined
  }
}

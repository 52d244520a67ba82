// Base64 that others send: its bytes, or nothing where it is none. Reads a text once, however it is made.

/** White space may stand between the letters, padding only at the end. */
export const bytesOfBase64 = (text: string): Buffer | undefined => {
  const trimmed = text.trimEnd()
  const padding = trimmed.endsWith('==') ? 2 : trimmed.endsWith('=') ? 1 : 0
  // A search for what must not be there: an expression for the whole text keeps a place for each letter, and fails at some megabytes.
  const other = trimmed.search(/[^A-Za-z0-9+/\s]/)
  return other < 0 || other >= trimmed.length - padding ? Buffer.from(text, 'base64') : undefined
}

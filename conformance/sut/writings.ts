// The ways in which a secret may be written: as it is, escaped, percent-encoded, in a form, in markup, in base64 and in hexadecimal digits.

/** As a contract-abiding server might write it. */
export const plainWritings = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  secret.replaceAll('/', '\\/'),
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
]

/** What base64 makes of it wherever it stands in the encoded text: the digits that depend on nothing else. */
const inBase64 = (bytes: Buffer): string[] =>
  [0, 1, 2].map((shift) => {
    const digits = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    return digits.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
  })

const eachAs = (secret: string, prefix: string, digits: number, suffix = ''): string =>
  [...secret].map((char) => prefix + char.codePointAt(0)!.toString(16).padStart(digits, '0') + suffix).join('')

const inDecimals = (secret: string): string => [...secret].map((char) => `&#${char.codePointAt(0)};`).join('')

const inMarkup = (secret: string): string =>
  secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const fromItsEnd = (text: string): string => [...text].toReversed().join('')

/** This many letters of a secret are no coincidence. */
export const pieceLength = 12

/** In two fields, or in the other order; a half that is short may be a word. */
const halvesOf = (secret: string): string[] => {
  const middle = Math.ceil(secret.length / 2)
  const halves = [secret.slice(0, middle), secret.slice(middle)]
  return halves.filter(({ length }) => length >= pieceLength).flatMap((half) => [half, fromItsEnd(half)])
}

/** As a server might that means to hide it. Case is left to the reader. */
export const disguises = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const base64 = inBase64(bytes)
  return [
    ...plainWritings(secret),
    ...base64,
    ...base64.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_')),
    ...base64.map((digits) => digits.replaceAll('/', '\\/')),
    ...base64.map((digits) => encodeURIComponent(digits)),
    bytes.toString('hex'),
    // The last separator may be missing.
    ...[':', ' ', '-'].map((between) => eachAs(secret, '', 2, between).slice(0, -1)),
    ...inBase64(Buffer.from(bytes.toString('base64').replaceAll('=', ''))),
    eachAs(secret, '%', 2),
    eachAs(secret, '%25', 2),
    eachAs(secret, '\\x', 2),
    eachAs(secret, '&#x', 2, ';'),
    inDecimals(secret),
    inMarkup(secret),
    eachAs(secret, '\\u', 4),
    fromItsEnd(secret),
    ...halvesOf(secret),
  ]
}

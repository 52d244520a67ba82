// The ways in which a secret may be written. Escapes of every kind are resolved, and case is left out, where it is looked for (`readable.ts`).

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

const inBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const fives = bits.match(/.{5}/g) ?? []
  return fives.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]).join('')
}

const fromItsEnd = (text: string): string => [...text].toReversed().join('')

const rotated = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0)
    return String.fromCharCode((code | 32) < 110 ? code + 13 : code - 13)
  })

/** This many letters of a secret are no coincidence. */
export const pieceLength = 12

/** In two fields, or in the other order; a half that is short may be a word. */
const halvesOf = (secret: string): string[] => {
  const middle = Math.ceil(secret.length / 2)
  const halves = [secret.slice(0, middle), secret.slice(middle)]
  return halves.filter(({ length }) => length >= pieceLength).flatMap((half) => [half, fromItsEnd(half)])
}

/** Letter by letter, as a server might that means to hide it. */
export const disguises = (secret: string): string[] => [
  ...plainWritings(secret),
  // Bytes that are taken for letters.
  Buffer.from(secret).toString('latin1'),
  fromItsEnd(secret),
  ...halvesOf(secret),
]

/** Numbers of bytes, and digits that stand for several: whatever separates them. */
export const encodings = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const each = (write: (byte: number) => string): string => [...bytes].map(write).join('')
  const hex = bytes.toString('hex')
  const base64 = bytes.toString('base64').replaceAll('=', '')
  return [
    ...(secret.length >= pieceLength ? [rotated(secret)] : []),
    hex,
    each((byte) => `x${byte.toString(16)}`),
    each((byte) => `0x${byte.toString(16)}`),
    each((byte) => byte.toString(8).padStart(3, '0')),
    each((byte) => byte.toString(2).padStart(8, '0')),
    each(String),
    inBase32(bytes),
    ...[bytes, Buffer.from(hex), Buffer.from(base64)].flatMap(inBase64),
    Buffer.from(base64).toString('hex'),
  ]
}

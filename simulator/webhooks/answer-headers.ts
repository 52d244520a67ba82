// The headers of answers as pairs: a receiver answers with the very same ones again and again, which are then kept once.

export type Header = [name: string, value: string]

type Read = { bytes: Buffer; places: readonly number[]; headers: readonly Header[] }

/** Where each name and value begins after the first one, and how long it is; undefined where they are not of one piece. */
const placesOf = (raw: readonly Buffer[]): number[] | undefined => {
  const first = raw[0]
  if (first === undefined) return undefined
  const places: number[] = []
  let end = 0
  for (const { buffer, byteOffset, length } of raw) {
    const at = byteOffset - first.byteOffset
    if (buffer !== first.buffer || at < end) return undefined
    places.push(at, length)
    end = at + length
  }
  return places
}

const areSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one, n) => one === b[n])

const headersIn = (raw: readonly Buffer[]): Header[] => {
  const headers: Header[] = []
  for (let n = 0; n < raw.length; n += 2) headers.push([raw[n]!.toString(), raw[n + 1]!.toString('latin1')])
  return headers
}

/** Of names and values in turn, as undici has them: parts of what the connection read. */
export const createHeaderReader = (): ((raw: readonly Buffer[]) => readonly Header[]) => {
  let last: Read | undefined
  return (raw) => {
    const places = placesOf(raw)
    if (places === undefined) return headersIn(raw)
    const { buffer, byteOffset } = raw[0]!
    const bytes = Buffer.from(buffer, byteOffset, places.at(-2)! + places.at(-1)!)
    if (last && areSame(places, last.places) && bytes.equals(last.bytes)) return last.headers
    last = { bytes: Buffer.from(bytes), places, headers: headersIn(raw) }
    return last.headers
  }
}

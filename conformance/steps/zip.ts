// Writing and reading of ZIP archives, as far as small uploads and delivery packages need it.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createInflateRaw } from 'node:zlib'
import { bounds } from '../../fixtures/bounds.ts'

type ZipMember = { name: string; bytes: Uint8Array }

const marks = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, locator: 0x07064b50 }
// 1 January 2026, in the format of MS-DOS.
const stamp = { time: 0, date: ((2026 - 1980) << 9) | (1 << 5) | 1 }

const header = (name: Buffer, bytes: Uint8Array): Buffer => {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(stamp.time, 6)
  head.writeUInt16LE(stamp.date, 8)
  head.writeUInt32LE(crc32(bytes), 10)
  head.writeUInt32LE(bytes.length, 14)
  head.writeUInt32LE(bytes.length, 18)
  head.writeUInt16LE(name.length, 22)
  return head
}

const uint32 = (value: number): Buffer => {
  const four = Buffer.alloc(4)
  four.writeUInt32LE(value)
  return four
}

/** An archive whose members are stored as they are. */
export const zip = (members: readonly ZipMember[]): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of members) {
    const encoded = Buffer.from(name)
    const head = header(encoded, bytes)
    const file = Buffer.concat([uint32(marks.local), head, encoded, bytes])
    const version = Buffer.from([20, 0])
    directory.push(Buffer.concat([uint32(marks.central), version, head, Buffer.alloc(10), uint32(offset), encoded]))
    files.push(file)
    offset += file.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(marks.end, 0)
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, central, end])
}

/** A member as its directory names it; only its beginning is kept, as a package may hold more than memory does. */
type PackedMember = { name: string; size: number; beginning: Uint8Array; read: () => Promise<Buffer> }

type Entry = { name: string; method: number; sum: number; size: number; packed: Buffer }

async function* unpacked({ method, packed }: Entry): AsyncGenerator<Buffer> {
  if (method === 0) yield packed
  else if (method === 8) yield* Readable.from([packed]).pipe(createInflateRaw())
  else throw new Error(`the compression method ${method} is not one that is read here`)
}

const readMember = async (entry: Entry, most: number): Promise<PackedMember> => {
  const beginning: Buffer[] = []
  let [size, sum, held] = [0, 0, 0]
  for await (const chunk of unpacked(entry)) {
    size += chunk.length
    if (size > most) throw new Error('its members have more bytes than any package')
    sum = crc32(chunk, sum)
    if (held < bounds.answered.memberBytes)
      beginning.push(Buffer.from(chunk.subarray(0, bounds.answered.memberBytes - held)))
    held = Math.min(bounds.answered.memberBytes, held + chunk.length)
  }
  if (sum !== entry.sum || size !== entry.size) throw new Error(`the member ${entry.name} is not whole`)
  const read = () => buffer(unpacked(entry))
  return { name: entry.name, size, beginning: Buffer.concat(beginning), read }
}

const full = 0xffffffff

/** Numbers that four bytes do not hold stand in the extra field of ZIP64, in this order. */
const wideNumbers = (extra: Buffer, numbers: readonly number[]): number[] => {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2)
  let from = at + 4
  return numbers.map((number) => {
    if (number !== full || from + 8 > extra.length) return number
    from += 8
    return Number(extra.readBigUInt64LE(from - 8))
  })
}

const readEntry = (archive: Buffer, at: number): { entry: Entry; next: number } => {
  if (archive.readUInt32LE(at) !== marks.central) throw new Error('its directory is broken')
  const [nameLength, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
    number,
    number,
    number,
  ]
  const field = archive.subarray(at + 46 + nameLength, at + 46 + nameLength + extra)
  const narrow = [24, 20, 42].map((place) => archive.readUInt32LE(at + place))
  const [size, length, local] = wideNumbers(field, narrow) as [number, number, number]
  if (archive.readUInt32LE(local) !== marks.local) throw new Error('its directory names a member that is not there')
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const entry: Entry = {
    name: archive.toString('utf8', at + 46, at + 46 + nameLength),
    method: archive.readUInt16LE(at + 10),
    sum: archive.readUInt32LE(at + 16),
    size,
    packed: archive.subarray(start, start + length),
  }
  return { entry, next: at + 46 + nameLength + extra + comment }
}

/** Where the directory begins and how many members it has; the end of ZIP64 has both where the old one is too small. */
const directoryOf = (archive: Buffer, end: number): { count: number; at: number } => {
  const [count, at] = [archive.readUInt16LE(end + 10), archive.readUInt32LE(end + 16)]
  if ((count !== 0xffff && at !== full) || end < 20 || archive.readUInt32LE(end - 20) !== marks.locator)
    return { count, at }
  const wide = Number(archive.readBigUInt64LE(end - 12))
  return { count: Number(archive.readBigUInt64LE(wide + 32)), at: Number(archive.readBigUInt64LE(wide + 48)) }
}

/** The members of an archive, or why it cannot be read as one. */
export const unzip = async (
  given: Uint8Array,
  most = bounds.answered.unpackedBytes,
): Promise<PackedMember[] | string> => {
  const archive = Buffer.from(given.buffer, given.byteOffset, given.length)
  try {
    const end = archive.lastIndexOf(uint32(marks.end))
    if (archive.readUInt32LE(0) !== marks.local || end < 0) return 'it is no ZIP archive'
    const members: PackedMember[] = []
    let { count: left, at } = directoryOf(archive, end)
    let room = most
    for (; left > 0; left -= 1) {
      const { entry, next } = readEntry(archive, at)
      const member = await readMember(entry, room)
      room -= member.size
      members.push(member)
      at = next
    }
    return members
  } catch (error) {
    return `it cannot be read as a ZIP archive: ${(error as Error).message}`
  }
}

/** Whether a member is named as an invoice of the company would be. */
export const isInvoiceName = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name.endsWith('.pdf') && /(?:^|[_-])invoice/.test(name)
}

// Writing and reading of ZIP archives, as far as small uploads and delivery packages need it.
import { crc32, inflateRawSync } from 'node:zlib'

type ZipMember = { name: string; bytes: Uint8Array }

const marks = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
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

/** Bytes of all members together: a small archive may hold more than any memory. */
const mostUnpacked = 64 * 1024 * 1024

const unpack = (method: number, bytes: Buffer, most: number): Buffer => {
  if (method === 0 && bytes.length <= most) return bytes
  if (method === 8 && most > 0) return inflateRawSync(bytes, { maxOutputLength: most })
  if (method === 0 || method === 8) throw new Error(`its members have more than ${mostUnpacked} bytes`)
  throw new Error(`the compression method ${method} is not one that is read here`)
}

const readMember = (archive: Buffer, at: number, most: number): { member: ZipMember; next: number } => {
  if (archive.readUInt32LE(at) !== marks.central) throw new Error('its directory is broken')
  const [nameLength, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
    number,
    number,
    number,
  ]
  const local = archive.readUInt32LE(at + 42)
  if (archive.readUInt32LE(local) !== marks.local) throw new Error('its directory names a member that is not there')
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20))
  const bytes = unpack(archive.readUInt16LE(at + 10), packed, most)
  const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
  return { member: { name, bytes }, next: at + 46 + nameLength + extra + comment }
}

/** The members of an archive, or why it cannot be read as one. */
export const unzip = (given: Uint8Array): ZipMember[] | string => {
  const archive = Buffer.from(given)
  try {
    const end = archive.lastIndexOf(uint32(marks.end))
    if (archive.readUInt32LE(0) !== marks.local || end < 0) return 'it is no ZIP archive'
    const members: ZipMember[] = []
    let at = archive.readUInt32LE(end + 16)
    let room = mostUnpacked
    for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
      const { member, next } = readMember(archive, at, room)
      room -= member.bytes.length
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

import { crc32, deflateRawSync } from 'node:zlib'
import t from 'tap'
import { isInvoiceName, unzip, zip } from './zip.ts'

const megabyte = 1024 * 1024

/** An archive whose one member is compressed, and named so often. */
const bomb = (size: number, times: number): Buffer => {
  const bytes = Buffer.alloc(size)
  const packed = deflateRawSync(bytes)
  const archive = zip(Array.from({ length: times }, () => ({ name: 'a', bytes: packed })))
  let at = archive.readUInt32LE(archive.length - 6)
  for (let n = 0; n < times; n += 1) {
    archive.writeUInt16LE(8, at + 10)
    archive.writeUInt32LE(crc32(bytes), at + 16)
    archive.writeUInt32LE(size, at + 24)
    // All of them are the first.
    archive.writeUInt32LE(0, at + 42)
    at += 47
  }
  return archive
}

const namesIn = async (archive: Uint8Array): Promise<unknown> => {
  const members = await unzip(archive)
  return typeof members === 'string' ? members : members.map(({ name }) => name)
}

t.test('what was packed is what is read', async (t) => {
  const members = [
    { name: 'a.txt', bytes: Buffer.from('one') },
    { name: 'dir/b', bytes: Buffer.alloc(0) },
  ]
  const found = await unzip(zip(members))
  if (typeof found === 'string') throw new Error(found)
  t.strictSame(await Promise.all(found.map(async ({ name, read }) => ({ name, bytes: await read() }))), members)
  const [member] = (await unzip(bomb(megabyte, 1))) as { size: number; beginning: Uint8Array }[]
  t.strictSame([member!.size, member!.beginning.length], [megabyte, 65_536], 'no more than the beginning is kept')
})

t.test('what is no archive says so', async (t) => {
  t.equal(await unzip(Buffer.from('not an archive')), 'it is no ZIP archive')
  const late = Buffer.concat([zip([]), zip([{ name: 'a', bytes: Buffer.from('b') }]).subarray(31)])
  t.match(await unzip(late), /no ZIP|cannot be read/)
  const broken = zip([{ name: 'a', bytes: Buffer.from('broken') }])
  broken[33] = 0
  t.match(await unzip(broken), /the member a is not whole/)
})

t.test('an archive that unpacks to more than any package is not unpacked', async (t) => {
  t.match(await unzip(bomb(megabyte + 1, 1), megabyte), /more bytes than any package/)
  t.match(await unzip(bomb(megabyte / 8, 9), megabyte), /more bytes than any package/)
  t.equal((await unzip(bomb(megabyte / 8, 8), megabyte)).length, 8)
})

t.test('three pictures of 24 MB are no bomb', async (t) => {
  t.strictSame(await namesIn(bomb(24 * megabyte, 3)), ['a', 'a', 'a'])
})

t.test('sizes and places of ZIP64 are read where the old fields are full', async (t) => {
  const archive = zip([{ name: 'a', bytes: Buffer.from('one') }])
  const end = archive.length - 22
  const at = archive.readUInt32LE(end + 16)
  const entry = archive.subarray(at, end)
  const wide = (...numbers: number[]): Buffer => {
    const bytes = Buffer.alloc(8 * numbers.length)
    for (const [index, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), 8 * index)
    return bytes
  }
  const head = Buffer.from(entry)
  for (const place of [20, 24, 42]) head.writeUInt32LE(0xffffffff, place)
  head.writeUInt16LE(28, 30)
  const extra = Buffer.concat([Buffer.from([1, 0, 24, 0]), wide(3, 3, 0)])
  const directory = Buffer.concat([head, extra])
  const end64 = Buffer.concat([
    Buffer.from('504b0606', 'hex'),
    wide(44),
    Buffer.alloc(12),
    wide(1, 1, directory.length, at),
  ])
  const locator = Buffer.concat([
    Buffer.from('504b0607', 'hex'),
    Buffer.alloc(4),
    wide(at + directory.length),
    Buffer.alloc(4),
  ])
  const old = Buffer.from(archive.subarray(end))
  old.writeUInt16LE(0xffff, 10)
  old.writeUInt32LE(0xffffffff, 16)
  const made = Buffer.concat([archive.subarray(0, at), directory, end64, locator, old])
  t.strictSame(await namesIn(made), ['a'])
})

t.test('names of invoices, however long a name is', async (t) => {
  for (const name of ['invoice.pdf', 'a/Invoice-1.PDF', 'x_invoice.pdf', 'x-invoice-2.pdf'])
    t.ok(isInvoiceName(name), name)
  for (const name of ['invoice/a.pdf', 'invoice.xml', 'myinvoice.pdf', '-invoice'.repeat(8_000)])
    t.notOk(isInvoiceName(name), name.slice(0, 20))
})

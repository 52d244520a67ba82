import { deflateRawSync } from 'node:zlib'
import t from 'tap'
import { isInvoiceName, unzip, zip } from './zip.ts'

const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024)

/** An archive whose one member is compressed, and named so often. */
const bomb = (size: number, times: number): Buffer => {
  const packed = deflateRawSync(megabytes(size))
  const archive = zip(Array.from({ length: times }, () => ({ name: 'a', bytes: packed })))
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  for (let n = 0; n < times; n += 1) {
    archive.writeUInt16LE(8, at + 10)
    // All of them are the first.
    archive.writeUInt32LE(0, at + 42)
    at += 47
  }
  return archive
}

t.test('what was packed is what is read', async (t) => {
  const members = [
    { name: 'a.txt', bytes: Buffer.from('one') },
    { name: 'dir/b', bytes: Buffer.alloc(0) },
  ]
  t.strictSame(unzip(zip(members)), members)
  const [member] = unzip(bomb(1, 1)) as { bytes: Uint8Array }[]
  t.equal(member!.bytes.length, 1024 * 1024)
})

t.test('what is no archive says so', async (t) => {
  t.equal(unzip(Buffer.from('not an archive')), 'it is no ZIP archive')
  t.match(
    unzip(Buffer.concat([zip([]), zip([{ name: 'a', bytes: Buffer.from('b') }]).subarray(31)])),
    /no ZIP|cannot be read/,
  )
})

t.test('an archive that unpacks to more than any package is not unpacked', async (t) => {
  t.match(unzip(bomb(65, 1)), 'it cannot be read as a ZIP archive')
  t.match(unzip(bomb(1, 65)), 'it cannot be read as a ZIP archive')
  t.equal(unzip(bomb(1, 64)).length, 64)
})

t.test('names of invoices, however long a name is', async (t) => {
  for (const name of ['invoice.pdf', 'a/Invoice-1.PDF', 'x_invoice.pdf', 'x-invoice-2.pdf'])
    t.ok(isInvoiceName(name), name)
  for (const name of ['invoice/a.pdf', 'invoice.xml', 'myinvoice.pdf', '-invoice'.repeat(8_000)])
    t.notOk(isInvoiceName(name), name.slice(0, 20))
})

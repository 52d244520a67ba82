// The page lists the members of a ZIP that a lender sent: as they are, or not at all.
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { root } from '../places.ts'

const { zipMembers } = (await import(pathToFileURL(join(root, 'simulator/console/page/zip-members.js')).href)) as {
  zipMembers: (buffer: ArrayBuffer) => { name: string; size: number }[] | null
}

const member = (name: string, size: number, stated = Buffer.byteLength(name)): Buffer => {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(stated, 28)
  return Buffer.concat([head, Buffer.from(name)])
}

const zip = (members: readonly Buffer[], { count = members.length, start = 4 } = {}): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([Buffer.from('PK\u0003\u0004'), ...members, end])
}

const listed = (bytes: Buffer) => zipMembers(new Uint8Array(bytes).buffer)

t.test('members are listed', async (t) => {
  const whole = zip([member('a.xml', 7), member('Ü/b.pdf', 2 ** 32 - 1)])
  const members = [
    { name: 'a.xml', size: 7 },
    { name: 'Ü/b.pdf', size: 2 ** 32 - 1 },
  ]
  t.strictSame(listed(whole), members)
  t.strictSame(listed(Buffer.concat([whole, Buffer.alloc(65_535)])), members, 'with a comment')
  t.strictSame(listed(zip([])), [])
})

t.test('what lies about itself is no ZIP', async (t) => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('no ZIP'),
    zip([member('a', 1, 65_535)]),
    zip([member('a', 1)], { count: 65_535 }),
    zip([member('a', 1)], { start: 2 ** 32 - 1 }),
    Buffer.concat([zip([]), Buffer.alloc(65_536)]),
  ])
    t.equal(listed(bytes), null, bytes.toString('hex').slice(0, 80))
})

t.test('no bytes make it throw', async () => {
  const whole = zip([member('a.xml', 7), member('b', 1)])
  const changed = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { maxLength: 6 })
  fc.assert(
    fc.property(changed, fc.nat({ max: whole.length }), (changes, cut) => {
      const bytes = Buffer.from(whole)
      for (const [at, value] of changes) bytes[at] = value
      listed(bytes)
      listed(bytes.subarray(cut))
    }),
    { seed: 42, numRuns: 500 },
  )
})

// The search for a boundary: what a search of the whole finds, however it comes in pieces; and it is the one that uploads are read with.
import busboy from 'busboy'
import fc from 'fast-check'
import t from 'tap'
import { quickSearch, searchQuickly } from './quick-search.ts'

const needle = Buffer.from('\r\n--aab')

/** Texts between boundaries. */
const found = (pieces: readonly Buffer[]): string[] => {
  const texts = ['']
  const search = quickSearch(needle, (isMatch, data, start, end) => {
    texts[texts.length - 1] += data?.toString('latin1', start, end) ?? ''
    if (isMatch) texts.push('')
  })
  for (const piece of pieces) search.push(piece)
  search.destroy()
  return texts
}

t.test('every boundary is found, and nothing between them is lost', async (t) => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '-', '\r', '\n', '\r\n', '\r\n--', '\r\n--a', '\r\n--aab'), { maxLength: 30 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }), (all, sizes) => {
      const pieces: Buffer[] = []
      let at = 0
      for (const size of [...sizes, all.length]) pieces.push(Buffer.from(all.slice(at, (at += size)), 'latin1'))
      const expected = all.split(needle.toString())
      const received = found(pieces)
      if (JSON.stringify(received) !== JSON.stringify(expected)) throw new Error(JSON.stringify({ received, expected }))
    }),
    { numRuns: 3_000, seed: 25 },
  )
  t.pass()
})

t.test('the parser of uploads has a place for it', async (t) => {
  const parser = busboy({ headers: { 'content-type': 'multipart/form-data; boundary=b' } })
  t.ok(searchQuickly(parser))
  const fields: string[] = []
  parser.on('field', (name, value) => void fields.push(`${name}=${value}`))
  parser.end('--b\r\nContent-Disposition: form-data; name="kind"\r\n\r\n\r\n--a\r\n--b--\r\n')
  await new Promise((resolve) => void parser.on('close', () => resolve(undefined)))
  t.strictSame(fields, ['kind=\r\n--a'])
})

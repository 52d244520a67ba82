import t from 'tap'
import { createNeedles } from './needles.ts'

const needlesOf = (...given: string[]) => {
  const needles = createNeedles()
  for (const needle of given) needles.add(needle)
  return needles
}

t.test('finds each of them wherever it stands, in any case', async (t) => {
  const needles = needlesOf('abcdef', 'cdefgh1', 'Secret-Value')
  t.strictSame(needles.rangesIn('abcdef'), [[0, 6]])
  t.strictSame(needles.rangesIn('xxABCDEFgh1'), [
    [2, 8],
    [4, 11],
  ])
  t.strictSame(needles.rangesIn('ends with secret-value'), [[10, 22]])
  t.strictSame(needles.rangesIn('abcdeabcdef'), [[5, 11]])
  t.strictSame(needles.rangesIn('secret-valu'), [])
  t.strictSame(needles.rangesIn('abc'), [])
  t.strictSame(needles.rangesIn(''), [])
})

t.test('what is too short is never looked for, and without needles nothing is found', async (t) => {
  t.strictSame(needlesOf('abc').rangesIn('abcabcabc'), [])
  t.strictSame(needlesOf().rangesIn('anything'), [])
})

t.test('agrees with a plain search in texts of two letters, where hashes meet most', async (t) => {
  const wordOf = (bits: number, length: number) =>
    Array.from({ length }, (_, index) => ((bits >> index) & 1 ? 'a' : 'B')).join('')
  const given = [0b101010, 0b111111, 0b110010].map((bits) => wordOf(bits, 6))
  const needles = needlesOf(...given)
  for (let bits = 0; bits < 1 << 14; bits += 7) {
    const text = wordOf(bits, 14)
    const expected = Array.from({ length: text.length }, (_, at) => at).filter((at) =>
      given.some((needle) => text.startsWith(needle, at)),
    )
    t.strictSame(
      needles.rangesIn(text).map(([start]) => start),
      expected,
      text,
    )
  }
})

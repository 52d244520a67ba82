// What is remembered is made once for each input, and there is an end to it.
import t from 'tap'
import { remembered } from './remembered.ts'

t.test('each input has its own, made once', async (t) => {
  const asked: number[] = []
  const square = remembered((n: number) => asked.push(n) && n * n)
  t.strictSame([square(3), square(4), square(3), square(Number.NaN)], [9, 16, 9, Number.NaN])
  square(Number.NaN)
  t.strictSame(asked, [3, 4, Number.NaN])
})

t.test('what is undefined, and what throws, is asked for again', async (t) => {
  let known = false
  const lookUp = remembered((name: string) => (known ? name : undefined))
  t.equal(lookUp('a'), undefined)
  known = true
  t.equal(lookUp('a'), 'a')
  const iso = remembered((at: number) => new Date(at).toISOString())
  t.throws(() => iso(Number.NaN), RangeError)
  t.throws(() => iso(Number.NaN), RangeError)
})

t.test('more inputs than are kept give the same results', async (t) => {
  const texts = remembered(String, 3)
  for (let round = 0; round < 2; round += 1)
    for (let n = 0; n < 10; n += 1) t.equal(texts(n), String(n), `${n} in round ${round}`)
})

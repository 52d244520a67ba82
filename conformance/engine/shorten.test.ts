import t from 'tap'
import { shortenText, shortenValue, unsure } from './shorten.ts'

const secret = 'a-secret-of-many-letters'
const mask = (text: string): string => text.replaceAll(secret, '•••')
const asIs = (text: string): string => text

t.test('a short text stays, a long one keeps its beginning and says how much there was', async (t) => {
  t.equal(shortenText('short', 10, asIs), 'short')
  t.equal(shortenText('x'.repeat(11), 10, asIs), `${'x'.repeat(10)}… (1 more characters)`)
  t.equal(shortenText('x'.repeat(1_000_000), 10, asIs), `${'x'.repeat(10)}… (999990 more characters)`)
})

t.test('no part of a secret is left where a text is cut', async (t) => {
  for (let before = 0; before <= 2 * unsure; before += 97) {
    const text = 'x'.repeat(before) + secret.repeat(2_000)
    t.notMatch(shortenText(text, 4_096, mask), 'secret', `${before} before it`)
  }
})

t.test('lists, objects and levels of a value are shortened', async (t) => {
  t.strictSame(shortenValue({ a: [1, 2, 3], b: 2, c: 3 }, asIs, 2), { a: [1, 2, '… (1 more)'], b: 2, '…': '1 more' })
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  t.equal(JSON.stringify(shortenValue(deep, asIs)).length, 27)
  t.strictSame(shortenValue([null, 1, true, undefined], asIs), [null, 1, true, undefined])
})

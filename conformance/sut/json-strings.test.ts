import t from 'tap'
import { stringsIn } from './json-strings.ts'

const shown = (text: string) => stringsIn(text).map(({ keys, value }) => `${keys.join('.')}=${value}`)

t.test('strings with the keys that lead to them', async (t) => {
  t.strictSame(shown('{"a":"x","b":{"c":["y",{"d":"z"}],"e":"w"},"f":1,"g":"v"}'), [
    'a=x',
    'b.c=y',
    'b.c.d=z',
    'b.e=w',
    'g=v',
  ])
  t.strictSame(shown('[{"a":"x"},{"a":"y"}]'), ['a=x', 'a=y'])
  t.strictSame(shown('"alone"'), ['=alone'])
})

t.test('escapes, braces in strings, and a text that is cut off', async (t) => {
  t.strictSame(shown('{"a":"\\u0041\\"}{","b" : "c"}'), ['a=A"}{', 'b=c'])
  t.strictSame(shown('{"a":{"b":"c","d":"e'), ['a.b=c', 'a.d=e'], 'what it broke off in is masked as well')
  t.strictSame(shown('{"a":"b","'), ['a=b', 'a='])
  t.strictSame(shown('{"a":"b\\'), ['a=b\\'])
  t.strictSame(shown('no JSON'), [])
  const [found] = stringsIn('{"a": "xy"}')
  t.match(found, { start: 6, end: 10 })
})

t.test('a text of megabytes that is no JSON is read once', async (t) => {
  const quotes = '\\"'.repeat(1_000_000)
  t.strictSame(
    stringsIn(`{"a":"${quotes}`).map(({ value, isWhole }) => [value.length, isWhole]),
    [[1_000_000, false]],
  )
  t.equal(stringsIn(`{"a":"${'x'.repeat(20_000_000)}"}`)[0]?.value.length, 20_000_000)
  t.equal(stringsIn(`${'{"a":'.repeat(100_000)}"b"`)[0]?.keys.length, 17)
})

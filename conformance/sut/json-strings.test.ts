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
  t.strictSame(shown('{"a":{"b":"c","d":"e'), ['a.b=c'])
  t.strictSame(shown('no JSON'), [])
  const [found] = stringsIn('{"a": "xy"}')
  t.match(found, { start: 6, end: 10 })
})

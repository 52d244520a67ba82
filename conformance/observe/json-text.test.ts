import t from 'tap'
import { withoutStrings } from './json-text.ts'

t.test('what is left of JSON without its strings', async (t) => {
  t.equal(withoutStrings('{"a":"b c","d": ["\\"e ", 1]}'), '{"":"","": ["", 1]}')
  t.equal(withoutStrings('{"a":"b'), '{"":"b')
  t.equal(withoutStrings('no JSON'), 'no JSON')
})

t.test('a text of megabytes is read once, whether it is JSON or not', async (t) => {
  const quotes = '\\"'.repeat(1_000_000)
  t.equal(withoutStrings(`{"a":"${quotes}`), `{"":"${quotes}`)
  t.equal(withoutStrings(`{"a":"${'x'.repeat(20_000_000)}"}`), '{"":""}')
})

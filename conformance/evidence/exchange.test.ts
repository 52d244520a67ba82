import t from 'tap'
import { jsonOf } from './exchange.ts'

t.test('what begins as JSON does is read, and nothing else', async (t) => {
  for (const text of ['{"a":1}', '[1]', '"x"', '-1', '0', 'true', 'false', 'null', ' \r\n\t{}'])
    t.strictSame(jsonOf(Buffer.from(text)), JSON.parse(text), text)
  t.strictSame(jsonOf(Buffer.from('\u{FEFF}{}')), {}, 'behind a byte order mark')
  for (const text of ['', '--b0\r\n', '%PDF-1.4', '- 1', '+1', 'nul', '{'])
    t.equal(jsonOf(Buffer.from(text)), undefined, JSON.stringify(text))
})

// The body that proves a violation: the wrong place is marked, a missing one is named where it belongs, the rest is cut.
import t from 'tap'
import { bodyView, excerpt, jsonLines, markedLines } from './body-view.ts'

const order = { id: 'ord_1', status: { code: 'new', label: 'New' }, 'a/b': [1, { '~': 2 }] }
const marked = (pointer: string | null) => markedLines(jsonLines(order), pointer).filter(({ mark }) => mark)

t.test('a value that is there is marked in its line', async (t) => {
  t.match(marked('/status/code'), [{ text: '    "code": "new",', mark: 'wrong' }])
  t.match(marked('/a~1b/1/~0'), [{ text: '      "~": 2', mark: 'wrong' }])
})

t.test('a value that is missing has a line inside what should hold it', async (t) => {
  const lines = markedLines(jsonLines(order), '/status/changed_at')
  const at = lines.findIndex(({ mark }) => mark === 'absent')
  t.match(lines[at]?.text, /^ {4}"changed_at" .*missing$/)
  t.equal(lines[at - 1]?.text, '  "status": {')
  t.equal(lines.length, jsonLines(order).length + 1)
  t.match(marked('/due_date'), [{ mark: 'absent' }], 'at the top')
})

t.test('no pointer, a header, a status, and a place in no such object mark nothing', async (t) => {
  for (const pointer of [null, 'status', 'header:Location', '', '/borrower/name/first'])
    t.strictSame(marked(pointer), [], String(pointer))
})

t.test('of a long body stays what is around the mark, and all that holds it', async (t) => {
  const long = { first: 1, list: Array.from({ length: 100 }, (_, index) => ({ number: index })) }
  const parts = excerpt(markedLines(jsonLines(long), '/list/50/number'))
  const shown = parts.filter((part) => typeof part !== 'number').map(({ text }) => text.trim())
  t.ok(shown.includes('"number": 50') && shown.includes('"list": ['))
  t.notOk(shown.includes('"number": 5') || shown.includes('"number": 95'))
  const left = parts.filter((part) => typeof part === 'number').reduce((sum, count) => sum + count, 0)
  t.equal(left + shown.length, jsonLines(long).length, 'what is left out is counted')
})

t.test('nothing of a body becomes markup', async (t) => {
  const text = JSON.stringify({ '</pre><img>': '<script>' })
  const { markup } = bodyView({ text, bytes: text.length, sha256: '0', cut: false }, '/~1pre><img>')
  t.notMatch(markup, /<img|<script/)
  t.match(bodyView({ base64: 'AA==', bytes: 1, sha256: '0', cut: false }, null).markup, 'not text')
  t.match(bodyView(null, null).markup, 'No body')
})

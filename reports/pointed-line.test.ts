// The place of a finding is pointed at in the body that was received.
import t from 'tap'
import { lineAt } from './pointed-line.ts'

const order = { id: 'ord_1', status: { code: 'new', label: 'New' }, 'a/b': [1, { fee: null }] }

t.test('what is missing is named beside what should hold it', async (t) => {
  t.equal(lineAt(order, '/status/changed_at'), '"status": {"code":"new","label":"New"}  ← no changed_at')
  t.match(lineAt(order, '/fees'), /^\{"id":"ord_1".*← no fees$/)
})

t.test('what is wrong is pointed at', async (t) => {
  t.equal(lineAt(order, '/status/code'), '"code": "new"  ← here')
  t.equal(lineAt(order, '/a~1b/1/fee'), '"fee": null  ← here')
})

t.test('a body that does not lead there has no such line', async (t) => {
  t.equal(lineAt(order, '/company/name'), null)
  t.equal(lineAt(undefined, '/id'), null)
  t.equal(lineAt(order, ''), null)
})

t.test('a name that a target gave is text on one line, and no more than is read', async (t) => {
  const name = `a\u001B[31m\u2028##[error]${'x'.repeat(1_000)}`
  const line = lineAt({ [name]: { b: 1 } }, `/${name}`)!
  t.match(line, /^"a\\u001b\[31m\\u2028#\\u0023\[error\]x+…: \{"b":1\} {2}← here$/)
  t.ok(line.length < 200, `${line.length} characters`)
  t.match(lineAt({ [name]: { b: 1 } }, `/${name}/c`), /x+…: \{"b":1\} {2}← no c$/)
})

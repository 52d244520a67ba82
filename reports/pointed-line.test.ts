// The place of a finding is pointed at in the body that was received.
import t from 'tap'
import { lineAt, spotOf } from './pointed-line.ts'
import type { Finding, RecordedBody } from './run-record.ts'

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

const finding: Finding = {
  rule: 'events.due-date-changed-has-previous-due-date',
  check: 'events.company-moves-raise-their-events',
  expected: '2026-12-29',
  received: '2026-12-15',
  pointer: '/data/previous_due_date',
  requests: ['x1'],
}

const bodyOf = (value: unknown) => (): RecordedBody => {
  const text = JSON.stringify(value)
  return { text, bytes: text.length, sha256: '', cut: false }
}

t.test('a place in an event is looked for in the record of that event', async (t) => {
  const records = [{ data: { due_date: '2026-12-15' } }, { data: { previous_due_date: '2026-12-15' } }]
  const line = '"previous_due_date": "2026-12-15"  ← here'
  t.same(spotOf(finding, bodyOf({ data: records })), { id: 'x1', pointer: '/data/1/data/previous_due_date', line })
  t.same(spotOf(finding, bodyOf(records[1])), { id: 'x1', pointer: '/data/previous_due_date', line }, 'a delivery')
  t.equal(spotOf({ ...finding, received: undefined }, bodyOf({ data: records })), null, 'a page lacks no name')
})

// The bytes of a file that came, counted where nothing but their number was wrong.
import t from 'tap'
import { recordedExchange } from './recorded-exchange.support.ts'
import type { Finding } from './run-record.ts'
import { scriptModel } from './script-model.ts'
import { asSized } from './sized-download.ts'

const read = recordedExchange({ id: 'x1', path: '/documents/doc_1', answer: { name: 'a.txt' } })
const fetched = recordedExchange({ id: 'x2', path: '/download/doc_1?signature=•••', answer: 'x'.repeat(65) })
const exchanges = [read, fetched]

const finding = (received: object, expected: object = { file: 'a.txt', bytes: '100 as sent' }): Finding => ({
  rule: 'r',
  check: 'c',
  kind: 'wrong_outcome',
  expected,
  received: { file: 'a.txt', ...received },
  pointer: null,
  requests: ['x1', 'x2'],
})

t.test('a script counts them', async (t) => {
  const model = scriptModel(finding({ bytes: '65' }), { exchanges }, 'all')!
  t.ok(model.isSized)
  t.equal(model.judged.id, 'x2')
  t.match(model.verdict, { by: 'answer', asked: { at: '/bytes', form: 'equal', values: ['100'] } })
})

t.test('nothing is counted where something else was wrong, too, or another answer is meant', async (t) => {
  t.equal(asSized(finding({ bytes: '66' }), exchanges), null, 'no answer has that many')
  t.equal(asSized(finding({ bytes: '65', status: 500 }, { bytes: '100 as sent', status: 200 }), exchanges), null)
  t.equal(asSized(finding({ bytes: '65' }, { file: 'a.txt', bytes: '65 as sent' }), exchanges), null, 'other bytes')
  t.equal(asSized({ ...finding({}), expected: 1, received: 2 }, exchanges), null)
})

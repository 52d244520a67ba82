// Shows how the details of an error must be written, whatever they are about.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createMemory } from './invariant.ts'
import { createSecrets } from '../sut/secrets.ts'
import { errorDetails } from './error-details.ts'

const failed = (detail: unknown, query = '', sent?: unknown): string[] => {
  const url = `http://127.0.0.1/orders${query}`
  const answer = exchangeOf({ status: 422, url, body: { details: [detail] }, ...(sent !== undefined && { sent }) })
  return errorDetails
    .assert(answer, createMemory(createSecrets()))
    .filter(({ passed }) => !passed)
    .map(({ rule, pointer }) => `${rule} ${pointer}`)
}

t.test('an index is a segment of its own', async (t) => {
  t.strictSame(failed({ field: 'events.1', code: 'invalid_value', value: 7 }), [])
  t.strictSame(failed({ field: 'events[1]', code: 'invalid_value', value: 7 }), [
    'errors.detail-path-numbers-array-elements /details/0/field',
  ])
})

t.test('the value of a query is repeated, a number as a text or as one', async (t) => {
  const about = (code: string, value?: unknown) => ({ field: 'per_page', code, value })
  t.strictSame(failed(about('invalid_value', '0'), '?per_page=0'), [])
  t.strictSame(failed(about('invalid_value', 0), '?per_page=0'), [])
  t.strictSame(failed(about('out_of_range'), '?per_page=0'), [], 'under another code it need not be')
  t.strictSame(failed(about('invalid_value')), [], 'of a field that is not in the query')
  t.strictSame(failed(about('invalid_value', '1,1'), '?per_page=1&per_page=1'), [], 'of one that is sent twice')
  t.strictSame(failed(about('invalid_value'), '?per_page=0'), [
    'errors.invalid-value-detail-carries-the-value /details/0/value',
  ])
})

t.test('a number or a boolean of the body is no text', async (t) => {
  const about = (value: unknown) => ({ field: 'events.1', code: 'invalid_value', value })
  const sent = { events: ['order.created', 7, 'nothing'] }
  t.strictSame(failed(about(7), '', sent), [])
  t.strictSame(failed(about(null), '', sent), [], 'it may be withheld')
  t.strictSame(failed({ ...about('nothing'), field: 'events.2' }, '', sent), [])
  t.strictSame(failed(about('7'), '', sent), ['errors.invalid-value-detail-carries-the-value /details/0/value'])
})

t.test('details of another form are for others to judge', async (t) => {
  t.strictSame(failed(null), [])
  t.strictSame(failed({ field: 7 }), [])
})

// How a target explains a refusal.
import { recordedExchange } from '../../reports/recorded-exchange.support.ts'
import t from 'tap'
import type { RecordedExchange } from '../../reports/run-record.ts'
import { factsOf } from './exchange-facts.ts'

const answered = (status: number, answer: string): RecordedExchange =>
  recordedExchange({ operation: 'createOrder', method: 'POST', status, answer })

const explains = (status: number, body: unknown): readonly string[] =>
  factsOf(answered(status, typeof body === 'string' ? body : JSON.stringify(body))).explains

t.test('a refusal explains itself by its code and the fields that it names', async (t) => {
  const details = [{ field: 'borrowers.0.role' }, { field: 'borrowers.1.role' }, { field: null }, null, 'x']
  t.strictSame(explains(422, { code: 'validation_failed', details }), ['validation_failed', 'borrowers.role'])
  t.strictSame(explains(401, { error: 'invalid_client' }), ['invalid_client'])
  t.strictSame(explains(200, { code: 'a' }), [], 'a success explains nothing')
  for (const body of ['', 'null', '<html>', '[1]', { code: 7, details: {} }]) t.strictSame(explains(400, body), [])
})

t.test('an error that is no JSON is unreadable, a body that the record cuts is not', async (t) => {
  t.equal(factsOf(answered(500, '<html>')).isUnreadable, true)
  for (const [status, text] of [
    [500, '{}'],
    [500, ''],
    [200, '<html>'],
  ] as const)
    t.equal(factsOf(answered(status, text)).isUnreadable, undefined, `${status} ${text}`)
  const long = answered(500, '{"code":"in')
  t.equal(
    factsOf({ ...long, response: { ...long.response!, body: { ...long.response!.body!, cut: true } } }).isUnreadable,
    undefined,
  )
})

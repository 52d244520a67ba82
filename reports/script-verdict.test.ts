import t from 'tap'
import { recordedExchange } from './recorded-exchange.support.ts'
import { baseOf } from './curl-call.ts'
import { judgeAnswer } from './script-judge.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { verdictOf } from './script-verdict.ts'

const answerWith = (note: string): RecordedExchange =>
  recordedExchange({ operation: 'getOrder', path: '/orders/ord_1', answer: { note } })

const asked = (expected: string, received: string) => {
  const finding: Finding = { rule: 'r', check: 'c', expected, received, pointer: '/note', requests: ['x1'] }
  const verdict = verdictOf(finding, answerWith(received), { known: () => false, isSent: () => false })
  if (verdict?.by !== 'answer') throw new Error('it is judged by the answer')
  return verdict.asked
}

const judged = (text: string, of: ReturnType<typeof asked>): boolean | null =>
  judgeAnswer(`HTTP/1.1 200\r\n\r\n${JSON.stringify({ note: text })}`, of).passed

const classesIn = ({ values }: ReturnType<typeof asked>): number => values.join().match(/\[/g)?.length ?? 0

t.test('a long text that came is a pattern that is read quickly', async (t) => {
  const received = Array.from({ length: 3_000 }, (_, n) => `word${n}`).join('-')
  const of = asked('another text than that', received)
  t.equal(of.form, 'no longer')
  t.equal(classesIn(of), 100)
  t.equal(judged(received, of), false, 'the same text')
  t.equal(judged(received.replace('word1-', 'other-'), of), false, 'one that looks like it')
  t.equal(judged('another text than that', of), true, 'what was expected')
})

t.test('a long text that a record has in outline is one, too', async (t) => {
  const letters = `x${'•'.repeat(9_999)}`
  const one = asked(letters, 'y')
  t.equal(classesIn(one), 1)
  t.equal(judged('x'.repeat(10_000), one), true)
  t.equal(judged('x'.repeat(9_999), one), false)
  const words = asked(Array.from({ length: 3_000 }, () => 'W•••').join(' '), 'y')
  t.equal(classesIn(words), 101, 'of many words the beginning is compared')
  t.equal(judged(Array.from({ length: 3_000 }, () => 'Word').join(' '), words), true)
  t.equal(judged(Array.from({ length: 50 }, () => 'Word').join(' '), words), false)
})

t.test('one field of the entries of a list is held to the form of what is expected', async (t) => {
  const order = recordedExchange({ operation: 'getOrder', path: '/o', answer: { documents: [{ id: 'doc_2' }] } })
  const verdict = (expected: unknown) =>
    verdictOf(
      { rule: 'r', check: 'c', expected, received: ['doc_2'], pointer: '/documents', requests: ['x1'] },
      order,
      { known: (text) => text === 'doc_1', isSent: () => false, isTried: true },
    )
  const at = 'list:/documents/*/id'
  t.match(verdict('includes doc_1'), { asked: { at, form: 'includes', values: ['doc_1'] } })
  t.equal(verdict('includes doc_2'), null)
  t.match(verdict([]), { asked: { at, form: 'with fields', values: ['[]'] } })
})

t.test('a code that came with the status of another code', async (t) => {
  const answer = recordedExchange({ status: 415, answer: { error: 'invalid_client' } })
  const about = { expected: 'unsupported_media_type', received: 'invalid_client', pointer: '/error' }
  const of = (rule: string) =>
    verdictOf({ rule, check: 'c', ...about, requests: ['x1'] }, answer, { known: () => false, isSent: () => false })
  t.match(of('errors.r'), { asked: { form: 'equal' } })
  const verdict = of('errors.invalid-client-comes-with-401')
  if (verdict?.by !== 'answer') throw new Error('it is judged by the answer')
  const passes = (status: number, error: string) =>
    judgeAnswer(`HTTP/1.1 ${status}\r\n\r\n${JSON.stringify({ error })}`, verdict.asked).passed
  t.equal(passes(415, 'invalid_client'), false)
  t.equal(passes(415, 'invalid_request'), true, 'another code')
  t.equal(passes(401, 'invalid_client'), true, 'its own status')
  t.equal(passes(400, 'invalid_client'), null, 'a third status')
})

const orderWith = (order_number: string, location = ''): RecordedExchange => {
  const one = recordedExchange({ operation: 'getOrder', path: '/orders/ord_1', answer: { order_number } })
  return { ...one, response: { ...one.response!, headers: [['location', location]] } }
}

t.test('a number that the server gives each order is expected where the script takes it from an answer', async (t) => {
  const numbered = (expected: string, received: string, known: string[] = []) =>
    verdictOf(
      { rule: 'r', check: 'c', expected, received, pointer: '/order_number', requests: ['x1'] },
      orderWith(received),
      { known: (text) => known.includes(text), isSent: () => false, isTried: true },
    )
  t.equal(numbered('10042', '10042 2'), null, 'another order has another number')
  t.equal(numbered('not 10042', '10042'), null)
  t.equal(numbered('not 10042', '10042', ['10042']), null, 'a number that is that of the order again is right')
  t.match(numbered('10042', '10042 2', ['10042']), { asked: { form: 'equal', values: ['"10042"'] } })
  t.match(numbered('matches /^[0-9]+$/', '10042 2'), { asked: { form: 'matches' } })
})

t.test('where it leads is compared without a query', async (t) => {
  const leading = (path: string) => {
    const expected = `${baseOf(orderWith('').request.url)}${path}`
    const found = { rule: 'r', check: 'c', expected, received: '/x', pointer: 'header:Location', requests: ['x1'] }
    const verdict = verdictOf(found, orderWith('', '/x'), { known: () => false, isSent: () => false })
    return verdict?.by === 'answer' ? verdict.asked.form : null
  }
  t.equal(leading('/orders'), 'leads to')
  t.not(leading('/orders?page=2'), 'leads to')
  t.equal(leading('/orders/•••'), 'matches')
})

// What a status shows of a bug: that it is gone, that it is there, or nothing.
import t from 'tap'
import { byStatus, isPassedBy } from './status-verdict.ts'

const judged = (expected: unknown, status: number, pointer: string | null = 'status', isWithToken = true) => {
  const verdict = byStatus({ expected, pointer }, { status, isWithToken })
  return (now: number): boolean | null | undefined => verdict && isPassedBy(verdict, now)
}

t.test('a status that is expected', async (t) => {
  const of = judged(200, 400)
  t.strictSame([200, 400, 404, 500].map(of), [true, false, false, false])
  t.strictSame([401, 429, 503].map(of), [null, null, null], 'any request may be answered so')
  t.strictSame([401, 403, 429].map(judged('401 or 403', 200)), [true, true, null])
  t.equal(judged('4xx', 200, 'status', false)(401), true, 'without a token that is no matter of its age')
  t.strictSame([400, 401, 503].map(judged(200, 503)), [false, null, false])
})

t.test('which errors there may be: what is no error has none of them', async (t) => {
  const named = { expected: 'one of 429, 500, 503', pointer: 'status' }
  const given = { status: 401, isWithToken: false }
  const of = (rule: string) => byStatus({ ...named, rule }, given)!
  t.strictSame(
    [200, 401, 503].map((now) => isPassedBy(of('transport.ping-errors-are-the-declared-ones'), now)),
    [true, false, true],
  )
  t.equal(isPassedBy(of('another.rule'), 200), false)
})

t.test('one that must not come', async (t) => {
  t.strictSame([422, 500, 503].map(judged('not 5xx', 500)), [true, false, null])
  t.strictSame([422, 500].map(judged('≤ 499', 500)), [true, false])
  t.strictSame([422, 500].map(judged('below 500', 500)), [true, false])
})

t.test('where what is expected is named in words, another refusal shows nothing', async (t) => {
  const of = judged('the file of 312 bytes', 400, null)
  t.strictSame([200, 400, 404, 415, 500].map(of), [true, false, null, null, null])
  t.strictSame([200, 422, 500].map(judged('an answer', 500, null)), [true, true, false])
  t.equal(byStatus({ expected: 'the file', pointer: null }, { status: 200, isWithToken: true }), null)
  t.equal(byStatus({ expected: '200 with the file', pointer: null }, { status: 200, isWithToken: true }), null)
  t.strictSame([200, 312].map(judged('200 with the file of 312 bytes', 400, null)), [true, false])
})

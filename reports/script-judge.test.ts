// Forms of an expectation that compare two places, count, or hold for an answer of another target.
import t from 'tap'
import { judgeAnswer, type Asked } from './script-judge.ts'

const passed = (body: unknown, asked: Asked, headers = ''): boolean | null =>
  judgeAnswer(`HTTP/1.1 200\r\n${headers}\r\n${JSON.stringify(body)}`, asked).passed

t.test('where an address leads, on whichever target', async (t) => {
  const asked = { at: '/url', form: 'leads to', values: ['/orders/ord_1'] }
  for (const url of ['https://a.example.com/v1/orders/ord_1', '/orders/ord_1', '/v1/%6Frders/ord_1?a=b'])
    t.equal(passed({ url }, asked), true, url)
  for (const url of ['https://a.example.com/v1/order/ord_1', '/orders/ord_12', '/orders/%', undefined])
    t.equal(passed({ url }, asked), false, String(url))
})

t.test('what another place of the answer says', async (t) => {
  const asked = { at: '/data/type=a/headers/id', form: 'as', values: ['/data/type=a/body/id'] }
  const entry = (type: string, header: string, id?: string) => ({ type, headers: { id: header }, body: { id } })
  t.equal(passed({ data: [entry('a', '1', '1'), entry('b', '1', '2'), entry('a', '2', '2')] }, asked), true)
  t.equal(passed({ data: [entry('a', '1', '1'), entry('a', '1', '2')] }, asked), false)
  t.equal(passed({ data: [entry('a', '1')] }, asked), null, 'nothing is there to compare with')
  t.equal(passed({ data: [] }, asked), null)
})

t.test('a text somewhere in a value', async (t) => {
  const asked = { at: '/agent', form: 'mentions', values: ['assay-1'] }
  for (const agent of [{ name: 'Kim assay-1' }, ['a', { b: 'assay-1' }], 'assay-1'])
    t.equal(passed({ agent }, asked), true)
  for (const agent of [{ name: 'Kim' }, {}, null, undefined]) t.equal(passed({ agent, name: 'assay-1' }, asked), false)
})

t.test('one of several events of a type', async (t) => {
  const asked = { at: '/data/type=a/fee', form: 'one of them', values: ['"7.25"'] }
  const page = (...fees: string[]) => ({ data: fees.map((fee) => ({ type: 'a', fee })) })
  t.equal(passed(page('1.00', '7.25'), asked), true)
  t.equal(passed(page('1.00', '7.26'), asked), false)
  t.equal(passed(page(), asked), null, 'an event that is not there has no wrong value')
})

t.test('a further page without an entry says nothing of the only ones that it may have', async (t) => {
  const asked = { at: 'list:/data/*/status/code', form: 'only', values: ['new', 'on_hold'] }
  const page = (page: number, ...codes: string[]) => ({ data: codes.map((code) => ({ status: { code } })), page })
  t.equal(passed(page(2, 'new', 'on_hold'), asked), true)
  t.equal(passed(page(2, 'new', 'cancelled'), asked), false)
  t.equal(passed(page(2), asked), null)
  t.equal(passed(page(1), asked), true)
})

t.test('an entry that is not there says nothing of its fields', async (t) => {
  const asked = { at: '/data/1/code', form: 'no longer', values: ['^[A-Z]+$'] }
  const list = (...codes: string[]) => ({ data: codes.map((code) => ({ id: `ord_${code}`, code })) })
  t.equal(passed(list('A', 'b'), asked), true)
  t.equal(passed(list('a', 'B'), asked), false)
  for (const form of ['no longer', 'not', 'absent']) t.equal(passed(list('A'), { ...asked, form }), null, form)
  t.equal(passed({ data: [{}, {}] }, asked), true, 'an entry without the field')
  t.equal(passed(list('A'), { ...asked, form: 'equal' }), false, 'what must be there is missing all the same')
  t.equal(passed(list('A'), { ...asked, at: '/data/1', form: 'absent' }), true, 'that the entry is not there is seen')
  t.equal(passed(list('A'), { ...asked, at: '/data/id=ord_B/code' }), null)
  t.equal(passed(list('b'), { ...asked, at: '/data/id=ord_b/code' }), true)
})

t.test('a page that is not full says nothing of the most that it may have', async (t) => {
  const asked = { at: '/data', form: '≤', values: ['2 events'] }
  t.equal(passed({ data: [1] }, asked), null)
  t.equal(passed({ data: [1, 2] }, asked), true)
  t.equal(passed({ data: [1, 2, 3] }, asked), false)
  t.equal(passed({ data: [1] }, { ...asked, values: ['2'] }), true, 'where the entries are the matter itself')
})

t.test('one entry alone, and several of one instant, are in no order', async (t) => {
  const asked = { at: 'list:/data/*/dates/made', form: 'falling', values: [] }
  const page = (...days: number[]) => ({ data: days.map((day) => ({ dates: { made: `2026-03-0${day}` } })) })
  t.equal(passed(page(2, 1), asked), true)
  t.equal(passed(page(1, 2), asked), false)
  for (const short of [page(1), page(), page(1, 1)]) t.equal(passed(short, asked), null)
})

t.test('about a moment', async (t) => {
  const asked = { at: '/at', form: 'about', values: ['2026-03-02T15:04:05Z'] }
  for (const at of ['2026-03-02T15:04:05Z', '2026-03-02T15:05:05Z', '2026-03-02T16:04:04+01:00'])
    t.equal(passed({ at }, asked), true, at)
  for (const at of ['2026-03-02T16:04:05Z', 'now', undefined]) t.equal(passed({ at }, asked), false, String(at))
})

t.test('the entry of a code', async (t) => {
  const asked = { at: '/data/code=a-1/active', form: 'equal', values: ['false'] }
  const page = (active: boolean) => ({
    data: [
      { code: 'b', active: true },
      { code: 'a-1', active },
    ],
  })
  t.equal(passed(page(false), asked), true)
  t.equal(passed(page(true), asked), false)
  t.equal(passed({ data: [{ code: 'b', active: true }] }, asked), null, 'another target may have none of that code')
})

t.test('how often something is in a list', async (t) => {
  const asked = { at: 'list:/data/*/type', form: 'at least times', values: ['a', '2'] }
  t.equal(passed({ data: [{ type: 'a' }, { type: 'b' }, { type: 'a' }] }, asked), true)
  t.equal(passed({ data: [{ type: 'a' }, { type: 'b' }] }, asked), false)
})

t.test('when a window ends, beside the date of the answer', async (t) => {
  const asked = { at: 'header:X-RateLimit-Reset', form: 'seconds of now', values: ['60'] }
  const at = Date.parse('2026-03-02T15:04:05Z') / 1000
  const reset = (seconds: number, date = 'Date: Mon, 02 Mar 2026 15:04:05 GMT\r\n') =>
    passed({}, asked, `${date}X-RateLimit-Reset: ${seconds}\r\n`)
  for (const seconds of [at - 60, at, at + 120]) t.equal(reset(seconds), true)
  for (const seconds of [at - 61, at + 121, at * 1000]) t.equal(reset(seconds), false)
  const now = Math.round(Date.now() / 1000)
  t.equal(reset(now + 150, ''), true, 'without a date nobody knows so well')
  t.equal(reset(now * 1000, ''), false)
})

t.test('an event that shows a status', async (t) => {
  const move = (code: string, before: string) => ({ type: 'moved', data: { status: { code }, before } })
  const data = [move('new', 'x'), move('done', 'new')]
  const asked = { at: '/data/type=moved@done/data/before', form: 'equal', values: ['"new"'] }
  t.equal(passed({ data }, asked), true)
  t.equal(passed({ data }, { ...asked, at: '/data/type=moved/data/before' }), false, 'among others')
  t.equal(passed({ data: [move('new', 'x')] }, asked), null)
})

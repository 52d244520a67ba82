import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { requestOf, type CallOptions } from './call.ts'
import type { WireRequest } from './send.ts'
import { createSpellings } from './spellings.ts'

const base = 'http://127.0.0.1/sandbox/v1'

const answered = (status: number) => exchangeOf({ status })

/** What goes out for six equal calls of a source. */
const spelled = async (operation: string, given: CallOptions, source = 'amend.some', seed = 1) => {
  const spell = createSpellings(seed, () => undefined).of(source)
  const sent: WireRequest[] = []
  for (let n = 0; n < 6; n += 1)
    await spell(operation, given, async (way, dress) => {
      sent.push(dress(await requestOf(operation, base, null, way)))
      return answered(200)
    })
  return sent
}

const shapeOf = ({ url, headers, body }: WireRequest): string =>
  JSON.stringify([url, headers, body === null ? null : Buffer.from(body).toString('base64')])

const textOf = (body: Uint8Array | null): string => Buffer.from(body!).toString()

t.test('a JSON body goes through every spelling in turn, and always means the same', async (t) => {
  const json = { lender_reference: 'A/ß', loan: { number: '7', client: 'c' } }
  const sent = await spelled('amendOrder', { params: { order_id: 'ord_1' }, json })
  t.equal(new Set(sent.map(shapeOf)).size, 6)
  for (const { body } of sent) t.strictSame(JSON.parse(textOf(body)), json)
  t.equal(new Set(sent.map(({ body }) => textOf(body))).size, 3)
  t.ok(sent.some(({ headers }) => headers.some(([name]) => name === 'Transfer-Encoding')))
  t.ok(
    sent.some(({ headers }) =>
      headers.some(([name, value]) => name === 'content-type' && value === 'Application/JSON'),
    ),
  )
})

t.test('the value of a query is escaped where it need not be', async (t) => {
  const sent = await spelled('listOrders', { query: { status: 'new,on_hold', lender_reference: 'É' } })
  const urls = new Set(sent.map(({ url }) => url))
  t.ok(urls.has(`${base}/orders?status=%6eew%2con_hold&lender_reference=%c3%89`), [...urls].join('\n'))
  t.equal(new Set([...urls].map((url) => JSON.stringify([...new URL(url).searchParams]))).size, 1)
})

t.test('a file comes before and after the texts of its upload', async (t) => {
  const form = new FormData()
  form.set('kind', 'supporting')
  form.set('file', new Blob(['x']), 'x.txt')
  const sent = await spelled('uploadDocument', { params: { order_id: 'ord_1' }, form })
  const isFirst = sent.map(({ body }) => textOf(body).indexOf('name="file"') < textOf(body).indexOf('name="kind"'))
  t.strictSame(isFirst.toSorted(), [false, false, false, false, true, true])
})

t.test('what is odd, has its own body or its own content type stays as it is written', async (t) => {
  const json = { b: 1, a: 2 }
  const plain = async (given: CallOptions, source?: string) =>
    new Set((await spelled('createOrder', given, source)).map(shapeOf)).size === 1
  t.ok(await plain({ json }, 'create.odd-bodies-do-no-harm'))
  t.ok(await plain({ json }, 'scenario.keyed-create'))
  t.ok(await plain({ body: '{}', headers: { 'Content-Type': 'application/json' } }))
  t.ok(await plain({ json, headers: { 'Content-Type': 'text/plain' } }))
  t.ok(await plain({ json, unpaced: true }))
  t.notOk(await plain({ json }))
})

t.test('what is sent again under its key is the same to the byte', async (t) => {
  const sent = await spelled('createOrder', { json: { b: 1, a: 2 }, headers: { 'Idempotency-Key': 'k' } })
  t.equal(new Set(sent.map(shapeOf)).size, 1)
})

/** How many requests six equal calls cost, and what was found, where some are refused. */
const refusing = async (operation: string, status: number, isRefused: (message: WireRequest) => boolean) => {
  const found: string[] = []
  const spell = createSpellings(1, (_refused, _plain, what) => void found.push(what)).of('amend.some')
  let requests = 0
  const given = { params: { order_id: 'ord_1' }, json: { loan: { client: 'c', number: '7' } } }
  for (let n = 0; n < 18; n += 1)
    await spell(operation, given, async (way, dress) => {
      requests += 1
      return answered(isRefused(dress(await requestOf(operation, base, null, way))) ? status : 200)
    })
  return { requests, found }
}

const isChunked = ({ headers }: WireRequest): boolean => headers.some(([name]) => name === 'Transfer-Encoding')

t.test('what is refused in one spelling and taken plainly is found each time', async (t) => {
  t.strictSame(await refusing('amendOrder', 400, isChunked), {
    requests: 21,
    found: ['a body in chunks', 'a body in chunks', 'a body in chunks'],
  })
})

t.test('what is refused however it is written is sent again twice for each spelling', async (t) => {
  t.strictSame(await refusing('amendOrder', 400, () => true), { requests: 18 + 5 * 2, found: [] })
  t.strictSame(await refusing('amendOrder', 422, () => true), { requests: 18, found: [] })
})

t.test('a server that asks for the length of a body is asked once', async (t) => {
  t.equal((await refusing('amendOrder', 411, isChunked)).requests, 19)
})

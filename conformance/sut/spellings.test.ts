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

t.test('an id is escaped in the path of a read that was served plainly before', async (t) => {
  const spell = createSpellings(1, () => undefined).of('amend.some')
  const urlsOf = async (operation: string, given: CallOptions, status: number) => {
    const urls: string[] = []
    for (let n = 0; n < 8; n += 1)
      await spell(operation, given, async (way, dress) => {
        urls.push(dress(await requestOf(operation, base, null, way)).url)
        return answered(status)
      })
    return urls.filter((url) => url.includes('%'))
  }
  const given = { params: { order_id: 'ord_1' } }
  t.strictSame(await urlsOf('listMessages', given, 404), [], 'nothing was served there')
  t.strictSame([...new Set(await urlsOf('listMessages', given, 200))], [`${base}/orders/%6frd_1/messages`])
  t.strictSame(
    [...new Set(await urlsOf('getDocument', { params: { document_id: 'doc_1' } }, 200))],
    [`${base}/documents/%64oc_1`],
  )
  t.strictSame(await urlsOf('getOrder', { ...given, role: 'other_lender' }, 404), [], 'served to another')
})

t.test('an address that is not found with an escape is read plainly once more', async (t) => {
  const found: string[] = []
  const spell = createSpellings(1, (_refused, _plain, what) => void found.push(what)).of('amend.some')
  const given = { params: { order_id: 'ord_1' } }
  let requests = 0
  for (let n = 0; n < 12; n += 1)
    await spell('getOrder', given, async (way, dress) => {
      requests += 1
      const { url } = dress(await requestOf('getOrder', base, null, way))
      return answered(url.includes('%') ? 404 : 200)
    })
  t.equal(requests, 12 + found.length)
  t.strictSame([...new Set(found)], ['an escape in its path'])
})

t.test(
  'a create that is refused is sent plainly under another key, to which a refusal has bound no other bytes',
  async (t) => {
    const spell = createSpellings(1, () => undefined).of('create.some')
    const bound = new Map<string, string>()
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const given = { json: { order_type_code: 'none', notes: [] }, headers: { 'Idempotency-Key': `key ${n}` } }
      const { response } = await spell('createOrder', given, async (way, dress) => {
        const { headers, body } = dress(await requestOf('createOrder', base, null, way))
        const key = headers.find(([name]) => name.toLowerCase() === 'idempotency-key')![1]
        const bytes = JSON.stringify([headers.find(([name]) => name.toLowerCase() === 'content-type'), textOf(body)])
        if ((bound.get(key) ?? bytes) !== bytes) return answered(409)
        bound.set(key, bytes)
        return answered(400)
      })
      statuses.push(response.status)
    }
    t.strictSame([...new Set(statuses)], [400])
    t.ok(bound.size > 12, 'some were sent once more')
  },
)

t.test('the optional lists of a create are empty in turn, and a refusal that names them is asked about', async (t) => {
  const found: string[] = []
  const spell = createSpellings(1, (_refused, _plain, what) => void found.push(what)).of('create.some')
  let requests = 0
  for (let n = 0; n < 14; n += 1)
    await spell('createOrder', { json: { notes: [{ type: 'order', text: 'x' }] } }, async (way) => {
      requests += 1
      const body = way.json as { add_on_codes?: unknown; notes: unknown[] }
      t.equal(body.notes.length, 1, 'what is sent is kept')
      const details = [{ field: 'add_on_codes' }]
      return exchangeOf(body.add_on_codes === undefined ? { status: 201 } : { status: 422, body: { details } })
    })
  t.strictSame([requests, found], [16, ['empty lists', 'empty lists']])
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

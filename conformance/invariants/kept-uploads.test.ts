// An uploaded file that an order showed is missing later; files of the company may come and go.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createMemory } from './invariant.ts'
import { keptUploads } from './kept-uploads.ts'

let now = 0

const made = (operation: string, body: unknown, more: Parameters<typeof exchangeOf>[0] = {}) =>
  exchangeOf({ operation, body, startedAt: (now += 10), ...more })

const url = 'https://target.test/v1/orders/ord_1/documents'
const files = (...ids: string[]) => ids.map((id) => ({ id }))

const upload = (id: string) => made('uploadDocument', { id }, { method: 'POST', url })
const order = (...ids: string[]) => made('getOrder', { id: 'ord_1', documents: files(...ids) })
const list = (total: number, ...ids: string[]) =>
  made('listDocuments', { data: files(...ids), page: 1, total, total_pages: Math.ceil(total / 25) }, { url })

const judged = (...exchanges: Answered[]): boolean[] => {
  const memory = createMemory(createSecrets())
  return exchanges.flatMap((one) => keptUploads.assert(one, memory)).map(({ passed }) => passed)
}

t.test('an upload that was shown', async (t) => {
  t.strictSame(judged(upload('doc_1'), order('doc_1'), order('doc_2', 'doc_1')), [true])
  t.strictSame(judged(upload('doc_1'), order('doc_1', 'doc_2'), order('doc_3')), [false], 'the order lost it')
  t.strictSame(judged(upload('doc_1'), list(1, 'doc_1'), list(1, 'doc_2')), [false], 'the list lost it')
})

t.test('what is not judged', async (t) => {
  t.strictSame(judged(order('doc_2'), order('doc_3')), [], 'a report that another one replaced')
  t.strictSame(judged(upload('doc_1'), order(), order('doc_1')), [], 'a file that is stored a moment later')
  t.strictSame(judged(upload('doc_1'), list(1, 'doc_1'), list(60, 'doc_2')), [], 'a list of which this is a part')
  const gone = made('getOrder', { code: 'not_found' }, { status: 404 })
  t.strictSame(judged(upload('doc_1'), order('doc_1'), gone), [], 'an order that was cleared away')
})

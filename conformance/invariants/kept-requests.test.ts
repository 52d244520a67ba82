// Shows that a revision request that was on a whole list and is on a later one no more is missed, and no other.
import t from 'tap'
import { createSecrets } from '../sut/secrets.ts'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createMemory } from './invariant.ts'
import { keptRequests } from './kept-requests.ts'

type Given = { order?: string; query?: string; total?: number; pages?: number; at?: number; status?: number }

let count = 0

const list = (ids: string[], given: Given = {}): Answered => {
  const { order = 'ord_1', query = '', total = ids.length, pages = 1, at = (count += 1) * 1000, status = 200 } = given
  const body = { data: ids.map((id) => ({ id })), page: 1, per_page: 25, total, total_pages: pages }
  return exchangeOf({
    id: `x${count}`,
    operation: 'listRevisionRequests',
    url: `https://target.test/v1/orders/${order}/revision-requests${query}`,
    status,
    headers: [],
    body,
    startedAt: at,
    ms: 10,
  })
}

const missed = (...exchanges: Answered[]): unknown[] => {
  const memory = createMemory(createSecrets())
  return exchanges
    .flatMap((one) => keptRequests.assert(one, memory))
    .flatMap(({ passed, expected }) => (passed ? [] : [String(expected)]))
}

t.test('a request that was listed and is listed no more is missed, with the list that showed it', async (t) => {
  const [first, second] = [list(['rr_1', 'rr_2']), list(['rr_2', 'rr_3'])]
  t.strictSame(missed(first, second), ['includes rr_1'])
  const memory = createMemory(createSecrets())
  keptRequests.assert(first, memory)
  t.match(keptRequests.assert(second, memory), [{ passed: false, requests: [first.id] }])
})

t.test('what may be elsewhere, or not yet there, is not', async (t) => {
  t.strictSame(missed(list(['rr_1']), list(['rr_2', 'rr_1'])), [])
  t.strictSame(missed(list(['rr_1']), list([], { order: 'ord_2' })), [], 'another order')
  t.strictSame(missed(list(['rr_1']), list([], { query: '?page=2', total: 1 })), [], 'another page')
  t.strictSame(missed(list(['rr_1']), list(['rr_2'], { total: 2, pages: 2 })), [], 'the first page of two')
  t.strictSame(missed(list(['rr_1']), list([], { status: 404 })), [], 'a refusal')
  const both = { at: 60_000 }
  t.strictSame(missed(list(['rr_1'], both), list([], both)), [], 'two lists under way at once')
})

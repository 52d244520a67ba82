import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import type { InvariantResult } from '../invariants/invariants.ts'
import { createRespellings } from './respelled.ts'

const found = (operation: string, refused: number) => {
  const results: InvariantResult[] = []
  const answer = (id: string, status: number) =>
    exchangeOf({ id, startedAt: 0, operation, method: operation === 'getOrder' ? 'GET' : 'POST', status, body: {} })
  createRespellings((more) => void results.push(...more))(answer('x1', refused), answer('x2', 200), 'a body in chunks')
  return results.flatMap(({ assertions }) => assertions)
}

t.test('a request that is refused in one spelling and taken in another breaks the rule of its body', async (t) => {
  t.match(found('amendOrder', 400), [
    { rule: 'conventions.request-bodies-are-read-as-json', passed: false, requests: ['x1', 'x2'] },
  ])
  t.match(found('uploadDocument', 400), [{ rule: 'documents.upload-takes-multipart', passed: false }])
  t.match(found('createOrder', 422), [{ rule: 'create.optional-lists-may-be-empty', passed: false }])
  t.match(found('createOrder', 400), [{ rule: 'conventions.request-bodies-are-read-as-json', passed: false }])
  t.match(found('getOrder', 404), [{ rule: 'transport.escapes-in-addresses-mean-the-same', passed: false }])
})

t.test('a server may ask for the length of a body', async (t) => t.strictSame(found('amendOrder', 411), []))

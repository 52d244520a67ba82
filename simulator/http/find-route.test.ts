import t from 'tap'
import { createFinder } from './find-route.ts'

const find = createFinder([
  { method: 'get', path: '/v1/orders', target: 'list' },
  { method: 'post', path: '/v1/orders', target: 'create' },
  { method: 'get', path: '/v1/orders/{order_id}', target: 'read' },
  { method: 'get', path: '/v1/orders/{order_id}/documents', target: 'documents' },
  { method: 'get', path: '/v1/orders/last', target: 'never: it stands behind' },
])

const targetOf = (method: string, path: string) => find(method, path)?.target

t.test('a path and its method lead to what stands there', async (t) => {
  t.equal(targetOf('GET', '/v1/orders'), 'list')
  t.equal(targetOf('POST', '/v1/orders'), 'create')
  t.strictSame(find('GET', '/v1/orders/ord_1'), { target: 'read', params: { order_id: 'ord_1' } })
  t.equal(targetOf('GET', '/v1/orders/ord_1/documents'), 'documents')
  t.equal(targetOf('HEAD', '/v1/orders/ord_1'), 'read', 'HEAD reaches what GET does')
  t.equal(targetOf('GET', '/v1/orders/last'), 'read', 'the first that fits')
})

t.test('nothing else does', async (t) => {
  for (const [method, path] of [
    ['PUT', '/v1/orders'],
    ['HEAD', '/v1/orders/ord_1/documents/'],
    ['GET', '/v1/orders/'],
    ['GET', '/v1/Orders'],
    ['GET', '/v1/orders//documents'],
    ['GET', '/v1/orders/a/b'],
    ['GET', '/v1'],
    ['GET', '//v1/orders'],
    ['get', '/v1/orders'],
  ] as const)
    t.equal(find(method, path), undefined, `${method} ${path}`)
})

t.test('a parameter is decoded, and stays as it was written where that cannot be', async (t) => {
  t.strictSame(find('GET', '/v1/orders/a%20b%2Fc')?.params, { order_id: 'a b/c' })
  t.strictSame(find('GET', '/v1/orders/%E0%A4%A')?.params, { order_id: '%E0%A4%A' })
})

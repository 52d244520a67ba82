// An address is shown as it was sent, and beside it what its escapes stand for.
import t from 'tap'
import { pathOf, unescapedPath } from './path-of.ts'

const at = (path: string): string => `https://target.test/v1${path}`

t.test('escapes hide the id of an order', async (t) => {
  const url = at('/events?order_id=%6frd_c%3d1')
  t.equal(pathOf(url), '/v1/events?order_id=%6frd_c%3d1')
  t.equal(unescapedPath(url), '/v1/events?order_id=ord_c=1')
})

t.test('nothing stands beside an address that says the same, or that cannot be shown', async (t) => {
  for (const path of [
    '/orders/ord_1',
    '/events?type=%00',
    '/events?type=%1b[31m',
    '/events?type=%ff',
    '/events?q=%e2%80%a8',
  ])
    t.equal(unescapedPath(at(path)), null, path)
})

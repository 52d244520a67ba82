// Shows which addresses lead to an order of production, and which to one of the sandbox or to none.
import t from 'tap'
import { leadsToOrder } from './leads-to-order.ts'

const base = 'https://api.example.com/v1'
const called = { id: 'ord_1', url: `${base}/orders`, base, other: 'https://sandbox.example.com/v1' }

t.test('below the base address, as a path, and at another public address', async (t) => {
  for (const location of [
    `${base}/orders/ord_1`,
    '/v1/orders/ord_1',
    'https://lenders.example.com/api/v1/orders/ord_1',
  ])
    t.ok(leadsToOrder(location, called), location)
})

t.test('where the other environment is not known, another address is not held to be its own', async (t) => {
  const { other: _unknown, ...alone } = called
  t.ok(leadsToOrder('https://sandbox.example.com/v1/orders/ord_1', alone))
  t.notOk(leadsToOrder(`${base}/orders/ord_2`, alone))
})

t.test('at the sandbox, on the same host too, and nowhere', async (t) => {
  for (const location of ['https://sandbox.example.com/v1/orders/ord_1', `${base}/orders/ord_2`, 'http://', ''])
    for (const other of [called.other, `${called.other}/`])
      t.notOk(leadsToOrder(location, { ...called, other }), location)
  const beside = { ...called, other: 'https://api.example.com/sandbox/v1' }
  t.notOk(leadsToOrder('/sandbox/v1/orders/ord_1', beside))
  // Called through a tunnel, it names the host that both environments have.
  const tunnel = 'https://localhost:8443/v1'
  const tunnelled = { ...beside, url: `${tunnel}/orders`, base: tunnel }
  t.ok(leadsToOrder(`${base}/orders/ord_1`, tunnelled))
  t.notOk(leadsToOrder('https://api.example.com/sandbox/v1/orders/ord_1', tunnelled))
})

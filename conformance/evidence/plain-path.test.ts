// Shows which order an address names.
import t from 'tap'
import { orderIn } from './plain-path.ts'

t.test('below a base address that has an orders of its own', async (t) => {
  for (const base of ['https://api.example.com/v1', 'https://api.example.com/orders/v1']) {
    t.equal(orderIn(`${base}/orders/ord_1`), 'ord_1')
    t.equal(orderIn(`${base}/orders/ord_1/documents?page=2`), 'ord_1')
    t.equal(orderIn(`${base}/sandbox/orders/ord_1/advance`), 'ord_1')
  }
  t.equal(orderIn('https://api.example.com/v1/orders'), undefined)
})

// What an unknown call of the control port is answered: the operations that are like it, and never all of them.
import t from 'tap'
import { operations } from './operations/index.ts'
import { unknownRoute } from './unknown-route.ts'

const namedFor = (method: string, path: string): unknown[] =>
  unknownRoute(method, path, operations()).details.map(({ value }) => value)

t.test('the nearest operations are named, the likeliest first', async (t) => {
  for (const [method, path, expected] of [
    ['GET', '/clocks', 'GET /clock'],
    ['POST', '/clock/advence', 'POST /clock/advance'],
    ['POST', '/journal/verfy', 'POST /journal/verify'],
    ['POST', '/orders/ord_1/delivr', 'POST /orders/{order_id}/deliver'],
    ['GET', '/order', 'GET /orders'],
  ] as const)
    t.equal(namedFor(method, path)[0], expected, `${method} ${path}`)
})

t.test('another method of the same path is named', async (t) => {
  t.equal(namedFor('DELETE', '/faults/clear')[0], 'POST /faults/clear')
  t.ok(namedFor('GET', '/clock/advance').includes('POST /clock/advance'))
})

t.test('what is like none is sent to the document alone', async (t) => {
  for (const path of ['/', '/xyzzy', '/v1/ping', '']) {
    const { code, status, message, details } = unknownRoute('GET', path, operations())
    t.strictSame({ code, status, details }, { code: 'not_found', status: 404, details: [] })
    t.equal(message, `There is no GET ${path} here; GET /openapi.yaml describes all.`)
  }
})

t.test('a path of any length is cut', async (t) => {
  t.ok(unknownRoute('GET', `/clock/${'x'.repeat(10_000)}`, operations()).message.length < 1000)
})

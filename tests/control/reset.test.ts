// A reset brings back the world of the start, and every operation has a test.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../places.ts'
import { expectSucceeded, succeeding } from './succeeding.ts'
import { begin, call, entries, lender, ok, placed, simulator, type Json } from './support.ts'

await begin()

// --- at the end

t.test('a reset brings back the world of the start', async (t) => {
  const id = await placed()
  await ok('patch', '/lenders/len_bluestem', { billing: 'card' })
  const now = simulator.clock.now()
  t.equal(Date.parse((await ok('post', '/reset')).now), now)
  t.match(await call('get', `/orders/${id}`), { status: 404 })
  t.equal((await ok('get', '/orders')).total, 0)
  t.strictSame((await ok('get', '/events')).data, [])
  t.match(await ok('get', '/lenders/len_bluestem/webhooks/sandbox'), { url: null })
  t.equal((await ok('get', '/lenders')).data.find((one: Json) => one.id === 'len_bluestem').billing, 'invoiced')
  t.match(await lender('main', 'get', '/account'), { status: 200 })
  t.ok(await placed())
})

expectSucceeded('reset')

t.test('every operation of the document is seen to succeed by one of the tests', async (t) => {
  t.strictSame(
    [...succeeding.values()].flat().toSorted(),
    entries.map(({ operation }) => operation.operationId).toSorted(),
  )
  for (const file of succeeding.keys())
    t.match(readFileSync(join(root, 'tests/control', `${file}.test.ts`), 'utf8'), `expectSucceeded('${file}')`)
})

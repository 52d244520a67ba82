// A data file that takes nothing for a while, and one that is written while the world starts again.
import { mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { List, Order } from './wire-types.ts'
import { removeMade } from '../remove-made.ts'

const dataFile = (t: Test): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-full-disk-'))
  t.teardown(() => removeMade(folder))
  return join(folder, 'world.ndjson')
}

t.test('while the last change cannot be kept, nothing more is changed', async (t) => {
  const data = dataFile(t)
  const api = await start(t, { ...unlimited, data })
  const { id } = await api.create()
  // A file that is away cannot be written, and the one that comes back is the same.
  renameSync(data, `${data}.away`)
  t.equal((await api.call('main', 'POST', `/orders/${id}/hold`)).status, 500, 'the first to find out')
  const before = await api.snapshot(id)
  for (const [path, body] of [
    ['/orders', api.draft()],
    [`/orders/${id}/resume`, {}],
    [`/orders/${id}/cancel`, {}],
    [`/orders/${id}/messages`, { recipient: 'manager', body: 'x' }],
  ] as const) {
    const answer = await api.call('main', 'POST', path, { body })
    refused(t, answer, { status: 503, code: 'service_unavailable' }, path)
    t.match(answer.headers['retry-after'], /^\d+$/)
  }
  const control = await api.fetchRaw('POST', `${api.simulator.controlUrl}/orders/${id}/fee`, {
    body: { appraisal_fee: '1.00' },
  })
  t.equal(control.status, 503, 'the control port changes nothing either')
  t.strictSame(await api.snapshot(id), before, 'what 503 answered did not happen')
  renameSync(`${data}.away`, data)
  t.equal((await api.call('main', 'POST', `/orders/${id}/resume`)).status, 200, 'and then all goes on')
  t.match(readFileSync(data, 'utf8'), /"on_hold"/, 'the first one was kept after all')
})

t.test('at no moment of a reset is the file without the keys of tokens and links', async (t) => {
  const data = dataFile(t)
  const api = await start(t, { ...unlimited, data })
  await api.create()
  const progress = { over: false }
  const resetting = api.simulator.reset().then(() => (progress.over = true))
  let looks = 0
  for (; !progress.over; looks += 1) {
    const text = readFileSync(data, 'utf8')
    if (!text.includes('"token key"') || !text.includes('"link key"')) t.fail(`look ${looks}: the keys are missing`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await resetting
  t.not(looks, 0)
  t.strictSame((await api.ok<List<Order>>('main', 'GET', '/orders')).data, [], 'old tokens count, orders are gone')
})

// An exchange that is read from its record again is what it was, in every part and as a whole.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { keptExchanges } from './kept-exchange.ts'
import { eachEvent } from './read-record.ts'
import type { RecordedExchange, RunEvent } from './run-record.ts'

const body = (text: string) => ({ text, bytes: Buffer.byteLength(text), sha256: '0'.repeat(64), cut: false })
const exchange = (n: number): RecordedExchange =>
  ({
    id: `x${n}`,
    source: 'list.orders-are-paged',
    operation: n % 2 === 0 ? 'listOrders' : null,
    role: 'main',
    environment: 'sandbox',
    request: {
      method: 'GET',
      url: `https://target.example/v1/orders?n=${n}`,
      headers: [['Accept', '*/*']],
      body: body(`ä${n}`),
    },
    response:
      n % 5 === 0 ? null : { status: 200, headers: [['Date', `${n}`]], body: body(`{"ß":"${'é'.repeat(n * 997)}"}`) },
    failure: n % 5 === 0 ? { kind: 'timeout', message: 'late' } : null,
    started_at: '2026-01-01T00:00:00.000Z',
    ms: n,
  }) as unknown as RecordedExchange

const suite = { name: 'assay', version: '0.1.0', contract: '1.0.0' }
const environment = { environment: 'sandbox', embedded: false, control: false, roles: ['main'], node: 'v20.20.2' }

t.test('each part is that of the record, in any order, in a file longer than one piece', async (t) => {
  const file = join(t.testdir(), 'run.ndjson')
  const all = Array.from({ length: 60 }, (_, n) => exchange(n))
  const at = '2026-01-01T00:00:00.000Z'
  const lines = [
    { at, type: 'run-started', format: 'assay-run', version: 2, suite, run: 'r1', seed: 1, environment },
    ...all.map((one) => ({ at, type: 'exchange', exchange: one })),
  ]
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join('\n'))
  const kept = keptExchanges(file)
  const events: RunEvent[] = []
  t.equal(
    eachEvent(file, (event) => void events.push(event), kept),
    true,
    'it has no end',
  )
  const found = events.flatMap((event) => (event.type === 'exchange' ? event.exchange : []))
  t.equal(found.length, all.length)
  for (const [n, one] of [...found.entries()].toReversed()) {
    const { request, response, ...rest } = all[n]!
    const { id, source, operation, role, environment, failure, started_at, ms } = one
    t.same({ id, source, operation, role, environment, failure, started_at, ms }, rest)
    t.same({ ...one.request }, request)
    t.same(one.response && { ...one.response }, response)
    t.equal(JSON.stringify(one), JSON.stringify(all[n]))
  }
  kept.close()
})

// The status of a revised report is taken at another instant than that of the first, as far as the times show it.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createMemory } from './invariant.ts'
import { createSecrets } from '../sut/secrets.ts'
import { reportTimesRead } from './report-times.ts'

const [first, later] = ['2026-03-02T10:00:00.123Z', '2026-03-02T10:00:01.456Z'] as const

const report = (code: string, created_at: string, changed_at: string) =>
  exchangeOf({
    operation: 'listEvents',
    body: {
      data: [{ type: 'order.completed', created_at, data: { order_id: 'ord_1', status: { code, changed_at } } }],
    },
  })

const judged = (...exchanges: ReturnType<typeof report>[]): boolean[] => {
  const memory = createMemory(createSecrets())
  return exchanges.flatMap((one) => reportTimesRead.assert(one, memory)).map(({ passed }) => passed)
}

const delivered = report('report_complete', first, first)

t.test('two reports', async (t) => {
  const stale = report('revised_report_complete', later, first)
  t.strictSame(judged(delivered, stale), [false])
  t.strictSame(judged(stale, delivered), [false], 'in either order')
  t.strictSame(judged(delivered, report('revised_report_complete', later, later)), [true])
  t.strictSame(judged(delivered, report('revised_report_complete', first, first)), [], 'the clock stands still')
  t.strictSame(judged(delivered, report('report_complete', later, first)), [], 'the status stayed')
  const whole = '2026-03-02T10:00:00Z'
  t.strictSame(
    judged(report('report_complete', whole, whole), report('revised_report_complete', later, whole)),
    [],
    'cut to the second',
  )
})

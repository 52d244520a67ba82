// While an attempt is kept waiting other checks go on: the late specimen too, and nothing that spoils the wait.
import t from 'tap'
import type { RunEvent } from '../reports/run-record.ts'
import { recordOf } from './records.ts'

const scenario = 'scenario.failing-attempts'

/** From the arrival of the attempt that is answered too late to the look at the feed once it is over. */
const meanwhile = (events: readonly RunEvent[]): RunEvent[] => {
  const isLate = (event: RunEvent) => event.type === 'delivery' && event.delivery.answer === '204 after 13000 ms'
  const isLook = (event: RunEvent) =>
    event.type === 'exchange' && event.exchange.source === scenario && event.exchange.operation === 'listEvents'
  return events.slice(events.findIndex(isLate), events.findLastIndex(isLook))
}

t.test('checks run beside the wait for an attempt that fails by its time', async (t) => {
  const during = meanwhile((await recordOf('clean')).events())
  const begun = during.flatMap((event) => (event.type === 'check-started' ? [event.check] : []))
  t.equal(begun[0], 'webhooks.test-sends-every-type', 'which keeps a specimen waiting itself')
  const settings = during.flatMap((event) =>
    event.type === 'exchange' && event.exchange.operation === 'setWebhook' && event.exchange.response?.status === 200
      ? [event.exchange.source]
      : [],
  )
  t.strictSame([...new Set(settings)], [scenario], 'the rotation before it')
  const moves = during.filter((event) => event.type === 'company-act' && event.act === 'POST /clock/advance')
  t.strictSame(moves, [], 'a clock that is moved waits for the attempt')
})
